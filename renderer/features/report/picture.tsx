import { useId } from 'react'
import type { ChartMark, ChartPicture } from '../../../contract/report/chart'

interface PictureProps {
  picture: ChartPicture
  title: string
  /** What it shows, for who does not see it. */
  described: string
  testid: string
}

/** Marks of a figure as a picture as wide as its place. */
export function Picture({ picture: { width, height, marks }, title, described, testid }: PictureProps) {
  const id = useId()
  return (
    <svg
      role="img"
      aria-labelledby={id}
      aria-describedby={`${id}-told`}
      viewBox={`0 0 ${width} ${height}`}
      className="mt-2 w-full text-[12px]"
      data-testid={testid}
    >
      <title id={id}>{title}</title>
      <desc id={`${id}-told`}>{described}</desc>
      {marks.map((mark, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a mark is its position
        <Mark key={at} mark={mark} />
      ))}
    </svg>
  )
}

function Mark({ mark }: { mark: ChartMark }) {
  switch (mark.kind) {
    case 'bar':
      return <rect x={mark.x} y={mark.y} width={mark.width} height={mark.height} className="fill-accent" />
    case 'rule':
      return <line x1={mark.x1} y1={mark.y1} x2={mark.x2} y2={mark.y2} className="stroke-line" />
    case 'line':
      return <polyline points={mark.points} strokeWidth={2} className="fill-transparent stroke-accent" />
    case 'dot':
      return <circle cx={mark.x} cy={mark.y} r={3} className="fill-accent" />
    case 'text':
      return (
        <text x={mark.x} y={mark.y} textAnchor={mark.anchor} className="fill-dim">
          {mark.text}
        </text>
      )
  }
}

import { ImageRun, Paragraph } from 'docx'
import { type ChartPicture, drawChart } from '../../contract/report/chart'
import type { ReportView } from '../../contract/report/report'
import { blocksOf, type ReportBlock } from '../../contract/report/report-blocks'
import { chartOfRows } from '../../contract/report/report-rows'
import { toldChart, toldTimelines } from '../../wording'
import type { Rendering } from './layout'

/** Paints pictures as PNG images, which only a program with fonts and a canvas can: the desktop app. */
export type PaintPictures = (pictures: readonly ChartPicture[]) => Promise<readonly Uint8Array[]>

interface Figure {
  readonly key: string
  readonly picture: ChartPicture
  readonly title: string
  /** What it shows, for who does not see it. */
  readonly told: string
}

/** Between the margins of a page, in pixels of a screen. */
const pageWidth = 600

export const keyOfRows = (block: Extract<ReportBlock, { kind: 'rows' }>): string => `rows-${block.rows[0]?.sentence.id}`

/** The figures of a report as paragraphs, by their keys; none where nothing can paint them: tables and lists say the same. */
export async function paintedFigures(
  report: ReportView,
  rendering: Rendering,
  paint: PaintPictures | undefined,
): Promise<(key: string) => Paragraph[]> {
  const figures = figuresOf(report, rendering)
  if (paint === undefined || figures.length === 0) return () => []
  const images = await paint(figures.map(({ picture }) => picture))
  return (key) =>
    figures.flatMap(({ picture: { width, height }, title, told, ...figure }, at) => {
      const data = images[at]
      if (figure.key !== key || data === undefined) return []
      const transformation = { width: pageWidth, height: Math.round((pageWidth * height) / width) }
      const altText = { name: title, title, description: told }
      return [
        new Paragraph({ children: [new ImageRun({ type: 'png', data: Buffer.from(data), transformation, altText })] }),
      ]
    })
}

function figuresOf(report: ReportView, { wording, speech }: Rendering): Figure[] {
  const charts = report.sections
    .flatMap((section) => blocksOf(section, report.citations))
    .flatMap((block): Figure[] => {
      const chart = block.kind === 'rows' ? chartOfRows(block) : null
      if (block.kind !== 'rows' || chart === null) return []
      const title = `${chart.value} / ${chart.label}`
      const picture = drawChart(chart, speech.format.number)
      return [{ key: keyOfRows(block), picture, title, told: toldChart(chart, speech) }]
    })
  const timelines = toldTimelines(report, speech).map(({ kind, picture, description }) => ({
    key: kind,
    picture,
    title: wording.timeline[kind],
    told: description,
  }))
  return [...charts, ...timelines]
}

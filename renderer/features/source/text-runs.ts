import { partOf, type SourceText } from '../../../contract/library/source'
import type { HeldText } from './extend-window'

interface Range {
  readonly start: number
  readonly end: number
}

/** A stretch of a source's text as it is shown. */
export interface TextRun {
  /** In UTF-16 code units of the whole. */
  readonly start: number
  readonly text: string
  readonly kind: 'text' | 'heading' | 'cited' | 'own'
  /** The part (slide, message …) that begins with it, counted from 1. */
  readonly beginsPart: number | null
}

/**
 * What is held of a source, cut where headings, numbered parts and a person's highlights begin, and around the cited range, which stays whole. Pages
 * of a PDF are none: a sentence may cross them.
 */
export function textRunsOf(
  { offset, text }: HeldText,
  { source, headings, pageStarts }: Pick<SourceText, 'source' | 'headings' | 'pageStarts'>,
  range: Range | null,
  own: readonly Range[] = [],
): TextRun[] {
  const end = offset + text.length
  const parts = new Map(partOf(source.mediaType) === 'page' ? [] : pageStarts.map((start, index) => [start, index + 1]))
  // A symbol of code is a heading of what follows it, and no text of its own.
  const headed = new Map(
    headings
      .filter((heading) => text.startsWith(heading.text, heading.start - offset) && heading.start >= offset)
      .map((heading) => [heading.start, heading.start + heading.text.length]),
  )
  const from = range === null ? end : Math.max(offset, Math.min(end, range.start))
  const to = range === null ? end : Math.max(from, Math.min(end, range.end))
  const cuts = [offset, from, to, ...parts.keys(), ...[...headed].flat(), ...own.flatMap((one) => [one.start, one.end])]
    .filter((at) => at >= offset && at < end && (at <= from || at >= to))
    .sort((one, other) => one - other)
  return [...new Set(cuts)].map((start, index, all) => {
    const next = all[index + 1] ?? end
    const kind =
      start === from && to > from
        ? 'cited'
        : [...headed].some(isAround(start))
          ? 'heading'
          : own.some((one) => isAround(start)([one.start, one.end]))
            ? 'own'
            : 'text'
    return { start, text: text.slice(start - offset, next - offset), kind, beginsPart: parts.get(start) ?? null }
  })
}

const isAround =
  (at: number) =>
  ([start, end]: readonly [number, number]): boolean =>
    start <= at && at < end

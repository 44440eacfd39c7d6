import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MediaType, SourceView } from '../../../../contract/library/source'
import { textRunsOf } from '../../../../renderer/features/source/text-runs'

const sourceOf = (mediaType: MediaType) => ({ mediaType }) as SourceView
const text = 'Tanks\n\nThe south tank is new.\n\nPipes\n\nThey are copper.'
const headings = [
  { level: 1, text: 'Tanks', start: 0 },
  { level: 1, text: 'Pipes', start: 31 },
]

it('cuts a text where parts and headings begin, and lights what is cited', () => {
  const shown = { source: sourceOf('slides'), headings, pageStarts: [0, 31] }
  expect(
    textRunsOf({ offset: 0, text }, shown, { start: 38, end: 54 }).map(({ kind, beginsPart, text }) => [
      kind,
      beginsPart,
      text,
    ]),
  ).toEqual([
    ['heading', 1, 'Tanks'],
    ['text', null, '\n\nThe south tank is new.\n\n'],
    ['heading', 2, 'Pipes'],
    ['text', null, '\n\n'],
    ['cited', null, 'They are copper.'],
  ])
  expect(
    textRunsOf({ offset: 0, text }, { ...shown, source: sourceOf('pdf') }, null).map((run) => run.beginsPart),
  ).not.toContain(1)
})

it('shows the whole text, whatever is held of it and cited', () => {
  const place = fc.nat({ max: text.length })
  fc.assert(
    fc.property(place, place, place, place, (one, other, from, to) => {
      const [start, end] = [Math.min(one, other), Math.max(one, other)]
      const range = { start: Math.min(from, to), end: Math.max(from, to) }
      const held = { offset: start, text: text.slice(start, end) }
      const runs = textRunsOf(held, { source: sourceOf('email'), headings, pageStarts: [0, 0, 31] }, range)
      expect(runs.map((run) => run.text).join('')).toBe(held.text)
      const cited = text.slice(
        Math.max(start, range.start),
        Math.max(Math.max(start, range.start), Math.min(end, range.end)),
      )
      expect(runs.filter(({ kind }) => kind === 'cited').map((run) => run.text)).toEqual(cited === '' ? [] : [cited])
    }),
  )
})

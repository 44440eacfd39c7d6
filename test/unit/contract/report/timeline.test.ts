import { describe, expect, it } from 'vitest'
import { dateNamedIn } from '../../../../contract/report/dated-text'
import type { Claim, ReportView } from '../../../../contract/report/report'
import { timelinesOf } from '../../../../contract/report/timeline'
import { drawTimeline } from '../../../../contract/report/timeline-picture'
import { placeIn } from '../../../fixtures/places'

describe('the date that a sentence names', () => {
  it.each([
    ['In 1748 the Scottish physician William Cullen showed it.', '1748'],
    ['The oil crisis of 1973 brought the first boom.', '1973'],
    ['Between 1937 and 1945 Swiss firms installed several dozen.', '1937'],
    ['Since about 2010 policies have driven sales.', '2010'],
    ['Version 3.7.0 was released on 2010-07-21.', '2010-07-21'],
    ['The release of July 3, 2012 fixed it, that of 4 May 2013 did not.', '2012-07-03'],
    ['It was signed on 16 September 1987.', '1987-09-16'],
    ['Work began in Sept. 1987.', '1987-09'],
    ['1990: The first release.', '1990'],
    ['Cullen (1748) froze water.', '1748'],
    ['2010年7月，第一版发布。', '2010-07'],
    ['1990年以来销量增长。', '1990'],
  ])('is read in %j', (text, date) => expect(dateNamedIn(text)).toBe(date))

  it.each([
    'It needs a total of 2000 samples.',
    'Cut off in 1600 rpm steps, from 2000 bytes to 1500 W.',
    'The port is 2049, the limit 1999.',
    'It costs $1900, between 1500 and more.',
    'On 2010-13-45 nothing happened.',
    'RFC 1918 and ISO 2022 say so.',
    'In 2001.5 parts.',
    '',
  ])('is none in %j', (text) => expect(dateNamedIn(text)).toBeNull())

  it('is found in a long line in linear time', () => {
    expect(dateNamedIn('in 19'.repeat(100_000))).toBeNull()
  })
})

const claim = (id: string, text: string, more: Partial<Claim> = {}): Claim => ({
  id,
  text,
  citations: [1],
  verdict: 'supported',
  method: 'verbatim',
  reason: null,
  paragraph: 0,
  ...more,
})

const reportOf = (title: string, more: Partial<ReportView>): ReportView => ({
  title,
  language: 'en',
  sections: [],
  citations: ['a', 'b', 'c', 'd'].map((id, at) => ({
    n: at + 1,
    place: placeIn(id, 0, 10, { sourceName: `${id}.md`, sourceTitle: null }),
    citedText: 'x',
    citedTextHash: 'x',
    state: 'present',
  })),
  droppedCitations: 0,
  supported: 0,
  claims: 0,
  partial: false,
  writtenAt: '2026-01-02T03:04:05.000Z',
  ...more,
})

const issued = (sourceId: string, date: string, by?: string) => ({
  sourceId,
  title: sourceId,
  kind: 'issued' as const,
  date,
  ...(by !== undefined && { by }),
})

describe('timelines of a report', () => {
  it('show cited sources by when they were published, and name those without such a date', () => {
    const sourceDates = [
      issued('c', '1999'),
      issued('a', '2004-05-03', 'Lund'),
      issued('b', '1999'),
      { ...issued('d', '2026-01-01'), kind: 'fileChanged' as const },
      issued('not cited', '1950'),
    ]
    const [timeline, ...more] = timelinesOf(reportOf('What holds?', { sourceDates }))
    expect(more).toEqual([])
    expect(timeline?.entries.map(({ date, text, citation }) => [date, text, citation.n])).toEqual([
      ['1999', 'b.md', 2],
      ['1999', 'c.md', 3],
      ['2004-05-03', 'Lund: a.md', 1],
    ])
    expect(timeline?.undated).toEqual(['d.md'])
  })

  it('are left out where fewer than three sources are dated, or all are of one date', () => {
    const two = [issued('a', '1999'), issued('b', '2000')]
    expect(timelinesOf(reportOf('What holds?', { sourceDates: two }))).toEqual([])
    const alike = ['a', 'b', 'c', 'd'].map((id) => issued(id, '1999'))
    expect(timelinesOf(reportOf('What holds?', { sourceDates: alike }))).toEqual([])
    expect(timelinesOf(reportOf('What holds?', {}))).toEqual([])
  })

  const told = [
    claim('1', 'In 1834 Perkins patented a machine.'),
    claim('2', 'In 1748 Cullen froze water.', { citations: [2] }),
    claim('3', 'In 1999 nothing was so.', { verdict: 'contradicted' }),
    claim('4', 'In 1852 Thomson proposed it.', { citations: [] }),
    claim('5', 'In 1938 Escher Wyss built one.'),
    claim('6', 'In 1834 Perkins patented a machine.'),
  ]
  const sections = [{ kind: 'summary' as const, sentences: told }]

  it('show events where the question asks for history: those that are confirmed, each once', () => {
    for (const question of ['What is the history of the heat pump?', '热泵的发展历程是怎样的？']) {
      const [timeline] = timelinesOf(reportOf(question, { sections }))
      expect(timeline?.kind).toBe('events')
      expect(timeline?.entries.map(({ date, citation }) => [date, citation.n])).toEqual([
        ['1748', 2],
        ['1834', 1],
        ['1938', 1],
      ])
    }
    expect(timelinesOf(reportOf('What does a heat pump cost?', { sections }))).toEqual([])
  })
})

describe('the picture of a timeline', () => {
  const labelsOf = (dates: readonly string[]) =>
    drawTimeline(dates).marks.flatMap((mark) => (mark.kind === 'text' && mark.anchor === 'middle' ? [mark.text] : []))
  const dotsOf = (dates: readonly string[]) => drawTimeline(dates).marks.filter(({ kind }) => kind === 'dot')

  it('counts years, months or days, and at most nine of them', () => {
    expect(labelsOf(['1748', '1834', '1938', '2020'])).toEqual(['1750', '1800', '1850', '1900', '1950', '2000'])
    expect(labelsOf(['2024-03-05', '2024-09', '2024-12-31'])[0]).toBe('2024-03')
    expect(labelsOf(['2024-02-27', '2024-02-28', '2024-03-01'])).toEqual([
      '2024-02-27',
      '2024-02-28',
      '2024-02-29',
      '2024-03-01',
    ])
    for (const last of ['1501', '1507', '1555', '1999', '2099'])
      expect(labelsOf(['1500', last]).length).toBeLessThan(10)
  })

  it('has a dot for each date within its bounds, above each other where they are the same', () => {
    const { width, height } = drawTimeline(['1999', '1999', '2024'])
    const dots = dotsOf(['1999', '1999', '2024']) as { x: number; y: number }[]
    expect(new Set(dots.map(({ x, y }) => `${x} ${y}`)).size).toBe(3)
    for (const { x, y } of dots) expect(x > 0 && x < width && y > 0 && y < height).toBe(true)
  })

  it('tells a stack that is too high as a number', () => {
    const many = [...Array.from({ length: 500 }, () => '1999'), '2024']
    expect(dotsOf(many)).toHaveLength(9)
    expect(labelsOf(many)).toContain('500')
  })
})

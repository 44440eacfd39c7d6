import { expect, it } from 'vitest'
import { dayOf, toggled } from '../../../../renderer/features/search/filter-names'
import { snippetOf, wordsToMark } from '../../../../renderer/features/search/snippet'

const marked = (query: string, text: string): string =>
  snippetOf(text, wordsToMark(query))
    .map((piece) => (piece.marked ? `[${piece.text}]` : piece.text))
    .join('')

it('marks the words of a query in other forms, too, and no others', () => {
  expect(marked('When does thrashing begin?', 'Thrashing begins when sets no longer fit; a thrash ends.')).toBe(
    '[Thrashing] [begins] when sets no longer fit; a [thrash] ends.',
  )
  expect(marked('art', 'A start of art.')).toBe('A start of [art].')
  expect(marked('热泵的原理', '热泵从热源取热，原理简单。')).toBe('[热泵]从热源取热，[原理]简单。')
  for (const spelled of ['R290', 'r-290']) expect(marked(spelled, 'R-290, R290a, R 32')).toBe('[R-290], [R290a], R 32')
  // Where a query has only such words they are what was asked for.
  expect(marked('to be', 'To be or not.')).toBe('[To] [be] or not.')
  expect(marked('(.*+?[', 'Signs (.*+?[ alone mark nothing.')).toBe('Signs (.*+?[ alone mark nothing.')
})

it('shows a long passage from its first marked word on', () => {
  const text = `${'before '.repeat(100)}stagnation ${'after '.repeat(200)}`
  const shown = marked('stagnation', text)
  expect(shown).toMatch(/^… before .*\[stagnation\] after .* …$/)
  expect(shown.length).toBeLessThan(520)
  expect(snippetOf(text, null)[0]?.text.startsWith('before')).toBe(true)
})

it('a filter has no empty lists', () => {
  const one = toggled({ since: '2026-01-01' }, 'types', 'pdf')
  expect(one).toEqual({ since: '2026-01-01', types: ['pdf'] })
  expect(toggled(one, 'types', 'note').types).toEqual(['pdf', 'note'])
  expect(toggled(one, 'types', 'pdf')).toEqual({ since: '2026-01-01' })
})

it('a day is the one where the person is', () => {
  expect(dayOf(new Date(2026, 4, 3).toISOString())).toBe('2026-05-03')
})

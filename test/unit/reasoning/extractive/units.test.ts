import { expect, it } from 'vitest'
import type { Evidence } from '../../../../main/reasoning'
import { evidenceOfRows } from '../../../../main/reasoning/extractive/ask-resources'
import { saidOf, saysTheSame, unitsOf } from '../../../../main/reasoning/extractive/units'
import { placeIn } from '../../../fixtures/places'

/** Sentences that follow each other in one source, each with the same score. */
function inOrder(...sentences: string[]): Evidence[] {
  let start = 0
  return sentences.map((sentence) => {
    const place = placeIn('manual', start, start + sentence.length)
    start += sentence.length + 1
    return { sentence, place, score: 1, reason: null }
  })
}
const runsOf = (...sentences: string[]) =>
  unitsOf(inOrder(...sentences)).map(({ evidence }) => evidence.map(({ sentence }) => sentence))

it('keeps a procedure whole, whatever a step of it is written like', () => {
  const steps = [
    '1. Stop the service.',
    '2. Remember the format.',
    "One way is a query: SELECT type FROM schema WHERE name='X', kind='Y'.",
    '3. Drop the table.',
  ]
  expect(runsOf(...steps)).toEqual([steps])
})

it('takes the numbers off what does not begin with the first', () => {
  expect(runsOf('2. All readers must be on one host.', '3. The page size is fixed.')).toEqual([
    ['All readers must be on one host.', 'The page size is fixed.'],
  ])
})

it('keeps each row of a table by itself', () => {
  expect(runsOf('Chur | 4.7 | pump', 'Bern | 4.1 | pump')).toHaveLength(2)
})

it('rows of one answer never say the same, however little they differ', () => {
  const answer = (rows: unknown[][], resourceId = 'shop') =>
    evidenceOfRows({
      resourceId,
      resourceName: resourceId,
      at: '2026-01-01T00:00:00.000Z',
      statement: 'select id, name, count from customers',
      parameters: [],
      columns: ['id', 'name', 'count'],
      rows,
      declined: null,
      truncated: false,
      reading: null,
    })
  const rows = [3, 4].map((id) => [id, `north customer ${id - 1}`, 4])
  const [third, fourth] = unitsOf(answer(rows)).flatMap(saidOf)
  expect(saysTheSame(third!, fourth!)).toBe(false)
  expect(saysTheSame(third!, unitsOf(answer(rows)).flatMap(saidOf)[0]!)).toBe(true)
  const [first, twin] = unitsOf(answer([rows[0]!, rows[0]!])).flatMap(saidOf)
  expect(saysTheSame(first!, twin!)).toBe(false)
  const computed = { kind: 'call', resourceId: 'shop', hash: 'a', pointer: '' } as never
  const inTable = (said: typeof third) => ({ ...said!, evidence: { ...said!.evidence, place: computed } })
  expect(saysTheSame(inTable(third), inTable(fourth))).toBe(false)
  expect(saysTheSame(inTable(third), inTable(third))).toBe(true)
  const [elsewhere] = unitsOf(answer(rows, 'other')).flatMap(saidOf)
  expect(saysTheSame(third!, elsewhere!)).toBe(false)
})

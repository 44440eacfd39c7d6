import { describe, expect, it } from 'vitest'
import { checkByRules, namesIn } from '../../../../main/reasoning/verification/rules'

const check = (sentence: string, ...cited: string[]) => checkByRules(sentence, cited)

describe('checkByRules', () => {
  const cited =
    'In 1958 Fay and Riddell computed that the heat transfer depends on the velocity gradient, with 1,200 tests.'

  it('supports a paraphrase whose words, numbers and names are there', () => {
    expect(check('Fay and Riddell found that heat transfer depends on the velocity gradient.', cited).verdict).toBe(
      'supported',
    )
    expect(check('Heat transfer depends on the velocity gradient in 1200 tests.', cited).verdict).toBe('supported')
  })
  it('contradicts a differing figure in the same words', () => {
    const answer = check(
      'In 1959 Fay and Riddell computed that the heat transfer depends on the velocity gradient.',
      cited,
    )
    expect(answer).toEqual({
      verdict: 'contradicted',
      reason: { kind: 'numbersNotCited', values: { numbers: ['1959'] } },
    })
  })
  it('holds figures to their measure, where both have one', () => {
    const source = 'The page cache keeps 5 MB for each connection, and 3 tests ran.'
    expect(check('The page cache keeps 5 GB for each connection.', source).verdict).toBe('contradicted')
    expect(check('The page cache keeps 5 MB for each connection.', source).verdict).toBe('supported')
    expect(check('The cache keeps 5 megabytes for each connection.', source).verdict).toBe('supported')
  })
  it('finds a denial and a name also where half of the words are other ones', () => {
    const source = 'The journal keeps the pages of a database until its transaction ends.'
    const denied = 'Pages of a database are never stored by the journal during crashes or restarts.'
    expect(check(denied, source)).toMatchObject({ verdict: 'insufficient', reason: { kind: 'denied' } })
    expect(check('PostgreSQL keeps the pages of a database.', source)).toMatchObject({
      reason: { kind: 'namesNotCited' },
    })
  })
  it('finds names that nothing cited names', () => {
    const answer = check('Heat transfer depends on the velocity gradient, as Lees found.', cited)
    expect(answer).toEqual({ verdict: 'insufficient', reason: { kind: 'namesNotCited', values: { names: ['Lees'] } } })
  })
  it.each([
    ['The heat transfer does not depend on the velocity gradient.', cited],
    ['The pages of a database are never kept by the journal.', 'The journal keeps the pages of a database.'],
    ['The pressure decreases with the Mach number.', 'The pressure increases with the Mach number.'],
    ['这种方法没有提高准确率。', '这种方法提高了准确率。'],
  ])('contradicts a denial: %s', (sentence, source) => {
    expect(check(sentence, source).verdict).toBe('contradicted')
  })
  it('does not take a negation in another sentence for a denial', () => {
    const source = `${cited} No shock was seen.`
    expect(check('The heat transfer depends on the velocity gradient.', source).verdict).toBe('supported')
  })
  it('cannot say anything for a sentence about something else, or without citation', () => {
    expect(check('Storks fly south in autumn along the coast.', cited).verdict).toBe('insufficient')
    expect(check('Heat transfer depends on the velocity gradient.').verdict).toBe('insufficient')
  })
  it('reads Chinese numbers', () => {
    const answer = check('公园于1985年建成，面积三十公顷。', '公园于1975年建成，面积三十公顷。')
    expect(answer.verdict).toBe('contradicted')
  })
})

describe('namesIn', () => {
  it('knows names inside a sentence, acronyms anywhere, and titles in 《》', () => {
    expect(namesIn('NASA and the group of Riddell read 《论衡》.')).toEqual(['论衡', 'NASA', 'Riddell'])
    expect(namesIn('Heat rises.')).toEqual([])
  })
})

import { expect, it } from 'vitest'
import { createBackground } from '../../../../main/language'
import { missingTerms } from '../../../../main/reasoning/extractive/missing-terms'
import type { Evidence } from '../../../../main/reasoning/port'

const place = { kind: 'source', sourceTitle: 'Leaves', headingPath: [] } as unknown as Evidence['place']
const cited: Evidence[] = [
  { sentence: 'Leaves fall because the tree seals their stalks.', place, score: 1, reason: null },
]
const question = 'Why do leaves fall in the Falcon park?'

it('names what no cited sentence mentions, but no word that all of the library is about', () => {
  const about = createBackground([
    'The Falcon park opens at nine.',
    'The Falcon park was laid out in 1880.',
    'Leaves fall.',
  ])
  const other = createBackground(['Leaves fall.', 'Trees seal their stalks.'])
  expect(missingTerms(question, cited, 6, null)).toEqual(['Falcon park'])
  expect(missingTerms(question, cited, 6, other)).toEqual(['Falcon park'])
  expect(missingTerms(question, cited, 6, about)).toEqual([])
})

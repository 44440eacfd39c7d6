import { expect, it } from 'vitest'
import type { DecliningDatabase } from '../../../contract/databases/declined-question'
import { understandingDatabase } from '../../../main/research/roles/answering-resources'

const near = (reason: DecliningDatabase['declined']['reason']): DecliningDatabase => {
  return { resourceId: 'shop', name: 'Shop', isNear: true, declined: { reason, words: [], instead: [] } }
}

it.each([
  ['What is the average cost?', 'noMeasure', ['shop']],
  // Words that it lacks are rather a matter of documents.
  ['What is the average cost?', 'unknownWords', []],
  // Of what is understood in part nobody knows which database it means.
  ['The average cost (about: orders, 2023)?', 'unread', []],
] as const)('beside documents “%s” (%s) needs %j', async (question, reason, needed) => {
  const decliningDatabases = async () => [near(reason)]
  const found = await understandingDatabase({ decliningDatabases }, { question }, new AbortController().signal)
  expect(found.map(({ resourceId }) => resourceId)).toEqual(needed)
})

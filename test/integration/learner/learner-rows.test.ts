import { expect, it } from 'vitest'
import { createLearnerRows } from '../../../main/learner/learner-rows'
import { databaseBefore } from '../store/support'

const at = '2026-01-01T12:00:00.000Z'
const raised = (key: string, hash = 'h') =>
  ({
    key,
    question: `${key}?`,
    raisedBy: { kind: 'title', values: { name: 't' } },
    heading: null,
    sourceIds: ['s'],
    hash,
  }) as const

it('a question that was under way when Quarry was killed is charged whole and not asked again', async () => {
  const { database, upgrade } = await databaseBefore('learner')
  await upgrade()
  const rows = createLearnerRows(database, 'default')
  expect(await rows.firstDue([raised('a'), raised('b')])).toMatchObject({ key: 'a' })
  await rows.begin(raised('a'), '2026-01-01', 60_000, at)

  const after = createLearnerRows(database, 'default')
  await after.endUnfinished()
  expect(await after.firstDue([raised('a'), raised('b')])).toMatchObject({ key: 'b' })
  expect(await after.day('2026-01-01')).toEqual({ paused: false, questions: 1, spentMs: 60_000 })
  expect((await after.list({ offset: 0, limit: 9 })).questions).toMatchObject([
    { question: 'a?', state: 'dropped', reason: 'quarryEnded' },
  ])
  // Other content is reason to ask again; the next day begins with nothing spent, and a clock set back does not.
  expect(await after.firstDue([raised('a', 'other')])).toMatchObject({ key: 'a' })
  expect(await after.day('2026-01-02')).toMatchObject({ questions: 0, spentMs: 0 })
  expect(await after.day('2025-12-31')).toMatchObject({ questions: 1 })
})

it('one that was interrupted costs its time alone and is asked again; a removed one leaves no words and is not', async () => {
  const { database, upgrade } = await databaseBefore('learner')
  await upgrade()
  const rows = createLearnerRows(database, 'default')
  const id = await rows.begin(raised('a'), '2026-01-01', 60_000, at)
  await rows.end(database, id, { state: 'interrupted', reservedMs: 60_000, tookMs: 900 })
  expect(await rows.day('2026-01-01')).toMatchObject({ questions: 0, spentMs: 900 })
  expect(await rows.firstDue([raised('a')])).toMatchObject({ key: 'a' })
  expect(await rows.begin(raised('a'), '2026-01-01', 60_000, at)).toBe(id)
  await rows.end(database, id, { state: 'dropped', reason: 'notAnswered', reservedMs: 60_000, tookMs: 100 })
  expect(await rows.day('2026-01-01')).toMatchObject({ questions: 1, spentMs: 1000 })
  expect(await rows.remove([id])).toBe(1)
  expect(await rows.firstDue([raised('a'), raised('a', 'other')])).toBeNull()
  expect(await database.query('select question, raised_by from learner_questions')).toEqual([
    { question: '', raised_by: {} },
  ])
})

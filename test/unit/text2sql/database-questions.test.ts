import { expect, it, vi } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import type { UniversalResource } from '../../../contract/resources/resource'
import { createDatabaseQuestions } from '../../../main/text2sql'

const known = { find: async () => null, keep: async () => {}, noteUse: async () => {} }
const column = { type: 'INTEGER', nullable: true, primaryKey: false, samples: [] }
const tables = [
  {
    ...{ schema: null, name: 'orders', kind: 'table', rows: 3, rowsEstimated: false, foreignKeys: [] },
    columns: [{ ...column, name: 'amount' }],
  },
]

const shop = (resourceId: string, updatedAt = ''): UniversalResource =>
  ({
    ...{ resourceId, name: 'Shop', updatedAt },
    metadata: { type: 'database', engine: 'sqlite', tables },
  }) as unknown as UniversalResource

it('a database that does not answer in time holds up no question, and is not asked again by itself', async () => {
  const selected: string[] = []
  let updatedAt = '2026-01-01T00:00:00.000Z'
  const questions = createDatabaseQuestions({
    known,
    list: async () => ['hangs', 'times out', 'answers'].map((resourceId) => ({ resourceId })),
    get: async (resourceId) => shop(resourceId, updatedAt),
    select: (resourceId, { signal, sql }) => {
      selected.push(resourceId)
      if (resourceId === 'times out') return Promise.reject(new QuarryError('resource.timeout', 'Timed out.'))
      if (resourceId === 'hangs')
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
      const rows = sql.includes('COUNT') ? [[3, 3]] : [[1], [2], [3]]
      return Promise.resolve({ columns: [], rows, truncated: false } as never)
    },
    limits: { databaseMs: 20, allMs: 60_000 },
  })
  const passedOver = async () => (await questions.passedOver()).map(({ resourceId, error }) => [resourceId, error.code])
  const find = async () =>
    (await questions.find('How many orders are there?', new AbortController().signal)).askable.map(
      ({ resourceId }) => resourceId,
    )
  expect(await find()).toEqual(['answers'])
  expect(new Set(selected)).toEqual(new Set(['hangs', 'times out', 'answers']))
  expect(await passedOver()).toEqual([
    ['hangs', 'resource.timeout'],
    ['times out', 'resource.timeout'],
  ])
  selected.length = 0
  expect(await find()).toEqual(['answers'])
  expect(selected).toEqual([])
  // A person repaired it.
  updatedAt = '2026-01-02T00:00:00.000Z'
  await find()
  expect(selected).toContain('hangs')
})

it('a database that takes long is looked at to the end, answers the next question, and is told of until then', async () => {
  let looks = 0
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const questions = createDatabaseQuestions({
    known,
    list: async () => [{ resourceId: 'large' }],
    get: async (resourceId) => shop(resourceId),
    async select(_, { sql }) {
      if (sql.includes('COUNT')) looks += 1
      await answered
      return { columns: [], rows: sql.includes('COUNT') ? [[3, 3]] : [[1], [2], [3]], truncated: false } as never
    },
    limits: { databaseMs: 20, allMs: 60_000 },
  })
  const find = async () =>
    (await questions.find('How many orders are there?', new AbortController().signal)).askable.map(
      ({ resourceId }) => resourceId,
    )
  expect(await find()).toEqual([])
  // No other question waits for it while it is under way.
  expect(await find()).toEqual([])
  const limit = { limitMs: 20 }
  expect(await questions.passedOver()).toMatchObject([
    { name: 'Shop', error: { code: 'resource.timeout', context: limit } },
  ])
  answer()
  await vi.waitFor(async () => expect(await find()).toEqual(['large']))
  expect([looks, await questions.passedOver()]).toEqual([1, []])
})

it('databases that no time is left for are told of, and one that is gone is not', async () => {
  let there = ['first', 'second']
  const questions = createDatabaseQuestions({
    known,
    list: async () => there.map((resourceId) => ({ resourceId })),
    get: async (resourceId) => shop(resourceId),
    select: () => new Promise(() => {}),
    limits: { databaseMs: 60_000, allMs: 20 },
  })
  const passedOver = async (): Promise<string[]> => {
    await questions.find('How many orders are there?', new AbortController().signal)
    return (await questions.passedOver()).map(({ resourceId }) => resourceId)
  }
  expect(await passedOver()).toEqual(['first', 'second'])
  there = ['second']
  expect(await passedOver()).toEqual(['second'])
})

it('a question that nobody waits for any more ends, whatever a database does', async () => {
  const unwanted = new AbortController()
  const questions = createDatabaseQuestions({
    known,
    list: async () => [{ resourceId: 'hangs' }],
    get: async (resourceId) => shop(resourceId),
    select: (_, { signal }) => {
      unwanted.abort(new QuarryError('cancelled', 'Stopped.'))
      return signal?.aborted ? Promise.reject(signal.reason) : new Promise(() => {})
    },
  })
  await expect(questions.find('How many orders are there?', unwanted.signal)).rejects.toMatchObject({
    code: 'cancelled',
  })
})

it.each([
  [1, ['db0']],
  [3, ['db0', 'db1', 'db2']],
  // Nobody waits for so many, and nobody reads what they say.
  [5, []],
])('of %i databases that can be asked alike finds %j', async (count, found) => {
  const questions = createDatabaseQuestions({
    known,
    list: async () => Array.from({ length: count }, (_, at) => ({ resourceId: `db${at}` })),
    get: async (resourceId) => shop(resourceId),
    select: async (_, { sql }) =>
      ({ columns: [], rows: sql.includes('COUNT') ? [[3, 3]] : [[1], [2], [3]], truncated: false }) as never,
  })
  const asked = await questions.find('How many orders are there?', new AbortController().signal)
  expect(asked.askable.map(({ resourceId }) => resourceId)).toEqual(found)
  expect(asked.askable.every(({ reading, sureness }) => reading.values.of.rowsOf === 'orders' && sureness > 0.5)).toBe(
    true,
  )
  expect([asked.tooManyAlike.length, asked.declining()]).toEqual([count > 4 ? count : 0, []])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import type { ModelTurn } from '../../../contract/models/language-model'
import { createSessionModel } from '../../../main/research/engines/session-model'
import { readModelUse } from '../../../main/research/repository/turns'
import { openFreshStore, type Store } from './setting'

let store: Store
beforeAll(async () => {
  store = await openFreshStore()
})
afterAll(() => store.close())

const signal = new AbortController().signal
const turn = (content: string) => ({
  role: 'write' as const,
  about: '',
  prompt: 'write/1/en',
  messages: [{ role: 'user' as const, content }],
  maxTokens: 600,
  schema: null,
})

it('steps side by side stay within the budget together, and an answer that broke off counts', async () => {
  const { database } = store
  await database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ('budget', 'default', 't', 'q', 'running', '{}', 'extractive')`,
  )
  let breakOff: (error: Error) => void = () => undefined
  const ended = new Promise<ModelTurn>((_resolve, reject) => {
    breakOff = reject
  })
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const model = createSessionModel(
    { resourceId: 'model:1', model: 'tiny' },
    {
      database,
      projectId: 'default',
      sessionId: 'budget',
      models: {
        budget: () => 1000,
        contextTokens: async () => 4000,
        async generate(_model, _request, { onText }) {
          onText('Leaves fall because')
          begin()
          return ended
        },
      },
      instructions: '',
      now: () => '2026-01-01T00:00:00.000Z',
      onDraft: () => undefined,
    },
  )
  const first = expect(model.take(turn('Why?'), signal)).rejects.toMatchObject({ code: 'resource.unreachable' })
  await begun
  await expect(model.take(turn('How?'), signal)).rejects.toMatchObject({ code: 'model.overBudget' })
  // What may still be used is no use yet.
  expect(await readModelUse(database, 'budget')).toEqual({ turns: 0, tokens: 0 })
  breakOff(new QuarryError('resource.unreachable', 'It broke off.'))
  await first
  const { turns, tokens } = await readModelUse(database, 'budget')
  expect(turns).toBe(0)
  expect(tokens).toBeGreaterThan(10)
  expect(tokens).toBeLessThan(50)
})

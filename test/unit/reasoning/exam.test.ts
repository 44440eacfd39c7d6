import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import type { ModelTurn } from '../../../contract/models/language-model'
import { type ModelRole, modelRole } from '../../../contract/models/model-turn'
import type { SessionModel, TurnRequest } from '../../../main/reasoning'
import { examSentences, takeExam } from '../../../main/reasoning/model/exam'
import { goodAnswer } from '../../fixtures/good-model'

const { signal } = new AbortController()

/** A model that answers each turn so. */
const answering = (answer: (turn: TurnRequest) => string | Partial<ModelTurn>): SessionModel => ({
  name: 'tiny',
  contextTokens: async () => 8000,
  async take(turn) {
    const said = answer(turn)
    return { text: '', finish: 'stop', ...(typeof said === 'string' ? { text: said } : said) }
  },
  noteByRules: async () => {},
})

/** As the fixture's model says it, in the form of a turn. */
function right({ role, messages }: TurnRequest): Partial<ModelTurn> {
  const answer = goodAnswer(role, messages)
  if ('text' in answer) return answer
  return { calls: answer.calls.map(([name, input]) => ({ name, arguments: JSON.stringify(input) })) }
}

async function passedBy(model: SessionModel) {
  const roles: ModelRole[] = []
  const results = await takeExam(model, { signal, onRole: (role) => roles.push(role) })
  expect(roles).toEqual(modelRole.options)
  return modelRole.options.filter((role) => results[role].isPassed)
}

it('a model passes the roles that it plays well, and no other', async () => {
  expect(await passedBy(answering(right))).toEqual(modelRole.options)
  for (const weak of modelRole.options) {
    // One that waves everything through, keeps everything, and says one thing whatever it is asked.
    const lazy: Readonly<Record<ModelRole, string | Partial<ModelTurn>>> = {
      clarify: '{"isClear": true, "ask": "", "choices": []}',
      plan: '{"steps": [{"title": "All", "query": "heat pump", "after": []}]}',
      research: { calls: [{ name: 'finish', arguments: '{"keep":[1,2,3,4,5]}' }] },
      write: 'Heat pumps last 90 years [2].',
      verify: '{"verdicts": [{"n": 1, "verdict": "supported"}, {"n": 2, "verdict": "supported"}]}',
    }
    const passed = await passedBy(answering((turn) => (turn.role === weak ? lazy[weak] : right(turn))))
    expect(passed).toEqual(modelRole.options.filter((role) => role !== weak))
  }
})

it('what a model cannot do fails its role, and what keeps it from any answer ends the exam', async () => {
  const results = await takeExam(
    answering(() => 'Hm.'),
    { signal, onRole: () => {} },
  )
  for (const role of modelRole.options)
    expect(results[role]).toMatchObject({ isPassed: false, error: { code: 'model.unusable' } })
  const gone = answering(() => {
    throw new QuarryError('resource.unreachable', 'Gone.')
  })
  await expect(takeExam(gone, { signal, onRole: () => {} })).rejects.toMatchObject({ code: 'resource.unreachable' })
})

it('asks about sentences that stand in the samples, word by word', () => {
  const folder = join(import.meta.dirname, '../../../samples')
  const samples = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  for (const sentence of Object.values(examSentences)) expect(samples).toContain(sentence)
})

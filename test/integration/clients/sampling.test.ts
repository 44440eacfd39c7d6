import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { CallExchange } from '../../../contract/calls/service-question'
import type { UniversalResource } from '../../../contract/resources/resource'
import type { SessionView } from '../../../contract/session/session'
import {
  createLanguageModels,
  createMcpServers,
  createMcpTools,
  createModelFiles,
  type McpServers,
} from '../../../main/clients'
import { programLaunchers, startChildProcess } from '../../../main/processes'
import { type Reply, startModelServer } from '../../fixtures/model-server'
import { plannedStep, scriptedEngine } from '../research/scripted-engine'
import {
  addSource,
  clearRows,
  describeResource,
  openFreshStore,
  openSetting,
  type Store,
  whenView,
} from '../research/setting'
import { secretsInMemory, workersDir } from '../resources/support'

const resourceId = 'mcp_server:sampling'
const args = [join(import.meta.dirname, 'sampling-server.mjs')]
const server = {
  ...(await describeResource(resourceId)),
  type: 'mcp_server',
  name: 'Notes',
  metadata: { type: 'mcp_server', transport: 'stdio', command: process.execPath, args, url: null, secretNames: [] },
} as unknown as UniversalResource

const text = (words: string) => ({ type: 'text', text: words })
const prompt = {
  systemPrompt: 'Be brief.',
  messages: [{ role: 'user', content: text('Why do leaves\u202e fall? key is sk-live-0123456789abcdef') }],
  maxTokens: 40,
}
const withContent = (content: unknown) => ({ ...prompt, messages: [{ role: 'user', content }] })

const ofProcesses = {
  workersDir,
  start: startChildProcess,
  secrets: secretsInMemory(),
  egress: () => 'offline' as const,
}
const openServers = (timeoutMs?: number): McpServers =>
  createMcpServers({
    ...ofProcesses,
    mayStart: async () => true,
    launchers: programLaunchers,
    mayUseNetwork: () => true,
    roots: () => [],
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })

let store: Store
/** Where the time of a call is the usual one; the server is started once. */
let usual: McpServers
let languageModels: ReturnType<typeof createLanguageModels>
beforeAll(async () => {
  store = await openFreshStore()
  usual = openServers()
  languageModels = createLanguageModels({
    ...ofProcesses,
    files: createModelFiles(ofProcesses),
    fileContextTokens: () => 4096,
  })
})
afterAll(async () => {
  await Promise.all([usual.close(), languageModels.close()])
  await store.close()
})

interface Asked {
  readonly wanted?: readonly object[]
  readonly reply?: Reply
  readonly engine?: string
  readonly clarify?: boolean
  readonly budget?: number
  readonly timeoutMs?: number
  readonly patienceMs?: number
}

/** A session whose one step calls a tool that wants a language model's answer; a person has allowed the call. */
async function openCall(asked: Asked = {}) {
  const {
    wanted = [prompt],
    reply = { text: 'Cork.', usage: [30, 5] },
    engine = 'model:1/tiny',
    clarify = true,
  } = asked
  onTestFinished(() => clearRows(store.database))
  await addSource(store.database)
  const served = await startModelServer(() => reply)
  onTestFinished(() => served.close())
  const servers = asked.timeoutMs === undefined ? usual : openServers(asked.timeoutMs)
  if (servers !== usual) onTestFinished(() => servers.close())
  const modelServer = {
    resourceId: 'model:1',
    name: 'Scripted',
    metadata: { type: 'model', provider: 'openai-compatible', location: served.origin, models: ['tiny'] },
  } as unknown as UniversalResource
  const byScript = scriptedEngine({
    steps: [plannedStep('a')],
    async gather(_step, { callTool }) {
      await callTool({ tool: 'act', resourceId, input: { wanted } }).catch(() => undefined)
    },
  })
  const { research, pool, close } = await openSetting(store.database, byScript, {
    toolProviders: [createMcpTools(servers, () => new Date().toISOString())],
    readResource: async () => server,
    models: {
      generate: (place, request, options) => languageModels.generate(modelServer, place.model, request, options),
      contextTokens: async () => 4000,
      budget: () => asked.budget ?? 10_000,
      describe: async ({ model }) => ({ name: model, server: 'Scripted', elsewhere: null }),
      redact: async (texts) => texts.map((one) => one.replace(/sk-live-\w+/, '[key]')),
      engineOn: () => byScript,
    },
    ...(asked.patienceMs === undefined ? {} : { patienceMs: asked.patienceMs }),
  })
  onTestFinished(close)
  pool.addResource({
    resourceId,
    type: 'mcp_server',
    name: 'Notes',
    capabilities: [],
    readOnly: false,
    parallelism: 1,
  })
  const settings = { clarify, autoAccept: false }
  const id = await research.start({ question: 'What is there?', settings, engine })
  await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
  const { origin: _origin, ...step } = plannedStep('a')
  const need = { type: 'tool', capability: 'tool_call', level: 1, resourceId } as const
  await research.acceptPlan(id, [{ ...step, requirements: [need] }])
  const { confirmations } = await whenView(research, id, ({ confirmations: open }) => open.length > 0)
  const { risk, steps } = confirmations[0]!
  const allowed = { answer: 'allow', scope: 'once', remark: null, input: null, seen: { risk, steps } } as const
  await research.answerConfirmation(id, confirmations[0]!.id, allowed)
  const cardIn = ({ questions: [card] }: SessionView) => (card?.kind === 'completion' ? card : undefined)
  const card = async (stage: 'permission' | 'working' | 'review', isFailed = false) => {
    const fits = (view: SessionView): boolean =>
      cardIn(view)?.stage === stage && (cardIn(view)?.error !== null) === isFailed
    return cardIn(await whenView(research, id, fits))!
  }
  const answer = (questionId: string, action: 'accept' | 'decline' | 'cancel') =>
    research.answerQuestion(id, questionId, action === 'accept' ? { action, entries: {} } : { action })
  const ended = async () => {
    const { state, modelUse, questions } = await research.whenSettled(id)
    expect(questions).toEqual([])
    const [row] = await store.database.query<{
      output: { value: { told: readonly unknown[]; sampling?: unknown }; refused: string[]; models?: string[] } | null
      exchanges: CallExchange[]
    }>('select output, exchanges from tool_call_history where session_id = $1', [id])
    const { output, exchanges } = row!
    return {
      state,
      modelUse,
      exchanges,
      told: output?.value.told,
      refused: output?.refused,
      sampling: output?.value.sampling,
      models: output?.models,
    }
  }
  return { research, id, served, servers, card, answer, ended }
}

const declined = { code: -1, data: { kind: 'declined' } }

it('a server gets a language model’s answer once a person has allowed the question, and then the answer', async () => {
  const { research, id, served, card, answer, ended } = await openCall()
  const asked = await card('permission')
  const words = 'Why do leaves\u202e fall? key is [key]'
  expect(asked).toMatchObject({
    tool: 'act',
    server: 'Notes',
    stepId: 'a',
    system: 'Be brief.',
    messages: [{ role: 'user', text: words }],
    maxTokens: 40,
    model: { name: 'tiny', server: 'Scripted', elsewhere: null },
    answer: null,
  })
  expect((await research.events(id, 0, 100)).map(({ type }) => type)).toContain('service.asked')
  expect(served.asked).toEqual([])
  await answer(asked.id, 'accept')
  const review = await card('review')
  expect(review.answer).toEqual({ text: 'Cork.', isCut: false })
  // The first yes says nothing of the answer, and comes only once.
  await expect(answer(asked.id, 'accept')).rejects.toMatchObject({ code: 'session.wrongState' })
  const [{ messages, max_tokens }] = served.asked as [(typeof served.asked)[0]]
  expect(max_tokens).toBe(40)
  expect(messages[1]?.content).toContain(`system: Be brief.\nuser: ${words}`)
  expect(messages[0]?.content).toMatch(/between <program-\w+>/)
  await answer(review.id, 'accept')
  const { state, told, refused, exchanges, modelUse, sampling, models } = await ended()
  expect([state, refused, sampling, models]).toEqual(['done', [], {}, ['tiny']])
  expect(told).toEqual([
    { role: 'assistant', content: { type: 'text', text: 'Cork.' }, model: 'tiny', stopReason: 'endTurn' },
  ])
  expect(exchanges).toEqual([
    {
      at: expect.any(String),
      message: `system: Be brief.\n\nuser: ${words}`,
      outcome: 'accepted',
      content: {},
      completion: { model: 'tiny', maxTokens: 40, answer: 'Cork.' },
    },
  ])
  expect(modelUse).toEqual({ turns: 1, tokens: 35 })
})

it('a person declines the question, or keeps the answer back: the server is told no more than that', async () => {
  const { served, card, answer, ended } = await openCall({ wanted: [prompt, prompt] })
  await answer((await card('permission')).id, 'decline')
  await answer((await card('permission')).id, 'accept')
  await answer((await card('review')).id, 'decline')
  const { told, exchanges, models } = await ended()
  expect(models).toBeUndefined()
  expect(told).toMatchObject([declined, declined])
  expect(JSON.stringify(told)).not.toContain('Cork')
  expect(exchanges).toMatchObject([
    { outcome: 'declined', completion: { answer: null } },
    { outcome: 'withheld', completion: { answer: 'Cork.' } },
  ])
  expect(served.asked).toHaveLength(1)
})

it('what is no plain text, too long or beyond the tokens is declined, with the reason in the record and nobody asked', async () => {
  const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' }
  const tools = { tools: [{ name: 'act', inputSchema: { type: 'object' } }] }
  const three = await openCall({
    wanted: [withContent(image), { ...prompt, includeContext: 'allServers' }, { ...prompt, ...tools }, prompt],
  })
  const first = await three.ended()
  expect(first.exchanges.map(({ outcome }) => outcome)).toEqual(['notText', 'withContext', 'withTools', 'tooMany'])
  expect(first.told).toMatchObject([declined, declined, declined, declined])
  expect(first.refused).toEqual(Array(3).fill('sampling/createMessage'))
  const two = await openCall({
    wanted: [withContent(text('x'.repeat(40_001))), withContent(text('word '.repeat(5000)))],
  })
  expect((await two.ended()).exchanges.map(({ outcome }) => outcome)).toEqual(['tooLarge', 'tooLarge'])
  const one = await openCall({ budget: 200 })
  expect((await one.ended()).exchanges.map(({ outcome }) => outcome)).toEqual(['overBudget'])
  expect([three, two, one].flatMap(({ served }) => served.asked)).toEqual([])
})

it('without a language model, or with nobody who follows the session, a server is declined at once', async () => {
  const without = await (await openCall({ engine: 'extractive' })).ended()
  expect(without.told).toMatchObject([{ ...declined, message: expect.stringContaining('no language model') }])
  expect(without.exchanges).toMatchObject([{ outcome: 'noModel' }])
  const alone = await (await openCall({ clarify: false })).ended()
  expect([alone.told, alone.refused]).toMatchObject([[declined], ['sampling/createMessage']])
  expect(alone.exchanges).toEqual([])
})

it('where the model fails, the person may try again or decline', async () => {
  const { served, card, answer, ended } = await openCall({
    reply: { status: 400, body: { error: { message: 'No.' } } },
  })
  await answer((await card('permission')).id, 'accept')
  const failed = await card('permission', true)
  expect(failed.error).toMatchObject({ code: 'model.failed' })
  served.play(() => ({ text: 'Cork and', finish: 'length' }))
  await answer(failed.id, 'accept')
  const review = await card('review')
  expect(review.answer).toEqual({ text: 'Cork and', isCut: true })
  await answer(review.id, 'accept')
  expect((await ended()).told).toMatchObject([{ stopReason: 'maxTokens' }])
})

it('a model that works longer than the time of the question is stopped, and the time of the call stands still', async () => {
  const { served, card, answer, ended } = await openCall({ reply: { stall: 'Co' }, timeoutMs: 4000, patienceMs: 7000 })
  await answer((await card('permission')).id, 'accept')
  await expect(answer((await card('working')).id, 'accept')).rejects.toMatchObject({ code: 'session.wrongState' })
  const { state, told, exchanges } = await ended()
  expect(state).toBe('done')
  expect(told).toMatchObject([declined])
  expect(exchanges).toMatchObject([{ outcome: 'timedOut', completion: { answer: null } }])
  expect(served.openTurns()).toBe(0)
})

it('a stop, and the end of the server, take the card away and stop the model', async () => {
  const stopped = await openCall({ reply: { stall: 'Co' } })
  await stopped.answer((await stopped.card('permission')).id, 'accept')
  const working = await stopped.card('working')
  await stopped.research.stop(stopped.id)
  expect((await stopped.ended()).state).toBe('stopped')
  await expect(stopped.answer(working.id, 'decline')).rejects.toMatchObject({ code: 'session.wrongState' })
  const gone = await openCall({ reply: { stall: 'Co' } })
  await gone.answer((await gone.card('permission')).id, 'accept')
  await gone.card('working')
  await gone.servers.end(resourceId)
  expect((await gone.ended()).exchanges).toMatchObject([{ outcome: 'withdrawn', completion: { answer: null } }])
})

import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { UniversalResource } from '../../../contract/resources/resource'
import { createMcpServers, createMcpTools, type McpServers } from '../../../main/clients'
import { programLaunchers, startChildProcess } from '../../../main/processes'
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

const resourceId = 'mcp_server:everything'
const tool = 'trigger-elicitation-request'
const packages = resolve(import.meta.dirname, '..', '..', '..', 'node_modules', '@modelcontextprotocol')
const args = [join(packages, 'server-everything', 'dist', 'index.js'), 'stdio']
const server = {
  ...(await describeResource(resourceId)),
  type: 'mcp_server',
  name: 'everything',
  metadata: { type: 'mcp_server', transport: 'stdio', command: process.execPath, args, url: null, secretNames: [] },
} as unknown as UniversalResource

const openServers = (timeoutMs?: number): McpServers =>
  createMcpServers({
    workersDir,
    start: startChildProcess,
    secrets: secretsInMemory(),
    egress: () => 'offline',
    mayStart: async () => true,
    launchers: programLaunchers,
    mayUseNetwork: () => true,
    roots: () => [],
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })

let store: Store
/** Where the time of a call is the usual one; the server is started once. */
let usual: McpServers
beforeAll(async () => {
  store = await openFreshStore()
  usual = openServers()
})
afterAll(async () => {
  await usual.close()
  await store.close()
})

interface Asked {
  readonly clarify?: boolean
  readonly timeoutMs?: number
  readonly patienceMs?: number
}

/** A session whose one step calls a tool of a server, which a person has allowed. */
async function openCall({ clarify = true, timeoutMs, patienceMs }: Asked = {}) {
  onTestFinished(() => clearRows(store.database))
  await addSource(store.database)
  const servers = timeoutMs === undefined ? usual : openServers(timeoutMs)
  if (servers !== usual) onTestFinished(() => servers.close())
  const { research, pool, close } = await openSetting(
    store.database,
    scriptedEngine({
      steps: [plannedStep('a')],
      async gather(_step, { callTool }) {
        await callTool({ tool, resourceId, input: {} }).catch(() => undefined)
      },
    }),
    {
      toolProviders: [createMcpTools(servers, () => new Date().toISOString())],
      readResource: async () => server,
      ...(patienceMs === undefined ? {} : { patienceMs }),
    },
  )
  onTestFinished(close)
  const capabilities: string[] = []
  pool.addResource({
    resourceId,
    type: 'mcp_server',
    name: 'everything',
    capabilities,
    readOnly: false,
    parallelism: 1,
  })
  const id = await research.start({ question: 'What is there?', settings: { clarify, autoAccept: false } })
  await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
  const { origin: _origin, ...step } = plannedStep('a')
  const need = { type: 'tool', capability: 'tool_call', level: 1, resourceId } as const
  await research.acceptPlan(id, [{ ...step, requirements: [need] }])
  const { confirmations } = await whenView(research, id, ({ confirmations: open }) => open.length > 0)
  const { risk, steps } = confirmations[0]!
  const seen = { risk, steps }
  const allowed = { answer: 'allow', scope: 'once', remark: null, input: null, seen } as const
  await research.answerConfirmation(id, confirmations[0]!.id, allowed)
  const question = async () => {
    const { questions } = await whenView(research, id, ({ questions: open }) => open.length > 0)
    const [asked] = questions
    if (asked?.kind !== 'form') throw new Error('It asks no form.')
    return asked
  }
  const call = async () => {
    const [row] = await store.database.query<{
      state: string
      output: { value: unknown; refused: string[] }
      exchanges: unknown
    }>('select state, output, exchanges from tool_call_history')
    return row!
  }
  return { research, id, question, call, servers }
}

it('a server asks the person who is there; they see who asks what, and what they answer is checked, sent and recorded', async () => {
  const { research, id, question, call } = await openCall()
  const asked = await question()
  expect(asked).toMatchObject({
    tool,
    server: 'everything',
    resourceId,
    stepId: 'a',
    message: 'Please provide inputs for the following fields:',
  })
  expect(asked.fields.map(({ name, form }) => [name, form.kind])).toMatchObject([
    ['name', 'text'],
    ['check', 'boolean'],
    ['firstLine', 'text'],
    ['email', 'text'],
    ['homepage', 'text'],
    ['birthdate', 'text'],
    ['integer', 'number'],
    ['number', 'number'],
    ['untitledSingleSelectEnum', 'choice'],
    ['untitledMultipleSelectEnum', 'choice'],
    ['titledSingleSelectEnum', 'choice'],
    ['titledMultipleSelectEnum', 'choice'],
    ['legacyTitledEnum', 'choice'],
  ])
  const events = await research.events(id, 0, 100)
  expect(events.map(({ type }) => type)).toContain('service.asked')
  const wrong = [
    {},
    { name: 'Ada', integer: '0' },
    { name: 'Ada', email: 'nobody' },
    { name: 'Ada', titledMultipleSelectEnum: ['x'] },
  ]
  for (const entries of wrong) {
    const answered = research.answerQuestion(id, asked.id, { action: 'accept', entries })
    await expect(answered).rejects.toMatchObject({ code: 'input.invalid' })
  }
  const entries = {
    name: 'Ada',
    check: 'true',
    integer: '7',
    birthdate: '1990-01-31',
    titledMultipleSelectEnum: ['fish-2'],
  }
  await research.answerQuestion(id, asked.id, { action: 'accept', entries })
  await expect(research.answerQuestion(id, asked.id, { action: 'decline' })).rejects.toMatchObject({
    code: 'session.wrongState',
  })
  expect((await research.whenSettled(id)).state).toBe('done')
  const content = {
    name: 'Ada',
    check: true,
    integer: 7,
    birthdate: '1990-01-31',
    titledMultipleSelectEnum: ['fish-2'],
  }
  const { state, output, exchanges } = await call()
  expect(state).toBe('done')
  expect(JSON.stringify(output.value)).toContain('Name: Ada')
  expect(output.refused).toEqual([])
  expect(exchanges).toEqual([{ at: expect.any(String), message: asked.message, outcome: 'accepted', content }])
  expect((await research.view(id)).questions).toEqual([])
})

it.each([
  ['decline', 'declined'],
  ['cancel', 'cancelled'],
] as const)('a person answers “%s”: the server is told nothing else', async (action, outcome) => {
  const { research, id, question, call } = await openCall()
  await research.answerQuestion(id, (await question()).id, { action })
  await research.whenSettled(id)
  const { output, exchanges } = await call()
  expect(JSON.stringify(output.value)).toContain(`\\"action\\": \\"${action}\\"`)
  expect(exchanges).toMatchObject([{ outcome, content: {} }])
})

it('nobody is asked where nobody follows the session, and the answer says what was refused', async () => {
  const { research, id, call } = await openCall({ clarify: false })
  await research.whenSettled(id)
  const { output, exchanges } = await call()
  expect(output.refused).toEqual(['elicitation/create'])
  expect(JSON.stringify(output.value)).toContain('\\"action\\": \\"cancel\\"')
  expect(exchanges).toEqual([])
})

it('the time of a call stands still while a person thinks, and they are waited for only so long', async () => {
  const { research, id, call } = await openCall({ timeoutMs: 6000, patienceMs: 9000 })
  await research.whenSettled(id)
  const { state, exchanges } = await call()
  expect(state).toBe('done')
  expect(exchanges).toMatchObject([{ outcome: 'timedOut', content: {} }])
})

it('a stop takes the question away', async () => {
  const { research, id, question } = await openCall()
  const asked = await question()
  await research.stop(id)
  const view = await research.whenSettled(id)
  expect([view.state, view.questions]).toEqual(['stopped', []])
  await expect(research.answerQuestion(id, asked.id, { action: 'cancel' })).rejects.toMatchObject({
    code: 'session.wrongState',
  })
})

it('a server that ends takes its question with it', async () => {
  const { research, id, question, servers, call } = await openCall()
  await question()
  await servers.end(resourceId)
  const { questions } = await research.whenSettled(id)
  expect(questions).toEqual([])
  expect((await call()).exchanges).toMatchObject([{ outcome: 'withdrawn' }])
})

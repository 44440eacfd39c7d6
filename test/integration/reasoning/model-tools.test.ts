import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { ModelRole } from '../../../contract/models/model-turn'
import { claimsIn } from '../../../contract/report/report'
import type { RoleEngines } from '../../../contract/session/engine'
import type { SessionSettings, SessionState } from '../../../contract/session/session'
import { type Asked, type Reply, roleOf, startModelServer } from '../../fixtures/model-server'
import { runtimeOn } from '../../fixtures/runtime'

const patience = { timeout: 60_000, interval: 150 }
const question = 'How many orders does the database hold, and why do leaves fall in autumn?'

let quarry: Awaited<ReturnType<typeof start>>
let served: Awaited<ReturnType<typeof startModelServer>>
let work: string
let engine: string

const start = (resumeSessions = false) => runtimeOn(join(work, 'data'), resumeSessions)

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'quarry-tools-'))
  served = await startModelServer(() => ({ text: '' }))
  const shop = new sqlite.Database(join(work, 'shop.sqlite'))
  shop.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, label TEXT); INSERT INTO orders (label) VALUES (1), (2), (3)')
  shop.close()
  await writeFile(
    join(work, 'leaves.md'),
    '# Leaves\n\nLeaves fall in autumn because the tree seals their stalks with cork.\n',
  )
  await writeFile(
    join(work, 'winter.md'),
    '# Winter\n\nSnow would break the branches of a maple that kept its foliage.\n\nA bare crown lets the storms of January pass through.\n',
  )
  quarry = await start()
  const { call } = quarry.connection
  await call('library.add', { paths: ['leaves.md', 'winter.md', 'shop.sqlite'].map((name) => join(work, name)) })
  await call('resources.addText', { text: served.origin })
  await vi.waitUntil(async () => (await call('library.summary')).byState.indexed === 2, patience)
  await vi.waitUntil(async () => (await call('resources.summary')).byType.database === 1, patience)
  engine = (await call('session.engines'))[0]!.engine
})
afterAll(async () => {
  await quarry.close()
  served.close()
  await rm(work, { recursive: true, force: true })
})

const supported = 'Leaves fall in autumn because the tree seals their stalks with cork'
const steps = [{ title: 'Orders in the database', query: 'orders leaves fall autumn', after: [], uses: [1] }]
const usual: Readonly<Record<ModelRole, Reply>> = {
  clarify: { text: '{"isClear": true, "ask": "", "choices": []}' },
  plan: { text: JSON.stringify({ steps }) },
  research: { calls: [['finish', { keep: [] }]] },
  write: { text: 'NOT ANSWERED' },
  verify: { text: '{"verdicts": []}' },
}
type Part = (one: Asked, turn: number) => Reply

const asked = (role: ModelRole) => served.asked.filter((one) => roleOf(one) === role)
function play(parts: Partial<Record<ModelRole, Part>>): void {
  served.play((one) => {
    const role = roleOf(one)
    return parts[role]?.(one, asked(role).length) ?? usual[role]
  })
}

it('a session works as its project has it, and where one says otherwise, as that says', async () => {
  const { call } = quarry.connection
  const off = { investigates: false, reAct: false, parallelCalls: false }
  await call('settings.set', off)
  const given = { question, mode: 'research', engine, settings: { clarify: false, autoAccept: true } } as const
  try {
    served.asked.length = 0
    play({ research: (_one, turn) => ({ calls: [['recall', { query: `cork ${turn}` }]] }) })
    const { sessionId } = await call('session.start', given)
    const view = await reach(sessionId, 'done', 'failed')
    expect(view.settings).toMatchObject(off)
    expect(view).toMatchObject({ state: 'done', investigation: null })
    // One round of calls, then the last turn, which can only finish.
    const tools = asked('research').map((one) => one.tools?.map((tool) => tool.function.name))
    expect(tools.map((names) => names?.includes('recall'))).toEqual([true, false])
    const other = await call('session.start', { ...given, investigates: true, parallelCalls: true })
    const { settings } = await call('session.view', { sessionId: other.sessionId })
    expect(settings).toMatchObject({ investigates: true, reAct: false, parallelCalls: true })
    await reach(other.sessionId, 'done', 'failed')
  } finally {
    await call('settings.set', { investigates: true, reAct: true, parallelCalls: true })
  }
})

async function begin(settings: Partial<SessionSettings> = {}, roleEngines: RoleEngines = {}): Promise<string> {
  const whole = { clarify: false, autoAccept: true, ...settings }
  const given = { question, mode: 'research' as const, settings: whole, engine, roleEngines }
  return (await quarry.connection.call('session.start', given)).sessionId
}

const viewOf = (sessionId: string) => quarry.connection.call('session.view', { sessionId })
async function reach(sessionId: string, ...states: readonly SessionState[]) {
  await vi.waitUntil(async () => states.includes((await viewOf(sessionId)).state), patience)
  return viewOf(sessionId)
}
const callsOf = async (sessionId: string) =>
  (await quarry.connection.call('calls.list', { filter: { sessionId }, offset: 0, limit: 50 })).calls.toReversed()

/** The numbers of the lines that hold these words in what was asked, fenced. */
function numbered({ messages }: Asked, ...words: readonly string[]): number[] {
  const lines = messages.at(-1)!.content.split('\n')
  return words.flatMap((word) => {
    const line = lines.find((one) => /^\[\d+\]/.test(one) && one.includes(word))
    return line === undefined ? [] : [Number(/\d+/.exec(line)![0])]
  })
}

/** Looks into the winter, then into the database, then keeps what it found there. */
const looksAround: Part = (one, turn) => {
  if (turn === 1)
    return {
      calls: [
        ['recall', { query: 'maple branches snow' }],
        ['describe_table', {}],
        ['erase_everything', {}],
      ],
    }
  if (turn === 2)
    return {
      calls: [
        ['sql_query', { sql: 'select count(*) as orders_held from orders' }],
        ['recall', { query: 'maple branches snow' }],
        ['read_source', { near: numbered(one, 'Snow would break')[0] ?? 0 }],
      ],
    }
  return { calls: [['finish', { keep: numbered(one, 'orders held', 'Snow would break', 'bare crown') }]] }
}

it('a model clarifies, plans anew as a person wants, calls tools, and answers a follow-up', async () => {
  play({
    clarify: (_, turn) =>
      turn === 1 ? { text: '{"isClear": false, "ask": "Which autumn?", "choices": ["This one"]}' } : usual.clarify,
    research: looksAround,
  })
  const sessionId = await begin({ clarify: true, autoAccept: false })
  const { call } = quarry.connection
  const [round] = (await reach(sessionId, 'awaitingClarification')).clarifications
  expect(round).toMatchObject({
    kind: 'unclear',
    prompt: { kind: 'modelAsks', values: { text: 'Which autumn?' } },
    suggestions: ['This one'],
  })
  await call('session.answer', { sessionId, answer: 'any' })
  await reach(sessionId, 'awaitingPlanReview')
  await call('session.sendBackPlan', { sessionId, remark: 'Shorter, please.' })
  await vi.waitUntil(async () => (await viewOf(sessionId)).plan?.version === 2, patience)
  expect(asked('plan').at(-1)?.messages.at(-1)?.content).toContain('Shorter, please.')
  const { plan } = await reach(sessionId, 'awaitingPlanReview')
  await call('session.acceptPlan', { sessionId, steps: plan!.steps })
  const { evidence, report } = await reach(sessionId, 'done', 'failed')
  // What the model kept comes first, each with the place where it stands: a row, and sentences of a document.
  expect(evidence.slice(0, 2)).toMatchObject([
    { place: { kind: 'query', statement: 'select count(*) as orders_held from orders' } },
    { sentence: expect.stringContaining('Snow would break'), place: { kind: 'source', sourceName: 'winter.md' } },
  ])
  expect(report?.citations.map(({ place }) => place.kind)).toContain('query')
  const [, second, third] = asked('research').map(({ messages }) => messages.at(-1)!.content)
  expect(second).toContain('erase_everything {} → failed: no tool')
  expect(second).toContain('orders')
  expect(third).toMatch(/recall .* → made already/)
  expect(asked('research')[0]?.tools?.map((tool) => tool.function.name)).toEqual([
    'recall',
    'read_source',
    'compute',
    'describe_table',
    'sql_query',
    'finish',
  ])
  const [turn] = (await call('session.turns', { sessionId })).filter(({ role }) => role === 'research')
  expect(turn).toMatchObject({ about: 'Orders in the database', prompt: 'gather/2/en' })
  expect(turn?.calls[0]).toEqual({ name: 'recall', arguments: '{"query":"maple branches snow"}' })
  await call('session.followUp', { sessionId, question: 'And why does snow break branches?', mode: 'research' })
  await reach(sessionId, 'awaitingPlanReview')
  await call('session.acceptPlan', { sessionId, steps: (await viewOf(sessionId)).plan!.steps })
  await vi.waitUntil(async () => (await viewOf(sessionId)).reportVersions.length === 2, patience)
  await reach(sessionId, 'done', 'failed')
})

it('a step that processes has its model write code over the rows that the step before it found, and nothing else', async () => {
  const labels = { title: 'Labels of the orders', query: 'labels orders', after: [], uses: [1] }
  const mean = {
    title: 'Mean label',
    query: 'mean of the labels',
    after: [1],
    type: 'processing',
    done_when: 'A mean.',
  }
  const code = 'const labels = stats.column(tables.rows, "label").map(Number); [{ mean: stats.mean(labels) }]'
  const processes = ({ messages }: Asked): boolean => messages[0]!.content.startsWith('You calculate')
  play({
    plan: () => ({ text: JSON.stringify({ steps: [labels, mean] }) }),
    research: (one) => {
      const shown = one.messages.at(-1)!.content
      const hasCalled = shown.includes('Calls so far')
      if (!processes(one))
        return hasCalled ? usual.research : { calls: [['sql_query', { sql: 'SELECT label FROM orders ORDER BY id' }]] }
      const n = Number(/^\[(\d+)\] \(shop\) label/m.exec(shown)?.[1])
      const result = Number(/^\[(\d+)\].*mean: 2/m.exec(shown)?.[1])
      if (hasCalled) return { calls: [['finish', { keep: [result] }]] }
      return {
        calls: [
          ['recall', { query: 'labels' }],
          ['compute', { code, tables: { rows: n } }],
        ],
      }
    },
  })
  const sessionId = await begin()
  const view = await reach(sessionId, 'done', 'failed')
  expect(view.plan!.steps.map(({ type, state, check }) => [type, state, check])).toEqual([
    ['research', 'observed', null],
    ['processing', 'observed', { brought: 'figure', isMet: null }],
  ])
  const turns = asked('research').filter(processes)
  expect(turns.map(({ tools }) => tools?.map((tool) => tool.function.name))).toEqual([
    ['compute', 'finish'],
    ['compute', 'finish'],
  ])
  expect(turns[1]!.messages.at(-1)!.content).toContain('recall {"query":"labels"} → failed: no tool “recall”')
  const computed = view.report!.citations.find(({ place }) => place.kind === 'call')
  expect(computed?.place).toMatchObject({
    operation: 'compute',
    resourceName: 'shop',
    // The rows went in by the call that brought them, never through arguments.
    arguments: { code, tables: {}, results: { rows: expect.any(String) } },
    value: { table: { columns: ['mean'], rows: [[2]] }, inputs: [{ name: 'rows', size: 3 }] },
  })
  expect(
    view.evidence.filter(({ stepId }) => stepId === view.plan!.steps[1]!.id).map(({ sentence }) => sentence),
  ).toEqual(['mean: 2'])
})

it('a call that a person denies is told to the model, which goes on without', async () => {
  play({
    research: (_, turn) => (turn === 1 ? { calls: [['sql_query', { sql: 'delete from orders' }]] } : usual.research),
  })
  const sessionId = await begin()
  await vi.waitUntil(async () => (await viewOf(sessionId)).confirmations.length === 1, patience)
  const [confirmation] = (await viewOf(sessionId)).confirmations
  await quarry.connection.call('session.answerConfirmation', {
    sessionId,
    confirmationId: confirmation!.id,
    answer: 'deny',
    remark: 'Never.',
    scope: 'once',
    input: null,
    seen: { risk: confirmation!.risk, steps: confirmation!.steps },
  })
  expect(await reach(sessionId, 'done', 'failed')).toMatchObject({ state: 'done' })
  // The finished turn is not asked again after the wait.
  expect(asked('research')).toHaveLength(2)
  expect(asked('research')[1]?.messages.at(-1)?.content).toMatch(/sql_query .* → denied: .*Never\. Find another way\./)
})

it('a session that is taken up again repeats no finished turn and no call', async () => {
  play({ research: (one, turn) => (turn === 3 ? { stall: 'Hm' } : looksAround(one, turn)) })
  const sessionId = await begin()
  await vi.waitUntil(() => asked('research').length === 3, patience)
  const before = await callsOf(sessionId)
  const third = asked('research')[2]!
  await quarry.close()
  play({ research: (one) => looksAround(one, 3) })
  quarry = await start(true)
  const { evidence } = await reach(sessionId, 'done', 'failed')
  expect(asked('research')).toHaveLength(1)
  expect(asked('research')[0]?.messages).toEqual(third.messages)
  expect(await callsOf(sessionId)).toEqual(before)
  expect(evidence[0]?.place.kind).toBe('query')
})

it('a branch asks nothing that was answered before its checkpoint, counts none of it, and tells no earlier answer of its own', async () => {
  play({ research: looksAround })
  const sessionId = await begin()
  const whole = await reach(sessionId, 'done', 'failed')
  const { call } = quarry.connection
  const turns = await call('session.turns', { sessionId })
  const made = await callsOf(sessionId)
  const metrics = await call('project.metrics')
  const branchAt = async (checkpointId: string) => {
    play({ research: looksAround })
    return (await call('session.branch', { sessionId, checkpointId, mode: 'continue' })).sessionId
  }
  const ended = await branchAt('report-1')
  expect(await reach(ended, 'done', 'failed')).toMatchObject({ state: 'done', modelUse: { turns: 0, tokens: 0 } })
  expect(served.asked).toEqual([])
  const inTurns = (of: typeof turns) => of.map(({ role, messages, answer }) => ({ role, messages, answer }))
  expect(inTurns(await call('session.turns', { sessionId: ended }))).toEqual(inTurns(turns))
  const nothingMore = await call('project.metrics')
  expect([nothingMore.models, nothingMore.calls]).toEqual([metrics.models, metrics.calls])

  const branch = await branchAt('plan-1-step-1')
  const view = await reach(branch, 'done', 'failed')
  expect(['plan', 'research'].flatMap((role) => asked(role as ModelRole))).toEqual([])
  expect(view.modelUse?.turns).toBe(served.asked.length)
  expect(view.evidence.map(({ sentence }) => sentence)).toEqual(whole.evidence.map(({ sentence }) => sentence))
  const named = (calls: typeof made) => calls.map(({ tool, input, state }) => ({ tool, input, state }))
  expect(named(await callsOf(branch))).toEqual(named(made))
  expect((await call('project.metrics')).calls.total).toBe(metrics.calls.total)
  const answeredBy = (of: typeof whole) =>
    of.report?.sections
      .filter(({ kind }) => kind === 'answered')
      .flatMap(({ sentences }) => sentences.map((one) => ('fact' in one ? one.fact : null)))
  expect(answeredBy(view)).toEqual(answeredBy(whole))
})

async function eventsOf(sessionId: string) {
  const events: { readonly type: string }[] = []
  const stop = quarry.connection.follow('sessionEvents', sessionId, 0, ({ pieces }) => void events.push(...pieces))
  await vi.waitUntil(() => events.length > 0, patience)
  stop()
  return events
}

const busy = { status: 500, headers: { 'retry-after': '0' } }
it.each<[string, Partial<Record<ModelRole, Part>>, string | null, string | null]>([
  ['fails while it looks things up', { research: () => busy }, 'research', 'model.failed'],
  [
    'repeats itself',
    { research: () => ({ endless: 'and then the leaves the leaves ' }) },
    'research',
    'model.unusable',
  ],
  ['refuses', { research: () => ({ text: 'I cannot help with that.' }) }, 'research', 'model.unusable'],
  [
    'breaks off within a string',
    { research: () => ({ cut: '{"calls": [{"tool": "rec' }) },
    'research',
    'resource.unreachable',
  ],
  [
    'cannot read so much',
    { research: () => ({ status: 400, body: { error: { message: 'exceeds context size' } } }) },
    'research',
    'model.tooLong',
  ],
  // Numbers that do not stand there, arguments that are no JSON, and a call within an answer: all are read as far as they can be.
  ['invents numbers', { research: () => ({ calls: [['finish', { keep: [77, -1] }]] }) }, null, null],
  [
    'writes no JSON',
    { research: (_, turn) => (turn === 1 ? { calls: [['recall', '{"query": "lea']] } : usual.research) },
    null,
    null,
  ],
  [
    'writes a call as an answer',
    {
      research: (_, turn) =>
        turn === 1 ? { text: 'Sure: {"name": "recall", "parameters": {"query": "maple"}}' } : usual.research,
    },
    null,
    null,
  ],
  ['does not look at the question', { clarify: () => ({ text: 'Hm.' }) }, 'clarify', 'model.unusable'],
  [
    'does not judge',
    { verify: () => busy, write: (one) => ({ text: `${supported} [${numbered(one, 'cork')[0]}].` }) },
    'verify',
    'model.failed',
  ],
])('a model that %s leaves a report, and the log says so', async (_, parts, role, code) => {
  play(parts)
  const sessionId = await begin({ clarify: true }, { verify: engine })
  const { state, evidence, report } = await reach(sessionId, 'done', 'failed', 'awaitingClarification')
  expect(state).toBe('done')
  expect(evidence.length).toBeGreaterThan(0)
  expect(report!.claims).toBeGreaterThan(0)
  expect(claimsIn(report!.sections).every(({ verdict }) => verdict === 'supported')).toBe(true)
  const noted = (await eventsOf(sessionId)).filter(({ type }) => type.endsWith('.byRules'))
  expect(noted).toEqual(
    role === null
      ? []
      : [
          expect.objectContaining({
            type: `${role}.byRules`,
            detail: expect.objectContaining({
              values: expect.objectContaining({ role, error: expect.objectContaining({ code }) }),
            }),
          }),
        ],
  )
})

it('a model that searches without end leaves tokens for the report', async () => {
  const { call } = quarry.connection
  await call('settings.set', { sessionTokens: 4000 })
  play({
    research: (_, turn) => ({ calls: [['recall', { query: `maple ${turn}` }]] }),
    write: (one) => ({ text: `${supported} [${numbered(one, 'cork')[0]}].` }),
  })
  const sessionId = await begin()
  const { report, modelUse } = await reach(sessionId, 'done', 'failed')
  expect(report?.writing).toMatchObject({ model: 'tiny' })
  expect(modelUse?.tokens).toBeLessThan(4000)
  const overBudget = { code: 'model.overBudget', context: expect.objectContaining({ role: 'research', budget: 2400 }) }
  expect(await eventsOf(sessionId)).toContainEqual(
    expect.objectContaining({
      type: 'research.byRules',
      detail: expect.objectContaining({
        values: expect.objectContaining({ error: expect.objectContaining(overBudget) }),
      }),
    }),
  )
  await call('settings.set', { sessionTokens: 100_000 })
})

it('more sessions than may work at once wait in line, visibly, and a stop lets the next one go on', async () => {
  const { call } = quarry.connection
  await call('settings.set', { sessionsAtOnce: 1 })
  play({ research: (_, turn) => (turn === 1 ? { stall: 'Hm' } : usual.research) })
  const first = await begin()
  await vi.waitUntil(() => asked('research').length === 1, patience)
  const second = await begin()
  await vi.waitUntil(async () => (await viewOf(second)).isQueued, patience)
  expect((await call('session.list', {})).filter(({ isQueued }) => isQueued).map(({ id }) => id)).toEqual([second])
  expect((await viewOf(first)).isQueued).toBeUndefined()
  await call('session.stop', { sessionId: first })
  expect(await reach(second, 'done', 'failed')).toMatchObject({ state: 'done' })
  await call('settings.set', { sessionsAtOnce: 3 })
})

it('a second judge takes a verdict away and never gives one, and a role keeps its own engine', async () => {
  play({
    write: (one) => ({ text: `${supported} [${numbered(one, 'cork')[0] ?? 99}].` }),
    verify: () => ({ text: '{"verdicts": [{"n": 1, "verdict": "contradicted"}]}' }),
  })
  const { report } = await reach(await begin({}, { verify: engine, research: 'extractive' }), 'done', 'failed')
  expect(asked('research')).toEqual([])
  const claim = claimsIn(report?.sections ?? []).find(({ method }) => method === 'rules')
  expect(claim).toMatchObject({
    verdict: 'contradicted',
    reason: { kind: 'modelObjects', values: { model: 'tiny', isContradicted: true } },
  })
  expect(report!.supported).toBeLessThan(report!.claims)
})

it('a model without tools answers by JSON, and one that calls without end is made to finish', async () => {
  const refused = { status: 400, body: { error: { message: 'tiny does not support tools' } } }
  play({
    research: (one, turn) => {
      if (one.tools !== undefined) return refused
      return { text: `{"calls": [{"tool": "recall", "arguments": {"query": "leaves ${turn}"}}], "keep": []}` }
    },
  })
  const { state, evidence } = await reach(await begin(), 'done', 'failed')
  expect(state).toBe('done')
  expect(evidence.length).toBeGreaterThan(0)
  expect(asked('research').filter(({ tools }) => tools !== undefined)).toHaveLength(1)
  expect(asked('research')).toHaveLength(7)
  expect(asked('research').at(-1)?.messages[0]?.content).toContain('No more calls')
  expect(asked('research')[1]?.messages[1]?.content).toContain('- sql_query {')
})

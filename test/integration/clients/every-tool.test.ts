import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { UniversalResource } from '../../../contract/resources/resource'
import { createMcpServers, createMcpTools } from '../../../main/clients'
import { programLaunchers, startChildProcess } from '../../../main/processes'
import type { CallTool } from '../../../main/reasoning'
import type { Tool } from '../../../main/tools'
import { plannedStep, scriptedEngine } from '../research/scripted-engine'
import { addSource, describeResource, openFreshStore, openSetting, whenView } from '../research/setting'
import { secretsInMemory, workersDir } from '../resources/support'

const resourceId = 'mcp_server:everything'
const packages = resolve(import.meta.dirname, '..', '..', '..', 'node_modules', '@modelcontextprotocol')
const everything = {
  ...(await describeResource(resourceId)),
  type: 'mcp_server',
  name: 'everything',
  metadata: {
    type: 'mcp_server',
    transport: 'stdio',
    command: process.execPath,
    args: [join(packages, 'server-everything', 'dist', 'index.js'), 'stdio'],
    url: null,
    secretNames: [],
  },
} as unknown as UniversalResource

interface Property {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
}

/** One value for each argument that a schema names. */
function argumentsOf({ inputSchema }: Tool): Record<string, unknown> {
  const properties = (inputSchema.properties ?? {}) as Readonly<Record<string, Property>>
  const sample = ({ type, format, enum: choices }: Property): unknown => {
    if (choices !== undefined) return choices[0]
    if (type === 'boolean') return true
    if (type === 'number' || type === 'integer') return 1
    if (type === 'object') return {}
    return format === 'uri' ? 'data:text/plain,Chur' : 'Chur'
  }
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, sample(property)]))
}

it('each tool of a server is judged, runs once and only when allowed, and is recorded with what came of it', async () => {
  const store = await openFreshStore()
  onTestFinished(() => store.close())
  await addSource(store.database)
  const servers = createMcpServers({
    workersDir,
    start: startChildProcess,
    secrets: secretsInMemory(),
    egress: () => 'offline',
    mayStart: async () => true,
    launchers: programLaunchers,
    mayUseNetwork: () => false,
    roots: () => [workersDir],
  })
  onTestFinished(() => servers.close())
  const provider = createMcpTools(servers, () => new Date().toISOString())
  const { signal } = new AbortController()
  const offered = await provider.toolsOf(everything, { signal })

  const reached: string[] = []
  const watched: typeof provider = {
    ...provider,
    toolsOf: async (server, options) =>
      (await provider.toolsOf(server, options)).map((tool) => ({
        ...tool,
        run(input, more) {
          reached.push(tool.name)
          return tool.run(input, more)
        },
      })),
  }
  const callAll = async (callTool: CallTool): Promise<void> => {
    for (const tool of offered) {
      // What fails is recorded as that; a call that waits for a person begins the step again.
      await callTool({ tool: tool.name, resourceId, input: argumentsOf(tool) }).catch(() => undefined)
    }
  }
  const { research, pool, close } = await openSetting(
    store.database,
    scriptedEngine({ steps: [plannedStep('a')], gather: (_step, { callTool }) => callAll(callTool) }),
    { toolProviders: [watched], readResource: async () => everything },
  )
  onTestFinished(close)
  pool.addResource({
    resourceId,
    type: 'mcp_server',
    name: 'everything',
    capabilities: [],
    readOnly: false,
    parallelism: 1,
  })
  const id = await research.start({ question: 'What is there?', settings: { clarify: false, autoAccept: false } })
  await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
  const { origin: _origin, ...step } = plannedStep('a')
  const need = { type: 'tool', capability: 'tool_call', level: 1, resourceId } as const
  await research.acceptPlan(id, [{ ...step, requirements: [need] }])

  const asked: string[] = []
  const isOver = ({ state }: { state: string }): boolean => ['done', 'failed', 'blockedReview'].includes(state)
  for (;;) {
    const view = await whenView(research, id, (one) => isOver(one) || one.confirmations.length > 0)
    const [question] = view.confirmations
    if (question === undefined) break
    expect(reached).not.toContain(question.tool)
    asked.push(question.tool)
    const { risk, steps } = question
    const allowed = { answer: 'allow', scope: 'once', remark: null, input: null, seen: { risk, steps } } as const
    await research.answerConfirmation(id, question.id, allowed)
  }
  expect((await research.whenSettled(id)).state).toBe('done')
  const rows = await store.database.query<{
    tool: string
    state: string
    decision: string
    effect: string
    code: string | null
  }>(`select tool, state, decision, effect, error ->> 'code' as code from tool_call_history order by ordinal`)
  const names = offered.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['echo', 'get-env', 'gzip-file-as-resource', 'read_resource']))
  expect(rows.map(({ tool }) => tool)).toEqual(names)
  expect(reached).toEqual(names)
  const toolsOf = (fits: (row: (typeof rows)[number]) => boolean) => rows.filter(fits).map(({ tool }) => tool)
  expect(toolsOf(({ decision }) => decision === 'ask')).toEqual(asked)
  expect(toolsOf(({ decision }) => decision !== 'ask' && decision !== 'allow')).toEqual([])
  expect(asked).toEqual(expect.arrayContaining(toolsOf(({ effect }) => effect === 'changes')))
  // One needs a language model's answer, which nobody can allow here; the other runs as a task of the protocol only, which
  // Quarry does not offer to servers.
  const failed = rows.filter(({ state }) => state !== 'done')
  expect(failed).toMatchObject([
    { tool: 'trigger-sampling-request', state: 'failed', code: 'tool.failed' },
    { tool: 'simulate-research-query', state: 'failed', code: 'tool.failed' },
  ])
})

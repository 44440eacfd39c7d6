import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { usualThresholds } from '../../contract/calls/calls'
import type { UniversalResource } from '../../contract/resources/resource'
import { createMcpServers, createMcpTools } from '../../main/clients'
import { startChildProcess } from '../../main/processes'
import { libraryFolders } from '../../main/resources'
import { openStore } from '../../main/store'
import { createBreakers, createCallGate, createDirectCall, createToolRegistry } from '../../main/tools'
import { ms, printFigures } from './measure/table'

const warmUp = 30
/** With the warm-up fewer than the pieces of work after which a process is replaced. */
const measured = 300
const workersDir = resolve('out/workers')
const args = [resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js'), 'stdio']

const everything = {
  resourceId: 'mcp_server:everything',
  type: 'mcp_server',
  name: 'everything',
  metadata: { type: 'mcp_server', transport: 'stdio', command: process.execPath, args, url: null, secretNames: [] },
} as unknown as UniversalResource

interface Ways {
  readonly bare: (message: string) => Promise<unknown>
  readonly client: (message: string) => Promise<unknown>
  readonly pipeline: (message: string) => Promise<unknown>
  close(): Promise<void>
}

/** The same call by the protocol's library alone, by Quarry's client, and through gate and record; each of a server of its own. */
async function openWays(): Promise<Ways> {
  const directory = await mkdtemp(join(tmpdir(), 'quarry-bench-'))
  const bare = new Client({ name: 'bench', version: '1' })
  await bare.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))
  const openServers = () =>
    createMcpServers({
      workersDir,
      start: startChildProcess,
      secrets: { get: async () => null, set: async () => 'session', remove: async () => undefined },
      egress: () => 'offline',
      mayStart: async () => true,
      launchers: async () => ({ offline: [], contained: [] }),
      mayUseNetwork: () => false,
      roots: () => [],
    })
  const [alone, judged] = [openServers(), openServers()]
  const { signal } = new AbortController()
  const store = await openStore({ directory, workersDir })
  const { database } = store
  await database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ('s', 'default', 't', 'What does it say?', 'running', '{}', 'extractive')`,
  )
  const projectId = 'default'
  const readResource = async () => everything
  const now = () => new Date().toISOString()
  const limits = async () => ({
    egress: { mode: 'offline' as const, hosts: [] },
    roots: await libraryFolders(database, projectId),
    thresholds: usualThresholds,
    rules: { rules: [], broken: [] },
  })
  const call = createDirectCall(
    {
      database,
      projectId,
      tools: createToolRegistry({ tools: [], providers: [createMcpTools(judged, now)], readResource }),
      judge: createCallGate({ database, projectId, limits, readResource }),
      breakers: createBreakers({ onChanged: () => undefined }),
      now,
    },
    (_sessionId, work) => work,
  )
  return {
    bare: (message) => bare.callTool({ name: 'echo', arguments: { message } }),
    client: (message) => alone.call(everything, 'echo', { message }, { signal }),
    pipeline: (message) => call('s', { tool: 'echo', resourceId: everything.resourceId, input: { message } }),
    async close() {
      await Promise.all([bare.close(), alone.close(), judged.close(), store.close()])
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** What a call of a tool of an MCP server takes, against the protocol's own client, in turns within one run. */
export async function run(): Promise<number> {
  const ways = await openWays()
  try {
    const names = ['bare', 'client', 'pipeline'] as const
    const durationsMs = { bare: [] as number[], client: [] as number[], pipeline: [] as number[] }
    for (let at = 0; at < warmUp + measured; at++) {
      for (const name of names) {
        const startedMs = performance.now()
        await ways[name](`message ${at}`)
        if (at >= warmUp) durationsMs[name].push(performance.now() - startedMs)
      }
    }
    const at = (name: (typeof names)[number], share: number): number =>
      durationsMs[name].toSorted((one, other) => one - other)[Math.floor(measured * share)] ?? 0
    const figure = (what: string, name: 'client' | 'pipeline', share: number, goal: { atMost: number } | null) => ({
      what: `an MCP call over stdio, ${what}`,
      ours: ms(at(name, share)),
      theirs: ms(at('bare', share)),
      value: at(name, share) / at('bare', share),
      goal,
    })
    return printFigures('mcp', [
      figure('Quarry’s client, median', 'client', 0.5, null),
      figure('Quarry’s client, 95th percentile', 'client', 0.95, null),
      figure('with gate and record, median', 'pipeline', 0.5, { atMost: 1.5 }),
      figure('with gate and record, 95th percentile', 'pipeline', 0.95, null),
    ])
  } finally {
    await ways.close()
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { usualThresholds } from '../../contract/calls'
import { openStore } from '../../main/store'
import { createBreakers, createCallGate, createDirectCall, createToolRegistry, type Tool } from '../../main/tools'
import { ms, printFigures } from './measure/table'

const recorded = 100_000
const measured = 400

/** A tool that does nothing: whatever a call of it takes is the way to it and back. */
const idle: Tool = {
  name: 'find_notes',
  server: 'builtin',
  tier: 'L2',
  effect: 'reads',
  description: 'Reads notes.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' }, limit: { type: 'integer' } } },
  run: async () => ({ notes: [] }),
}

/** What the whole way of a call takes (route, rules, risk, run, record) with 100,000 recorded calls of the same tool. */
export async function run(): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'quarry-bench-'))
  const store = await openStore({ directory, workersDir: resolve('out/workers') })
  try {
    const { database } = store
    await database.query(
      `insert into sessions (session_id, project_id, title, question, state, settings, engine)
       values ('s', 'default', 't', 'Which notes speak of heat pumps?', 'running', '{}', 'extractive')`,
    )
    await database.query(
      `insert into tool_call_history (call_id, project_id, session_id, tool, server, tier, question, input, state, decision,
         risk, steps, reasons, created_at)
       select 'old-' || n, 'default', 's', 'find_notes', 'builtin', 'L2', 'Which notes?',
         jsonb_build_object('query', 'heat pumps of site ' || n, 'limit', 20), 'done', 'allow', 0, 0, '[]',
         now() - n * interval '1 second'
       from generate_series(1, $1::int) n`,
      [recorded],
    )
    const projectId = 'default'
    const readResource = () => Promise.reject(new Error('No resource is called.'))
    const rules = Array.from({ length: 100 }, (_, at) => ({
      decide: 'deny' as const,
      tool: `other_${at}*`,
      file: 'rules.json',
      line: at + 1,
    }))
    const limits = async () => ({
      egress: { mode: 'offline' as const, hosts: [] },
      roots: (await database.query<{ path: string }>('select path from roots')).map(({ path }) => path),
      thresholds: usualThresholds,
      rules: { rules, broken: [] },
    })
    const call = createDirectCall(
      {
        database,
        projectId,
        tools: createToolRegistry({ tools: [idle], readResource }),
        judge: createCallGate({ database, projectId, limits, readResource }),
        breakers: createBreakers({ onChanged: () => undefined }),
        now: () => new Date().toISOString(),
      },
      (_sessionId, work) => work,
    )
    const durationsMs: number[] = []
    for (let at = 0; at < measured + 20; at++) {
      const startedMs = performance.now()
      await call('s', { tool: idle.name, resourceId: null, input: { query: `heat pumps of site ${at}`, limit: 20 } })
      if (at >= 20) durationsMs.push(performance.now() - startedMs)
    }
    const sorted = durationsMs.toSorted((one, other) => one - other)
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0
    return printFigures('gate-overhead', [
      {
        what: `the way of a call, ${recorded.toLocaleString('en')} recorded, 95th percentile`,
        ours: ms(p95),
        theirs: `median ${ms(median)}`,
        value: p95,
        goal: { atMost: 15 },
      },
    ])
  } finally {
    await store.close()
    await rm(directory, { recursive: true, force: true })
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { usualThresholds } from '../../contract/calls/calls'
import { startInference } from '../../main/inference'
import { libraryFolders } from '../../main/resources'
import { openStore } from '../../main/store'
import {
  createBreakers,
  createCallGate,
  createCallMeanings,
  createDirectCall,
  createToolRegistry,
  type Tool,
} from '../../main/tools'
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

const things = ['heat pumps', 'wind turbines', 'solar panels', 'batteries', 'boilers', 'fans', 'valves', 'meters']
const acts = ['the price of', 'who repairs', 'complaints about', 'the noise of', 'how to clean', 'where we bought']

/**
 * What the whole way of a call takes (route, rules, risk, run, record) with 100,000 recorded calls of the same tool: of tools
 * whose calls all succeeded, and of one of which two failed: those are compared by vectors, too. In turns within one run.
 */
export async function run(): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'quarry-bench-'))
  const inference = await startInference({
    modelDirectory: resolve('.cache/models/quarry-use-lite-en'),
    workersDir: resolve('out/workers'),
  })
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
       select 'old-' || n, 'default', 's', case when n % 2 = 0 then 'find_notes' else 'find_letters' end, 'builtin', 'L2', 'Which notes?',
         jsonb_build_object('query', 'heat pumps of site ' || n, 'limit', 20), 'done', 'allow', 0, 0, '[]',
         now() - n * interval '1 second'
       from generate_series(1, $1::int) n`,
      [recorded],
    )
    // Among the latest ones whatever is called.
    await database.query(
      `update tool_call_history set state = 'failed', created_at = now() + interval '1 day' where call_id in ('old-1', 'old-3')`,
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
      roots: await libraryFolders(database, projectId),
      thresholds: usualThresholds,
      rules: { rules, broken: [] },
    })
    const failures: unknown[] = []
    const meanings = createCallMeanings({
      database,
      projectId,
      encoder: inference,
      onBackgroundError: (error) => failures.push(error),
    })
    const call = createDirectCall(
      {
        database,
        projectId,
        tools: createToolRegistry({ tools: [idle, { ...idle, name: 'find_letters' }], readResource }),
        judge: createCallGate({ database, projectId, limits, readResource, meanings }),
        breakers: createBreakers({ onChanged: () => undefined }),
        now: () => new Date().toISOString(),
      },
      (_sessionId, work) => work,
    )
    await inference.embed(['The encoder has loaded.'])
    const ways = [
      { which: 'all done', tool: 'find_notes', durationsMs: [] as number[] },
      { which: 'two failed, compared by vectors', tool: 'find_letters', durationsMs: [] as number[] },
    ]
    for (let at = 0; at < measured + 20; at++) {
      const query = `${acts[at % acts.length]} ${things[at % things.length]}, letter ${at} of ${at * 7}`
      for (const { tool, durationsMs } of ways) {
        const startedMs = performance.now()
        await call('s', { tool, resourceId: null, input: { query, limit: 20 } })
        if (at >= 20) durationsMs.push(performance.now() - startedMs)
      }
    }
    await meanings.close()
    if (failures.length > 0) throw new AggregateError(failures, 'Calls were compared by their words alone.')
    const [{ vectors } = { vectors: 0 }] = await database.query<{ vectors: number }>(
      'select count(embedding)::int as vectors from tool_call_history',
    )
    if (vectors < measured / 2) throw new Error(`Only ${vectors} calls have a vector.`)
    return printFigures(
      'gate-overhead',
      ways.map(({ which, durationsMs }) => {
        const sorted = durationsMs.toSorted((one, other) => one - other)
        const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0
        return {
          what: `the way of a call, ${recorded.toLocaleString('en')} recorded, ${which}, 95th percentile`,
          ours: ms(p95),
          theirs: `median ${ms(sorted[Math.floor(sorted.length / 2)] ?? 0)}`,
          value: p95,
          goal: { atMost: 15 },
        }
      }),
    )
  } finally {
    await inference.close()
    await store.close()
    await rm(directory, { recursive: true, force: true })
  }
}

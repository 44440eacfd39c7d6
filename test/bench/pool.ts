import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createActor, fromCallback } from 'xstate'
import type { MemberType, PoolPriority } from '../../contract/pool/pool'
import { createPool, type Pool } from '../../main/pool'
import { createLedgerKeeper, type JournalEvent } from '../../main/pool/ledger-keeper'
import { poolMachine } from '../../main/pool/pool-machine'
import type { KnownMember, Requirement, TaskRequest } from '../../main/pool/terms'
import { Timeline } from '../../main/pool/timeline'
import { openStore } from '../../main/store'

/**
 * How fast the pool hands out: so many members, so many tasks in the line, each allocated, executing and completed,
 * until nobody waits. First the pool alone, then with its journal in a real store.
 *
 *   npm run bench -- pool [--members N] [--tasks N] [--alone] [--out FILE]
 */

const types: readonly MemberType[] = ['executor', 'database', 'api', 'tool']
const priorities: readonly PoolPriority[] = ['low', 'normal', 'high']
const names = ['recall', 'sql_query', 'api_call', 'tool_call', 'data_analysis']

interface Measured {
  readonly members: number
  readonly tasks: number
  /** Until all had asked; nearly all of them wait then. */
  readonly askMs: number
  /** Until all were served. */
  readonly serveMs: number
  readonly allocationsPerSecond: number
  /** The same by processor time of all threads: what a machine that does other things besides still tells truly. */
  readonly allocationsPerCpuSecond: number
  /** A task that is released, and whoever gets its members: one step of the main thread. */
  readonly stepP50Us: number
  readonly stepP99Us: number
}

/** The same numbers in each run. */
function sequence(): (below: number) => number {
  let state = 12_345
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
}

function memberOf(index: number): KnownMember {
  const type = types[index % types.length] ?? 'executor'
  const capabilities = [names[index % names.length], names[(index * 7 + 1) % names.length]]
    .filter((name, place, all) => all.indexOf(name) === place)
    .map((name, place) => ({ name: name ?? '', level: 1 + ((index * 3 + place) % 10) }))
  const resourceId = type === 'executor' ? null : `resource-${index >> 4}`
  const spec = {
    id: `m${index}`,
    name: `m${index}`,
    number: null,
    type,
    capabilities,
    resourceId,
    projectId: null,
    readOnly: true,
  }
  return { spec, tasksDone: 0, tasksFailed: 0, error: null }
}

/** Nine in ten need one member, the tenth two or three at once. */
function requirementsOf(next: (below: number) => number): Requirement[] {
  const one = (): Requirement => ({
    type: types[next(types.length)] ?? 'executor',
    capability: next(3) === 0 ? null : (names[next(names.length)] ?? null),
    level: 1 + next(6),
    count: 1,
    resourceId: null,
    projectId: null,
  })
  return next(10) === 0 ? [one(), { ...one(), count: 1 + next(2) }] : [one()]
}

function requestOf(index: number, at: string, next: (below: number) => number): TaskRequest {
  return {
    taskId: `t${index}`,
    requestId: `r${index}`,
    requirements: requirementsOf(next),
    priority: priorities[next(3)] ?? 'normal',
    label: `Task ${index}`,
    sessionId: null,
    holder: null,
    since: at,
    leaseMs: 1_800_000,
  }
}

function cpuSecondsSince(from: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1e6
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** The machine with a journal that keeps nothing. */
function measureAlone(members: number, tasks: number): Measured {
  const next = sequence()
  let ms = Date.parse('2026-01-01T00:00:00.000Z')
  const at = (): string => {
    ms += 1
    return new Date(ms).toISOString()
  }
  const keepJournal = fromCallback<JournalEvent>(({ receive }) => receive(() => undefined))
  const granted: string[] = []
  const keeper = createLedgerKeeper(new Timeline(), [], (notice) => {
    if (notice.kind === 'granted') granted.push(notice.task.taskId)
  })
  const actor = createActor(poolMachine.provide({ actors: { keepJournal, keepLedger: keeper.actor } }), {
    input: { members: Array.from({ length: members }, (_, index) => memberOf(index)), at: at() },
  })
  actor.start()
  const requests = Array.from({ length: members + tasks }, (_, index) => requestOf(index, at(), next))
  const cpuFrom = process.cpuUsage()
  const askFrom = performance.now()
  for (const task of requests) actor.send({ type: 'ALLOCATE', task, at: task.since })
  const askMs = performance.now() - askFrom
  const steps: number[] = []
  const serveFrom = performance.now()
  for (let served = 0; served < granted.length; served += 1) {
    const taskId = granted[served] ?? ''
    const from = performance.now()
    actor.send({ type: 'EXECUTE', taskId, at: at() })
    actor.send({ type: 'RELEASE', taskId, outcome: { kind: 'completed' }, at: at() })
    steps.push((performance.now() - from) * 1000)
  }
  const serveMs = performance.now() - serveFrom
  const cpuSeconds = cpuSecondsSince(cpuFrom)
  const left = keeper.ledger.line.size
  actor.stop()
  if (left > 0) throw new Error(`${left} tasks were never served.`)
  steps.sort((a, b) => a - b)
  return {
    members,
    tasks: granted.length,
    askMs,
    serveMs,
    allocationsPerSecond: (granted.length / (askMs + serveMs)) * 1000,
    allocationsPerCpuSecond: granted.length / cpuSeconds,
    stepP50Us: quantile(steps, 0.5),
    stepP99Us: quantile(steps, 0.99),
  }
}

function joinMembers(pool: Pool, members: number): void {
  for (let index = 0; index * 16 < members; index += 1) {
    const type = (['database', 'api', 'tool'] as const)[index % 3] ?? 'tool'
    const parallelism = Math.min(16, members - index * 16)
    pool.addResource({
      resourceId: `r${index}`,
      type,
      name: `r${index}`,
      capabilities: [],
      readOnly: true,
      parallelism,
    })
  }
}

/** Through the façade, with promises, and a real store that has written everything at the end. */
async function measureStored(members: number, tasks: number): Promise<Measured> {
  const next = sequence()
  const folder = await mkdtemp(join(tmpdir(), 'quarry-bench-'))
  const store = await openStore({ directory: join(folder, 'data'), workersDir: resolve('out/workers') })
  try {
    const pool = await createPool({ database: store.database, executors: 1 })
    joinMembers(pool, members)
    await pool.settled()
    const all = members + tasks
    const cpuFrom = process.cpuUsage()
    const from = performance.now()
    const work = Array.from({ length: all }, async (_, index) => {
      const type = (['database', 'api', 'tool'] as const)[next(3)] ?? 'tool'
      const options = {
        label: `Task ${index}`,
        sessionId: null,
        signal: new AbortController().signal,
        priority: priorities[next(3)] ?? 'normal',
      }
      await pool.allocateResources(`t${index}`, [{ type }], options)
      pool.executing(`t${index}`)
      pool.releaseResources(`t${index}`, { kind: 'completed' })
    })
    const askMs = performance.now() - from
    await Promise.all(work)
    await pool.settled()
    const serveMs = performance.now() - from - askMs
    const rates = {
      allocationsPerSecond: (all / (askMs + serveMs)) * 1000,
      allocationsPerCpuSecond: all / cpuSecondsSince(cpuFrom),
    }
    await pool.close()
    return { members, tasks: all, askMs, serveMs, ...rates, stepP50Us: 0, stepP99Us: 0 }
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function tell(name: string, measured: Measured): void {
  const { members, tasks, askMs, serveMs, stepP50Us, stepP99Us } = measured
  const { allocationsPerSecond, allocationsPerCpuSecond } = measured
  console.log(
    `${name}: ${members} members, ${tasks} tasks: ${allocationsPerSecond.toFixed(0)} allocations/s, ` +
      `${allocationsPerCpuSecond.toFixed(0)} per processor second (asking ${askMs.toFixed(0)} ms, serving ${serveMs.toFixed(0)} ms` +
      `${stepP50Us === 0 ? '' : `; a task ends and the next begins: p50 ${stepP50Us.toFixed(0)} µs, p99 ${stepP99Us.toFixed(0)} µs`})`,
  )
}

export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      members: { type: 'string', default: '1000' },
      tasks: { type: 'string', default: '10000' },
      out: { type: 'string' },
      alone: { type: 'boolean', default: false },
    },
  })
  const members = Number(values.members)
  const tasks = Number(values.tasks)
  const alone = measureAlone(members, tasks)
  tell('pool alone', alone)
  if (values.alone) return 0
  const tenth = measureAlone(members, Math.ceil(tasks / 10))
  tell('pool alone, a tenth as many waiting', tenth)
  const stored = await measureStored(members, tasks)
  tell('with its journal in the store', stored)
  if (values.out !== undefined) await writeFile(values.out, JSON.stringify({ alone, tenth, stored }, null, 2))
  return 0
}

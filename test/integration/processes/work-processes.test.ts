import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createWorkLimit, createWorkProcesses, startChildProcess, type WorkProcesses } from '../../../main/processes'
import { createDatabases } from '../../../main/resources/discoverers/databases/databases'
import { builtChild } from '../built-child'

const workersDir = resolve(import.meta.dirname, '..', '..', '..', 'out', 'workers')
type Work = 'pid' | 'abort' | 'exit' | 'hang' | 'throw' | 'own words'
type Processes = WorkProcesses<Work, 'began', number>

let folder: string
let entry: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-processes-'))
  entry = join(folder, 'worker.cjs')
  await writeFile(
    entry,
    `process.on('message', ({ work }) => {
       process.send({ kind: 'told', told: 'began' }, () => {
         if (work === 'abort') process.abort()
         if (work === 'exit') process.exit(7)
         if (work === 'throw') throw new Error('of its own')
         if (work === 'own words') { process.stderr.write('FATAL ERROR: JavaScript heap out of memory\\n', () => process.abort()) }
         else if (work === 'hang') for (;;) {}
         else process.send({ kind: 'answered', answer: process.pid, residentBytes: 0 })
       })
     })
     process.on('disconnect', () => process.exit())
     process.send({ kind: 'ready' })`,
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function openProcesses(places = 1): Processes {
  const options = { entry, name: 'test', maxMemoryMb: 500, egress: 'offline', places } as const
  const processes: Processes = createWorkProcesses({ start: startChildProcess, ...options })
  onTestFinished(() => processes.close())
  return processes
}

function run(processes: Processes, work: Work, { ms = 60_000, signal = new AbortController().signal } = {}) {
  const limit = createWorkLimit(ms)
  return processes.run(work, { limit, signal, onTold: () => limit.begin() })
}

it('one process does one piece of work after the other', async () => {
  const processes = openProcesses()
  const pids = await Promise.all([run(processes, 'pid'), run(processes, 'pid'), run(processes, 'pid')])
  expect(new Set(pids).size).toBe(1)
  expect(await run(processes, 'pid')).toBe(pids[0])
})

it.each([
  ['abort', { loss: 'crashed', exit: 'SIGABRT' }],
  ['exit', { loss: 'crashed', exit: 'code 7' }],
  ['throw', { loss: 'crashed', lastWords: expect.stringContaining('of its own') }],
  ['own words', { loss: 'memoryLimit' }],
] as const)('work that ends its process (%s) fails alone, and what waits gets another', async (work, loss) => {
  const processes = openProcesses()
  const [failed, next] = await Promise.allSettled([run(processes, work), run(processes, 'pid')])
  expect(failed).toMatchObject({ status: 'rejected', reason: loss })
  expect(next).toMatchObject({ status: 'fulfilled' })
})

it('work that hangs is killed at its limit, and at once when nobody wants it any more', async () => {
  const processes = openProcesses()
  await expect(run(processes, 'hang', { ms: 50 })).rejects.toMatchObject({ loss: 'timeLimit' })
  const unwanted = new AbortController()
  const limit = createWorkLimit(60_000)
  const hanging = processes.run('hang', { limit, signal: unwanted.signal, onTold: () => unwanted.abort() })
  await expect(hanging).rejects.toMatchObject({ code: 'cancelled' })
  await expect(run(processes, 'pid')).resolves.toBeGreaterThan(0)
})

it('closing ends what hangs and what waits, and leaves no process', async () => {
  const processes = openProcesses()
  const pid = await run(processes, 'pid')
  const hanging = processes.run('hang', {
    limit: createWorkLimit(60_000),
    signal: new AbortController().signal,
    onTold: () => void processes.close(),
  })
  const cancelled = { status: 'rejected', reason: { code: 'cancelled' } }
  expect(await Promise.allSettled([hanging, run(processes, 'pid')])).toMatchObject([cancelled, cancelled])
  await processes.close()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  await expect(run(processes, 'pid')).rejects.toMatchObject({ code: 'cancelled' })
})

it('what cannot be started fails with what it said', async () => {
  const missing = createWorkProcesses<Work, 'began', number>({
    start: startChildProcess,
    entry: join(folder, 'not-there.js'),
    name: 'test',
    maxMemoryMb: 500,
    egress: 'offline',
    places: 1,
  })
  onTestFinished(() => missing.close())
  await expect(run(missing, 'pid')).rejects.toMatchObject({
    loss: 'crashed',
    lastWords: expect.stringContaining('not-there.js'),
  })
})

/** A database whose one view never ends. */
function endless(): {
  readonly kind: 'file'
  readonly engine: 'sqlite'
  readonly path: string
  readonly password: null
} {
  const path = join(folder, 'endless.sqlite')
  if (!existsSync(path)) {
    const database = new sqlite.Database(path)
    database.exec(`CREATE VIEW endless AS
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS all_of_them FROM n`)
    database.close()
  }
  return { kind: 'file', engine: 'sqlite', path, password: null }
}

it('an engine that does not hear anybody is killed', async () => {
  const databases = createDatabases({ workersDir, egress: () => 'offline', timeoutMs: 500 })
  onTestFinished(() => databases.close())
  const select = databases.select(endless(), { sql: 'SELECT * FROM endless', maxRows: 1 })
  await expect(select).rejects.toMatchObject({ code: 'resource.timeout' })
})

it('an answer that is nested deeper than the app’s stack bears ends its process, and what waits gets another', async () => {
  const options = { entry: await builtChild('processes/nesting-child'), name: 'nesting', maxMemoryMb: 500 } as const
  const processes: WorkProcesses<number, never, object> = createWorkProcesses({
    start: startChildProcess,
    egress: 'offline',
    places: 1,
    ...options,
  })
  onTestFinished(() => processes.close())
  const nest = (levels: number) =>
    processes.run(levels, { limit: createWorkLimit(60_000), signal: new AbortController().signal, onTold: () => {} })
  const [shallow, deep, next] = await Promise.allSettled([nest(990), nest(1100), nest(1)])
  expect(shallow).toMatchObject({ status: 'fulfilled' })
  expect(deep).toMatchObject({
    status: 'rejected',
    reason: { loss: 'crashed', lastWords: expect.stringContaining('nested more than 1000 levels') },
  })
  expect(next).toEqual({ status: 'fulfilled', value: {} })
})

it('a process whose parent was killed ends itself, in the middle of an engine, too', async () => {
  const parent = join(folder, 'parent.cjs')
  await writeFile(
    parent,
    `const { fork } = require('node:child_process')
     const [entry, work] = process.argv.slice(2)
     const child = fork(entry, ['--memory-mb=1024'], { serialization: 'advanced', execArgv: [] })
     child.on('message', ({ kind }) => {
       if (kind === 'ready') child.send({ kind: 'work', work: JSON.parse(work) })
       if (kind === 'told') process.send(child.pid)
     })`,
  )
  const work = {
    kind: 'select',
    sql: 'SELECT * FROM endless',
    maxRows: 1,
    maxCellLength: 10,
    place: endless(),
    scratch: folder,
  }
  const middle = fork(parent, [join(workersDir, 'databases.js'), JSON.stringify(work)], { execArgv: [] })
  const pid = await new Promise<number>((told) => middle.once('message', (message) => told(message as number)))
  expect(() => process.kill(pid, 0)).not.toThrow()
  middle.kill('SIGKILL')
  await expect.poll(() => existsSync(`/proc/${pid}/exe`), { timeout: 30_000 }).toBe(false)
})

import { spawn } from 'node:child_process'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore } from '../../../main/store'
import { prepareDataFolder } from '../../prepared-store'
import { builtChild } from '../built-child'
import { countingEncoder, workersDir } from './encoder'
import { openBench } from './harness'

/** More than are embedded anew in one batch. */
const files = 300
let child: string
let folder: string
let dataDirectory: string

beforeAll(async () => {
  child = await builtChild('knowledge/ingest-child')
  folder = await realpath(await mkdtemp(join(tmpdir(), 'quarry-material-')))
  dataDirectory = await mkdtemp(join(tmpdir(), 'quarry-data-'))
  prepareDataFolder(dataDirectory)
  for (let n = 0; n < files; n++) {
    await writeFile(join(folder, `${n}.md`), `# Article ${n}\n\nNumber ${n} tells of wing ${n * 7}.\n`)
  }
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await rm(dataDirectory, { recursive: true, force: true })
})

const startChild = (parameters: readonly string[], env: Record<string, string> = {}) =>
  spawn(process.execPath, [child, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })

/** Ingests in a process of its own and kills it when `passages` are committed. Answers how many were told of. */
async function ingestUntil(passages: number, model: readonly string[] = []): Promise<number> {
  const child = startChild([dataDirectory, folder, ...model])
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  let told = 0
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'done') break
    told += Number(line)
    if (told >= passages) break
  }
  child.kill('SIGKILL')
  await ended
  return told
}

it('loses nothing that was committed and finishes the rest after kill -9, twice', async () => {
  const first = await ingestUntil(1)
  const second = await ingestUntil(1)
  const store = await openStore({ directory: dataDirectory, workersDir })
  try {
    const [before] = await store.database.query<{ passages: number; whole: boolean }>(
      `select count(*) as passages,
              coalesce(bool_and(exists (select 1 from passage_vectors v where v.passage_id = p.passage_id)
                                and exists (select 1 from extracts e where e.source_id = p.source_id)), true) as whole
       from passages p`,
    )
    expect(before!.passages).toBeGreaterThanOrEqual(first + second)
    expect(before!.whole).toBe(true)
    const bench = await openBench(store, { folder })
    // Taking the folder in again is what a person does who does not trust it; nothing must come twice.
    await bench.library.add([folder])
    await bench.library.whenIdle()
    expect((await bench.library.summary()).byState.indexed).toBe(files)
    const [after] = await store.database.query<{ passages: number; sources: number; vectors: number; found: number }>(
      `select (select count(*) from passages) as passages, (select count(*) from sources) as sources,
              (select count(*) from passage_vectors) as vectors,
              (select count(*) from (select passage_id from passages
                 order by search_text <@> to_bm25query('wing', 'passages_search') limit 1000) found) as found`,
    )
    expect(after).toEqual({ passages: files, sources: files, vectors: files, found: files })
    await bench.library.whenCurrent()
    await bench.library.rescan()
    await bench.library.close()
  } finally {
    await store.close()
  }
}, 300_000)

it('fails what two runs ended with, and nothing that was read beside it, until a person retries', async () => {
  const material = await realpath(await mkdtemp(join(tmpdir(), 'quarry-material-')))
  const data = await mkdtemp(join(tmpdir(), 'quarry-data-'))
  prepareDataFolder(data)
  for (let n = 0; n < 5; n++) await writeFile(join(material, `${n}.md`), `# Note ${n}\n\nNumber ${n}.\n`)
  await writeFile(join(material, '2-deadly.md'), '# Deadly\n\nIt ends Quarry.\n')
  const run = (): Promise<unknown> => {
    const child = startChild([data, material], { QUARRY_TEST_DEADLY: '2-deadly.md' })
    child.stdout.resume()
    return new Promise((done) => child.once('exit', (code, signal) => done(signal ?? code)))
  }
  expect([await run(), await run(), await run(), await run()]).toEqual(['SIGKILL', 'SIGKILL', 0, 0])
  const store = await openStore({ directory: data, workersDir })
  try {
    const bench = await openBench(store, { folder: material })
    const { sources } = await bench.library.list({ offset: 0, limit: 10, filter: { states: ['failed'] } })
    expect((await bench.library.summary()).byState).toMatchObject({ indexed: 5, failed: 1, queued: 0 })
    expect(sources).toMatchObject([
      { name: '2-deadly.md', error: { code: 'read.crashed', remedy: { kind: 'retryIfUnrelated' } } },
    ])
    await bench.library.retry([sources[0]!.id])
    await bench.library.whenIdle()
    expect((await bench.library.summary()).byState).toMatchObject({ indexed: 6, failed: 0 })
    expect(await store.database.query('select distinct unended_looks as looks from sources')).toEqual([{ looks: 0 }])
    await bench.close()
  } finally {
    await store.close()
    await rm(data, { recursive: true, force: true })
  }
}, 300_000)

it('goes on embedding for another model where it was killed', async () => {
  const first = await ingestUntil(1, ['another', '1024'])
  expect(first).toBeLessThan(files)
  const store = await openStore({ directory: dataDirectory, workersDir })
  try {
    const counts = `select count(*) filter (where model = 'counting') as before,
      count(*) filter (where model = 'another') as made from passage_vectors`
    expect(await store.database.query(counts)).toEqual([{ before: files, made: first }])
    const encoder = countingEncoder('another', 1024)
    const bench = await openBench(store, { folder, encoder })
    await bench.library.whenCurrent()
    expect(await store.database.query(counts)).toEqual([{ before: files, made: files }])
    expect(encoder.calls.reduce((sum, texts) => sum + texts, 0)).toBe(files - first)
    await bench.library.rescan()
    await bench.close()
  } finally {
    await store.close()
  }
}, 300_000)

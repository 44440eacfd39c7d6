import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import sqlite from 'node-sqlite3-wasm'
import { afterEach, expect, it } from 'vitest'
import { createDocumentReader } from '../../../../main/resources/discoverers/documents/document-reader'
import { startEncoder } from '../support'
import { metadataOf, openBench, testFolder, workersDir } from './bench'

const folder = testFolder()
const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

/** Keeps every processor busy: the encoder and descriptions of thousands of operations, as an ingest does, and loops. */
async function keepBusy(): Promise<void> {
  const stop = new AbortController()
  const inference = await startEncoder()
  const texts = Array.from({ length: 2000 }, (_, at) => `Sentence ${at} on what a busy machine indexes. `.repeat(8))
  const embedded = inference.embed(texts, { priority: 'bulk', signal: stop.signal }).catch(() => null)
  const reader = createDocumentReader({ workersDir })
  const paths = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, at) => [`/a${at}`, { get: { summary: 'x'.repeat(200) } }]),
  )
  const text = JSON.stringify({ openapi: '3.0.0', info: { title: 'Large' }, paths })
  const task = { wanted: 'openapi3', source: { kind: 'text', text } } as const
  const reads = Array.from({ length: 4 }, () => reader.read(task, stop.signal).catch(() => null))
  const loops = Array.from({ length: 6 }, () => new Worker('for (;;) {}', { eval: true }))
  ending.push(async () => {
    stop.abort()
    await Promise.all(loops.map((loop) => loop.terminate()))
    await Promise.all([embedded, ...reads])
    await reader.close()
    await inference.close()
  })
}

it('an SQLite file is looked at while every processor indexes', { timeout: 180_000 }, async () => {
  const path = join(folder, 'shop.sqlite')
  const database = new sqlite.Database(path)
  database.exec(`CREATE TABLE orders (id INTEGER PRIMARY KEY, city TEXT); INSERT INTO orders VALUES (1, 'Rome')`)
  database.close()
  await keepBusy()
  const { discoverFile, threads } = openBench()
  expect(metadataOf(await discoverFile(path)).tables).toMatchObject([{ name: 'orders', columns: [{}, {}] }])
  const place = { kind: 'file', engine: 'sqlite', path, password: null } as const
  expect(await threads.select(place, { sql: 'SELECT city FROM orders', maxRows: 5 })).toMatchObject({
    rows: [['Rome']],
  })
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { createDocumentReader } from '../../../../main/resources/discoverers/documents/document-reader'
import { workersDir } from './documents'

const reader = createDocumentReader({ workersDir })
afterAll(() => reader.close())

const textTask = (text: string) => ({ wanted: 'openapi3', source: { kind: 'text', text } }) as const
const paths = Object.fromEntries(
  Array.from({ length: 20_000 }, (_, at) => [`/a${at}`, { get: { summary: 'x'.repeat(200) } }]),
)
const large = textTask(JSON.stringify({ openapi: '3.0.0', info: { title: 'Large' }, paths }))
const small = textTask(JSON.stringify({ openapi: '3.0.0', info: { title: 'Small' }, paths: {} }))

it('a document that waits for its turn is given up at once when it is cancelled, and the next has its turn', async () => {
  const never = new AbortController().signal
  const ended: string[] = []
  const noted = async (name: string, read: Promise<unknown>): Promise<unknown> => {
    try {
      return await read
    } catch (error) {
      return (error as { code?: string }).code
    } finally {
      ended.push(name)
    }
  }
  // As many as there are places at most.
  const first = [noted('first', reader.read(large, never)), noted('second', reader.read(large, never))]
  const stop = new AbortController()
  const cancelled = noted('cancelled', reader.read(small, stop.signal))
  const last = noted('last', reader.read(small, never))
  stop.abort()
  expect(await cancelled).toBe('cancelled')
  expect(ended).toEqual(['cancelled'])
  expect(await last).toMatchObject({ title: 'Small' })
  for (const read of first) expect(await read).toMatchObject({ title: 'Large' })
})

it('a document that waits when the reader closes is given up, too', async () => {
  const closing = createDocumentReader({ workersDir })
  const never = new AbortController().signal
  const reads = [large, large, small].map((task) =>
    closing.read(task, never).catch((error: { code?: string }) => error.code),
  )
  await closing.close()
  expect(await Promise.all(reads)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  await expect(closing.read(small, never)).rejects.toMatchObject({ code: 'cancelled' })
})

it('the limit of a document does not count the start of its process', async () => {
  const workersDir = await mkdtemp(join(tmpdir(), 'quarry-slow-thread-'))
  onTestFinished(() => rm(workersDir, { recursive: true, force: true }))
  const gate = join(workersDir, 'gate')
  // Loads until the gate is there, and answers at once.
  await writeFile(
    join(workersDir, 'documents.js'),
    `const { existsSync } = require('node:fs')
     const sleep = new Int32Array(new SharedArrayBuffer(4))
     while (!existsSync(${JSON.stringify(gate)})) Atomics.wait(sleep, 0, 0, 5)
     process.on('message', () => {
       process.send({ kind: 'told', told: 'began' })
       process.send({ kind: 'answered', answer: { ok: true, document: null }, residentBytes: 0 })
     })
     process.send({ kind: 'ready' })`,
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const timeoutMs = 1000
  const slow = createDocumentReader({ workersDir, timeoutMs })
  const reading = slow.read(small, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(100 * timeoutMs)
  await writeFile(gate, '')
  expect(await reading).toBeNull()
  vi.useRealTimers()
  await slow.close()
})

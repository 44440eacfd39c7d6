import { open, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ErrorCode } from '../../contract/error-codes'
import { QuarryError } from '../../contract/errors'
import { createReaderPool, detect } from '../../main/knowledge/reading'
import { startChildProcess } from '../../main/processes'
import { createDiscoverers } from '../../main/resources/create-discoverers'
import type { DiscoveryTarget } from '../../main/resources/discoverers/discoverer'

/** What became of a file in the hands of one that opens it: `ok`, or the code of its error. */
export interface Opened {
  readonly by: string
  readonly outcome: 'ok' | ErrorCode | `unexpected: ${string}`
  readonly tookMs: number
}

/** Everything that opens files, as the app has it, with limits that end a test in time. */
export function createOpener({ timeoutMs = 60_000 } = {}) {
  const workersDir = resolve('out', 'workers')
  const readers = createReaderPool({ workersDir, places: 1, timeoutMs })
  const { discoverers, close } = createDiscoverers({
    workersDir,
    start: startChildProcess,
    egress: () => 'offline',
  })
  const secrets = { get: async () => null, set: async () => 'session' as const, remove: async () => {} }

  async function noted(by: string, work: () => Promise<unknown>): Promise<Opened> {
    const startedAt = performance.now()
    const outcome = await work().then(
      (): Opened['outcome'] => 'ok',
      (error: unknown): Opened['outcome'] =>
        error instanceof QuarryError && error.code !== 'internal'
          ? error.code
          : `unexpected: ${error instanceof Error ? error.message : String(error)}`,
    )
    return { by, outcome, tookMs: Math.round(performance.now() - startedAt) }
  }

  return {
    async open(path: string): Promise<Opened[]> {
      const opened = [await noted('reader', () => detect({ path }).then(() => readers.read({ path })))]
      const target = await targetOf(path)
      for (const discoverer of discoverers) {
        if (!discoverer.recognises(target)) continue
        const signal = new AbortController().signal
        opened.push(await noted(discoverer.name, () => discoverer.discover(target, { signal, secrets })))
      }
      return opened
    },
    async close() {
      await Promise.all([readers.close(), close()])
    },
  }
}

async function targetOf(path: string): Promise<DiscoveryTarget> {
  const { size } = await stat(path)
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    return { kind: 'path', path, isDirectory: false, sizeBytes: size, head: buffer.subarray(0, bytesRead) }
  } finally {
    await file.close()
  }
}

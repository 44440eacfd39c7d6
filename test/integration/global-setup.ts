import { access, constants, mkdtemp, rm, statfs } from 'node:fs/promises'
import { buildWorkers } from '../../scripts/build-workers.mjs'
import { prepareTemplate } from '../prepared-store'

/** Stores of tests take some hundred megabytes, two at a time. */
const roomBytes = 3e9

/**
 * Workers run from built files: the tests build them from the sources that they test. Stores start as copies of one, in
 * memory where Linux has room for it: a store syncs each transaction to disk.
 */
export default async function prepareTests(): Promise<() => Promise<void>> {
  await buildWorkers()
  await prepareTemplate()
  const memory = await memoryFolder()
  if (memory !== null) process.env.TMPDIR = memory
  return async () => {
    if (memory !== null) await rm(memory, { recursive: true, force: true })
  }
}

async function memoryFolder(): Promise<string | null> {
  try {
    await access('/dev/shm', constants.W_OK)
    const { bavail, bsize } = await statfs('/dev/shm')
    return bavail * bsize < roomBytes ? null : await mkdtemp('/dev/shm/quarry-test-')
  } catch {
    return null
  }
}

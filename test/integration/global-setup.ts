import { access, constants, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWorkers } from '../../scripts/build-workers.mjs'
import { prepareTemplate } from '../prepared-store'

const memoryFolder = '/dev/shm'
/** Stores of tests take some hundred megabytes, two at a time. */
const roomBytes = 3e9

/**
 * Workers run from built files: the tests build them from the sources that they test. Stores start as copies of one, in
 * memory where Linux has room for it: a store syncs each transaction to disk.
 */
export default async function prepareTests(): Promise<() => Promise<void>> {
  await buildWorkers()
  await prepareTemplate()
  const folder = await mkdtemp(join((await hasMemoryFolder()) ? memoryFolder : tmpdir(), 'quarry-test-'))
  process.env.TMPDIR = folder
  return () => rm(folder, { recursive: true, force: true })
}

async function hasMemoryFolder(): Promise<boolean> {
  try {
    await access(memoryFolder, constants.W_OK)
    const { bavail, bsize } = await statfs(memoryFolder)
    return bavail * bsize >= roomBytes
  } catch {
    return false
  }
}

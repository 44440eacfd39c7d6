import { readdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createMutex } from '../threads'
import type { Database } from './database'
import { dumpDaily } from './dump'
import { makePrivateFolder, writePrivateFile } from './private-files'
import { onRemoval, readRemovals } from './removals'

/** How often an app that is left open looks whether today's dump is there, in ms. */
const lookEveryMs = 60 * 60 * 1000

/** In the folder of the dumps: how many removals the store had counted when the oldest of them was made. */
const recordName = 'removals'

export interface DailyDump {
  /** Drops the dumps that still hold what was removed, and writes a new one. Answers once they are dropped. */
  forgetRemoved(): Promise<void>
  /** Ends it; a dump that is being written is finished. */
  close(): Promise<void>
}

/**
 * Writes a dump a day for as long as the store is open, and drops the dumps that hold what has been removed since: at once,
 * and at the next start where the process died between the removal and that.
 * @param directory the data directory
 * @param onError told of what goes wrong while nobody waits
 */
export function startDailyDump(
  database: Database,
  directory: string,
  onError: (error: unknown) => void,
  now: () => Date = () => new Date(),
): DailyDump {
  // One after the other: a dump that is just being written may hold what is removed meanwhile.
  const mutex = createMutex()
  const dump = (): void => {
    mutex
      .run(async () => {
        await dropOutdated(database, directory)
        await dumpDaily(database, directory, now())
      })
      .catch(onError)
  }
  const timer = setInterval(dump, lookEveryMs)
  timer.unref()
  const stopListening = onRemoval(dump)
  dump()
  return {
    async forgetRemoved() {
      const dropped = mutex.run(() => dropOutdated(database, directory))
      dump()
      await dropped
    },
    async close() {
      clearInterval(timer)
      stopListening()
      await mutex.idle()
    },
  }
}

/** Dumps from before the last removal go, and what a crash left of one that was being written. */
async function dropOutdated(database: Database, directory: string): Promise<void> {
  const folder = join(directory, 'dumps')
  makePrivateFolder(folder)
  const removals = await readRemovals(database)
  const outdated = removals !== (await readRecord(folder))
  for (const name of await readdir(folder)) {
    if (name.endsWith('.json.gz.new') || (outdated && /^quarry-.*\.json\.gz$/.test(name)))
      await unlink(join(folder, name))
  }
  // Last: after a crash in between they are dropped again.
  if (outdated) await writeRecord(folder, removals)
}

async function readRecord(folder: string): Promise<number> {
  try {
    return Number(await readFile(join(folder, recordName), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}

const writeRecord = (folder: string, removals: number): Promise<void> =>
  writePrivateFile(join(folder, recordName), `${removals}\n`)

import { fromCallback } from 'xstate'
import type { Database } from '../store'
import type { JournalEvent } from './pool-machine'
import { writeJournal } from './repository/journal'
import type { JournalEntry } from './terms'

/** The journal of a pool: lines are written in order; what gathers during a write goes into the next one. */
export function createJournalKeeper(database: Database) {
  const queued: JournalEntry[] = []
  let writing: Promise<void> | null = null

  const drain = async (): Promise<void> => {
    while (queued.length > 0) await writeJournal(database, queued.splice(0))
  }

  return {
    /** The actor to give to the pool's machine. A write that fails is sent back as JOURNAL_FAILED. */
    actor: fromCallback<JournalEvent>(({ receive, sendBack }) => {
      receive(({ entry }) => {
        queued.push(entry)
        writing ??= drain()
          .catch((error: unknown) => {
            queued.length = 0
            sendBack({ type: 'JOURNAL_FAILED', error })
          })
          .finally(() => {
            writing = null
          })
      })
    }),
    /** Resolves when every line so far is in the store (or its failure was reported). */
    async settled(): Promise<void> {
      while (writing !== null) await writing
    },
  }
}

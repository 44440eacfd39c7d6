import { fromCallback } from 'xstate'
import type { Database } from '../store'
import type { JournalEvent } from './pool-machine'
import { writeJournal } from './repository/journal'
import type { JournalEntry } from './terms'

/** Lines written in one transaction at most: others wait for the store meanwhile. */
const maxLines = 2000

/** The journal of a pool: lines are written in order; what gathers during a write goes into the next one. */
export function createJournalKeeper(database: Database) {
  let queued: JournalEntry[] = []
  let writing: Promise<void> | null = null

  /** Says itself that nothing is being written, in the step that finds nothing queued: a later line begins anew. */
  const drain = async (): Promise<void> => {
    while (queued.length > 0) {
      const lines = queued
      queued = []
      for (let first = 0; first < lines.length; first += maxLines) {
        await writeJournal(database, lines.slice(first, first + maxLines))
      }
    }
    writing = null
  }

  return {
    /** The actor to give to the pool's machine. A write that fails is sent back as JOURNAL_FAILED. */
    actor: fromCallback<JournalEvent>(({ receive, sendBack }) => {
      receive(({ entry }) => {
        queued.push(entry)
        // Begun a moment later, so that everything that one event leads to is one transaction.
        writing ??= Promise.resolve()
          .then(drain)
          .catch((error: unknown) => {
            queued = []
            writing = null
            sendBack({ type: 'JOURNAL_FAILED', error, at: new Date().toISOString() })
          })
      })
    }),
    /** Resolves when every line so far is in the store (or its failure was reported). */
    async settled(): Promise<void> {
      while (writing !== null) await writing
    },
  }
}

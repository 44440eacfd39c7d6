import { fromCallback } from 'xstate'
import type { Database } from '../store'
import type { JournalEvent } from './ledger-keeper'
import { writeJournal } from './repository/journal'
import type { JournalEntry } from './terms'

/** Lines written in one transaction at most: others wait for the store meanwhile. */
const maxLines = 2000

/** The journal of a pool: lines are written in order; what gathers during a write goes into the next one. */
export function createJournalKeeper(database: Database) {
  let queued: JournalEntry[] = []
  let hasFailed = false
  let writing: Promise<void> | null = null

  /** Says itself that nothing is being written, in the step that finds nothing queued: a later line begins anew. */
  const drain = async (): Promise<void> => {
    while (queued.length > 0) {
      const lines = queued.slice(0, maxLines)
      await writeJournal(database, lines)
      // Only now: what could not be written is written before anything later, once it can.
      queued = queued.slice(lines.length)
    }
    writing = null
  }

  return {
    /**
     * The actor to give to the pool's machine. A write that fails is sent back as JOURNAL_FAILED; its lines are tried
     * again with the next one, and JOURNAL_WRITTEN tells that nothing is missing any more.
     */
    actor: fromCallback<JournalEvent>(({ receive, sendBack }) => {
      receive(({ entry }) => {
        queued.push(entry)
        // Begun a moment later, so that everything that one event leads to is one transaction.
        writing ??= Promise.resolve()
          .then(drain)
          .then(() => {
            if (hasFailed) sendBack({ type: 'JOURNAL_WRITTEN', at: new Date().toISOString() })
            hasFailed = false
          })
          .catch((error: unknown) => {
            hasFailed = true
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

import { constants } from 'node:fs'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { redactText } from '../../workers/secrets/redact'
import { makePrivateFolder } from '../store'
import { createMutex } from '../threads'

/** Bytes of a file until it makes place for the next, and files that are kept. */
const fileBytes = 1_000_000
const keptFiles = 5
/** Characters of an error's own words: they may quote foreign text. */
const wordsAtMost = 4000

/** A line of the log. What was asked, found or written is in none of them. */
export type LogEntry =
  | { readonly event: 'app_started'; readonly version: string; readonly platform: string; readonly runtime: string }
  | { readonly event: 'app_stopped' }
  | {
      readonly event: 'workflow_started' | 'workflow_moved' | 'workflow_error'
      readonly sessionId: string
      /** As the session's own log has it: `plan.approved`. */
      readonly type: string
      readonly state: string
      /** The error's code. */
      readonly code?: string
    }
  | {
      readonly event: 'tool_called'
      readonly tool: string
      readonly resourceId: string | null
      readonly sessionId: string
      readonly durationMs: number
      /** The error's code; null where it succeeded. */
      readonly code: string | null
    }
  | {
      readonly event: 'background_error'
      readonly code: string
      readonly message: string
      readonly stack: string | null
    }

/** `logs/quarry.jsonl` in the data folder: one JSON object a line, with its time. For its user alone. */
export interface Log {
  write(entry: LogEntry): void
  /** The newest lines, oldest first, as they stand in the files. */
  tail(lines: number): Promise<string[]>
  /** Waits for what is being written. */
  close(): Promise<void>
}

/**
 * @param directory the data directory
 * @param onError told once of what keeps the log from being written; nothing else depends on it
 */
export function openLog(directory: string, onError: (error: unknown) => void): Log {
  const folder = join(directory, 'logs')
  const pathOf = (age: number): string => join(folder, age === 0 ? 'quarry.jsonl' : `quarry.${age}.jsonl`)
  const writing = createMutex()
  let hasFailed = false

  const append = async (line: string): Promise<void> => {
    makePrivateFolder(folder)
    const size = await stat(pathOf(0)).then(
      (found) => found.size,
      () => 0,
    )
    if (size + Buffer.byteLength(line) > fileBytes && size > 0) {
      for (let age = keptFiles - 2; age >= 0; age--) {
        await rename(pathOf(age), pathOf(age + 1)).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error
        })
      }
    }
    const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW = 0 } = constants
    const file = await open(pathOf(0), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600)
    try {
      await file.writeFile(line)
    } finally {
      await file.close()
    }
  }
  const failed = (error: unknown): void => {
    if (!hasFailed) onError(error)
    hasFailed = true
  }
  return {
    write(entry) {
      const line = `${JSON.stringify({ at: new Date().toISOString(), ...masked(entry) })}\n`
      void writing.run(() => append(line)).catch(failed)
    },
    async tail(lines) {
      await writing.run(async () => undefined)
      const found: string[] = []
      for (let age = 0; age < keptFiles && found.length < lines; age++) {
        const text = await readFile(pathOf(age), 'utf8').catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return ''
          throw error
        })
        found.unshift(...text.split('\n').filter((line) => line !== ''))
      }
      return found.slice(-lines)
    },
    close: () => writing.run(async () => undefined),
  }
}

function masked(entry: LogEntry): LogEntry {
  if (entry.event !== 'background_error') return entry
  return {
    ...entry,
    message: maskedWords(entry.message),
    stack: entry.stack === null ? null : maskedWords(entry.stack),
  }
}

const maskedWords = (words: string): string => redactText(words.slice(0, wordsAtMost), 'settings', []).text

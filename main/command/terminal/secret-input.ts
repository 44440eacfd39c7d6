import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { QuarryError } from '../../../contract/errors'

/** Characters of an input that is no terminal. */
const inputAtMost = 1_000_000

export interface SecretInput {
  /** The next answer of the person, or the next line of an input that is no terminal; null where there is none. */
  next(prompt: string, how: { readonly hidden: boolean }): Promise<string | null>
  /** Whether a person answers, who can be asked for one thing after the other. */
  readonly isTerminal: boolean
}

/** Reads secrets from the terminal, without showing them, or line by line from what is piped in. Never from arguments. */
export function createSecretInput(signal: AbortSignal): SecretInput {
  const isTerminal = process.stdin.isTTY === true
  let lines: Promise<string[]> | null = null
  return {
    isTerminal,
    async next(prompt, { hidden }) {
      if (isTerminal) return askPerson(prompt, hidden, signal)
      lines ??= readLines()
      return (await lines).shift() ?? null
    },
  }
}

async function readLines(): Promise<string[]> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += chunk as string
    if (text.length > inputAtMost) throw new QuarryError('input.invalid', 'The input is too long.')
  }
  return text.split(/\r?\n/)
}

async function askPerson(prompt: string, hidden: boolean, signal: AbortSignal): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  if (hidden) process.stderr.write(prompt)
  // As a terminal, readline switches the echo of the system off and writes what is typed to its own output.
  const terminal = createInterface({ input: process.stdin, output: hidden ? silent : process.stderr, terminal: true })
  const interrupted = new AbortController()
  terminal.once('SIGINT', () => interrupted.abort(new QuarryError('cancelled', 'Interrupted.')))
  terminal.once('close', () => interrupted.abort(new QuarryError('cancelled', 'The input has ended.')))
  try {
    return await terminal.question(hidden ? '' : prompt, { signal: AbortSignal.any([signal, interrupted.signal]) })
  } catch (error) {
    throw interrupted.signal.aborted ? interrupted.signal.reason : error
  } finally {
    terminal.close()
    if (hidden) process.stderr.write('\n')
  }
}

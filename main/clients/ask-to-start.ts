import { QuarryError } from '../../contract/errors'
import type { McpPlace } from '../../contract/resources/mcp'

/** What starting a server over stdio or a tool of one's own runs, and its name. */
export interface Program extends Omit<Extract<McpPlace, { transport: 'stdio' }>, 'transport' | 'launcher'> {
  readonly name: string
  /** Whether it is kept from the network. */
  readonly isOffline: boolean
  /** Changes with the files that it is run from, where those are known. */
  readonly files?: string
}

/** Asks whether a program may start. Throws `tool.denied` where a person did not let it, and the signal's reason when it aborts. */
export async function askToStart(
  mayStart: (program: Program, signal: AbortSignal) => Promise<boolean>,
  program: Program,
  resourceId: string,
  signal: AbortSignal,
): Promise<void> {
  if (await mayStart(program, signal)) return
  signal.throwIfAborted()
  throw new QuarryError('tool.denied', `A person did not let “${program.name}” start.`, {
    context: { resourceId, by: 'person' },
  })
}

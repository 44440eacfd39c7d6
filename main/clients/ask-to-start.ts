import { QuarryError } from '../../contract/errors'
import type { McpServersOptions, Program } from './mcp-servers'

/** Asks whether a program may start. Throws `tool.denied` where a person did not let it, and the signal's reason when it aborts. */
export async function askToStart(
  mayStart: McpServersOptions['mayStart'],
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

import { version } from '../../version'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'

export function defineMcp({ program, help, progress, signal, open }: CommandLine): void {
  program
    .command('mcp')
    .description(help.mcp)
    .action(async () => {
      // The protocol's library would take a third of the start of every other command.
      const { serveMcp } = await import('./serve')
      await serveMcp(open, version, progress, signal)
      process.exitCode = exitCode.done
    })
}

import { Option } from 'commander'
import { type CallFilter, callRecord } from '../../../contract/calls/calls'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { printResult } from '../terminal/terminal'

interface CallsOptions extends Omit<CallFilter, 'sessionId' | 'resourceId' | 'state'> {
  readonly format: 'csv' | 'json'
  readonly session?: string
  readonly outcome?: CallFilter['state']
}

export function defineCalls({ program, help, values, onRuntime }: CommandLine): void {
  const calls = program
    .command('calls')
    .description(help.calls)
    .addOption(new Option('--format <format>', help.callsFormat).choices(['csv', 'json']).default('csv'))
    .option('--session <id>', help.callsSession)
    .option('--tool <name>', help.callsTool)
    .addOption(new Option('--decision <decision>', help.callsDecision).choices(['allow', 'ask', 'deny']))
    .addOption(new Option('--outcome <outcome>', help.callsOutcome).choices(callRecord.shape.state.options))
    .option('--from <time>', help.callsFrom, values.time)
    .option('--until <time>', help.callsUntil, values.time)
    .action(({ format, session: sessionId, outcome: state, ...chosen }: CallsOptions) =>
      onRuntime(async (connection) => {
        const filter = Object.fromEntries(
          Object.entries({ ...chosen, sessionId, state }).filter(([, value]) => value !== undefined),
        )
        await printResult((await connection.call('calls.export', { filter, format })).text)
        return exitCode.done
      }),
    )

  calls
    .command('undo')
    .description(help.callsUndo)
    .argument('<id>', help.callsId)
    .action((callId: string) =>
      onRuntime(async (connection) => {
        await printResult((await connection.call('calls.undo', { callId })).path)
        return exitCode.done
      }),
    )
}

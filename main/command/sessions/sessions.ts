import { Option } from 'commander'
import { mayAct } from '../../../contract/session/session-transitions'
import { titleOfSession } from '../../../wording'
import { addAndWait } from '../library/ingest'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { row } from '../terminal/table'
import { printJson, printResult } from '../terminal/terminal'
import { type AskOptions, ask, type FollowOptions, followToReport } from './ask'
import { type ConfirmOptions, confirmByOptions } from './confirm'
import { waitsForPerson } from './watch-session'

/** Asks, lists sessions, and goes on with one that there is. */
export function defineSessions({
  program,
  help,
  values,
  progress,
  signal,
  onRuntime,
  withLanguage,
}: CommandLine): void {
  program
    .command('ask')
    .description(help.ask)
    .argument('<question>', '', values.question)
    .option('--add <path...>', help.askAdd, [])
    .option('--quick', help.askQuick, false)
    .addOption(
      new Option('--model-only', help.askModelOnly)
        .default(false)
        .conflicts(['quick', 'add', 'only', 'template', 'interactive']),
    )
    .option('--template <name>', help.askTemplate, values.template)
    .option('--session <id>', help.askSession)
    .option('--only <name>', help.askOnly, values.oneMore, [])
    .option('--model <name>', help.askModel, values.oneMore, [])
    .option('--memory <role=mode>', help.askMemory, values.oneMemory, {})
    .option('--investigate', help.askInvestigate)
    .option('--no-investigate', help.askNoInvestigate)
    .option('--react', help.askReact)
    .option('--no-react', help.askNoReact)
    .option('--parallel-calls', help.askParallelCalls)
    .option('--no-parallel-calls', help.askNoParallelCalls)
    .option('--write-files', help.askWriteFiles)
    .option('--out <file>', help.out, values.reportFile)
    .option('--json <file>', help.wholeSession)
    .option('--interactive', help.interactive, false)
    .action((question: string, options: AskOptions) =>
      onRuntime((connection) => ask(connection, question, withLanguage(options), progress, signal)),
    )

  program
    .command('sessions')
    .description(help.sessions)
    .option('--json', help.json, false)
    .action(({ json }: { json: boolean }) =>
      onRuntime(async (connection) => {
        const sessions = await connection.call('session.list', {})
        if (json) await printJson(sessions, 2)
        else
          for (const session of sessions)
            await printResult(
              row([session.id, progress.words.sessionState[session.state], titleOfSession(session, progress.speech)]),
            )
        return exitCode.done
      }),
    )

  program
    .command('update')
    .description(help.update)
    .argument('<session>')
    .option('--add <path...>', help.askAdd, [])
    .option('--out <file>', help.out, values.reportFile)
    .option('--json <file>', help.wholeSession)
    .option('--interactive', help.interactive, false)
    .action((sessionId: string, { add, ...options }: FollowOptions & Pick<AskOptions, 'add'>) =>
      onRuntime(async (connection) => {
        if (add.length > 0) await addAndWait(connection, add, progress, signal)
        await connection.call('session.update', { sessionId })
        return followToReport(connection, sessionId, withLanguage(options), progress, signal)
      }),
    )

  program
    .command('resume')
    .description(help.resume)
    .argument('<id>')
    .option('--out <file>', help.out, values.reportFile)
    .option('--json <file>', help.wholeSession)
    .option('--interactive', help.interactive, false)
    .action((id: string, options: FollowOptions) =>
      onRuntime(async (connection) => {
        const view = await connection.call('session.view', { sessionId: id })
        if (mayAct(view.state, 'retry')) await connection.call('session.retry', { sessionId: id })
        else if (!mayAct(view.state, 'followUp') && !waitsForPerson(view))
          await connection.call('session.resume', { sessionId: id })
        return followToReport(connection, id, withLanguage(options), progress, signal)
      }),
    )

  program
    .command('stop')
    .description(help.stop)
    .argument('<id>')
    .action((id: string) =>
      onRuntime(async (connection) => {
        await connection.call('session.stop', { sessionId: id })
        return exitCode.done
      }),
    )

  program
    .command('confirm')
    .description(help.confirm)
    .argument('<id>')
    .addOption(new Option('--allow', help.confirmAllow).default(false).conflicts('deny'))
    .option('--deny', help.confirmDeny, false)
    .addOption(new Option('--scope <scope>', help.confirmScope).choices(['once', 'session', 'always']).default('once'))
    .option('--remark <text>', help.confirmRemark)
    .option('--high-risk', help.confirmHighRisk, false)
    .option('--set <name=value>', help.confirmSet, (one: string, set: string[]) => [...set, one], [])
    .option('--out <file>', help.out, values.reportFile)
    .action((id: string, { out, ...options }: ConfirmOptions & { readonly out?: string }) =>
      onRuntime(
        async (connection) =>
          (await confirmByOptions(connection, id, options, progress)) ??
          followToReport(
            connection,
            id,
            withLanguage({ interactive: false, ...(out === undefined ? {} : { out }) }),
            progress,
            signal,
          ),
      ),
    )
}

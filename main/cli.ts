import { join } from 'node:path'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { QuarryError, toErrorShape } from '../contract/errors'
import { type Language, language } from '../contract/language'
import { speechIn } from '../wording'
import type { Connection } from './api'
import { type AskOptions, ask, followToReport, waitsForPerson } from './command/ask'
import { connect } from './command/connect'
import { exitCode, exitCodeOf } from './command/exit-code'
import { addAndWait, sayFailures } from './command/ingest'
import { terminalLanguage } from './command/language'
import { type PoolOptions, showPool } from './command/pool'
import {
  archiveProject,
  createProject,
  inNamedProject,
  listProjects,
  removeProject,
  renameProject,
} from './command/projects'
import { listResources, matchNeed, scanMachine } from './command/resources'
import { restore } from './command/restore'
import { ProgressLine, printable, printResult } from './command/terminal'
import { version } from './runtime'
import { enforceEgress } from './safety'
import { dataDirectory, diagnose, runtimePaths } from './system'

/** Options of every command. */
interface GlobalOptions {
  readonly data?: string
  readonly language?: Language
  readonly project?: string
}

const projectDirectory = join(import.meta.dirname, '..', '..')
const progress = new ProgressLine()
const interruption = new AbortController()
enforceEgress('offline')

const program = new Command('quarry')
  .description('Deep research on your own material, on your own machine. Every sentence cites its source.')
  .version(version)
  .option('--data <dir>', 'folder of the library and its sessions')
  .option('--project <name>', 'project to work in (default: the first)')
  .addOption(
    new Option(
      '--language <language>',
      'language of messages and reports (default: that of the app or the environment; of reports: the question’s)',
    ).choices(language.options),
  )
  .exitOverride()
  .showHelpAfterError()
  .configureOutput({ writeErr: (text) => process.stderr.write(text) })
  .addHelpText(
    'after',
    `
Without a command the window opens.

Exit codes: 0 done · 1 other error · 2 bad usage · 3 nothing could be indexed · 4 the session failed ·
5 blocked (waits for a person or a resource) · 130 interrupted. What there is of a report is always written.
Results go to stdout, progress to stderr. Beside the open app, commands use the app's own library.`,
  )

/** Has the terminal speak the language that its user would expect, by the app's setting where it is known. */
function speak(setting: Language | 'system'): void {
  progress.speech = speechIn(terminalLanguage(program.opts<GlobalOptions>().language, setting))
}
program.hook('preAction', () => speak('system'))

/** A report answers in its own language, unless another is named. */
const withLanguage = <Options extends object>(options: Options) => ({
  ...options,
  language: program.opts<GlobalOptions>().language,
})

/** Runs an action on a connection, closes it whatever happens, and keeps its exit code. */
async function onRuntime(action: (connection: Connection) => Promise<number>): Promise<void> {
  const connection = await connect({
    projectDirectory,
    data: program.opts<GlobalOptions>().data,
    onBackgroundError: (error) => progress.sayError(toErrorShape(error), 'In the background'),
  })
  try {
    speak((await connection.call('settings.get')).language)
    process.exitCode = await action(await inNamedProject(connection, program.opts<GlobalOptions>().project))
  } finally {
    await connection.close()
  }
}

const count = (text: string): number => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > 200)
    throw new InvalidArgumentError('Say a number from 1 to 200.')
  return value
}

program
  .command('ask')
  .description('research a question and write a report')
  .argument('<question>')
  .option('--add <path...>', 'files and folders to index first', [])
  .option('--out <file>', 'report as Markdown, or HTML where the name ends so (default: stdout)')
  .option('--json <file>', 'the whole session as JSON')
  .option('--interactive', 'answer clarifications and review the plan here', false)
  .action((question: string, options: AskOptions) =>
    onRuntime((connection) => ask(connection, question, withLanguage(options), progress, interruption.signal)),
  )

program
  .command('add')
  .description('index files and folders; take in databases, API descriptions, tools and MCP servers')
  .argument('<path...>')
  .action((paths: string[]) =>
    onRuntime(async (connection) => {
      const { summary, resources } = await addAndWait(connection, paths, progress, interruption.signal)
      await sayFailures(connection, progress)
      for (const { name, type, flavour, status } of resources) {
        await printResult(printable(`${name}: ${type}/${flavour}, ${status}`))
      }
      await printResult(`${summary.byState.indexed} sources, ${summary.passages} passages`)
      const isNothing = summary.passages === 0 && resources.every(({ type }) => type === 'knowledge_base')
      return isNothing ? exitCode.nothingIndexed : exitCode.done
    }),
  )

program
  .command('sources')
  .description('list what is indexed')
  .option('--json', 'as JSON lines', false)
  .action(({ json }: { json: boolean }) =>
    onRuntime(async (connection) => {
      const pageSize = 500
      for (let offset = 0; ; offset += pageSize) {
        const { sources, total } = await connection.call('library.list', { offset, limit: pageSize })
        const lines = sources.map((source) =>
          json
            ? JSON.stringify(source)
            : printable(
                `${source.state}\t${source.passages}\t${source.path ?? source.name}${source.error ? `\t${progress.speech.errorPhrase(source.error)}` : ''}`,
              ),
        )
        if (lines.length > 0) await printResult(lines.join('\n'))
        if (offset + pageSize >= total) return exitCode.done
      }
    }),
  )

program
  .command('recall')
  .description('find passages')
  .argument('<query>')
  .option('--top <n>', 'how many', count, 10)
  .option('--json', 'as JSON', false)
  .action((query: string, { top, json }: { top: number; json: boolean }) =>
    onRuntime(async (connection) => {
      const answer = await connection.call('recall.search', { query, top })
      for (const note of answer.notes) progress.say(progress.speech.fact(note))
      if (json) await printResult(JSON.stringify(answer, null, 2))
      else {
        for (const [index, hit] of answer.hits.entries()) {
          const place = hit.locator.page === null ? `line ${hit.locator.lineStart}` : `page ${hit.locator.page}`
          await printResult(
            printable(
              `${index + 1}. ${hit.sourceName}, ${place} (${hit.reason.score.toFixed(3)})\n   ${hit.text.replace(/\s+/g, ' ').slice(0, 400)}`,
            ),
          )
        }
      }
      return exitCode.done
    }),
  )

program
  .command('resources')
  .description('list the databases, APIs, tools, knowledge bases and models that are known')
  .option('--type <type>', 'of one type only, with the parts of others')
  .option('--json', 'as JSON lines', false)
  .action((options: { type?: string; json: boolean }) =>
    onRuntime((connection) => listResources(connection, options, progress.speech)),
  )

program
  .command('match')
  .description('say which resources answer a need, and why')
  .argument('<need>', 'a sentence')
  .option('--top <n>', 'how many, 50 at most', count, 5)
  .option('--json', 'as JSON', false)
  .action((need: string, options: { top: number; json: boolean }) =>
    onRuntime((connection) => matchNeed(connection, need, options, progress, interruption.signal)),
  )

program
  .command('scan')
  .description('look for databases, MCP servers and model servers that are already on this machine')
  .option('--take <id...>', 'take in what was found, by its id', [])
  .option('--json', 'as JSON', false)
  .action((options: { take: string[]; json: boolean }) =>
    onRuntime((connection) => scanMachine(connection, options, progress)),
  )

program
  .command('sessions')
  .description('list sessions')
  .option('--json', 'as JSON', false)
  .action(({ json }: { json: boolean }) =>
    onRuntime(async (connection) => {
      const sessions = await connection.call('session.list', {})
      if (json) await printResult(JSON.stringify(sessions, null, 2))
      else
        for (const session of sessions)
          await printResult(printable(`${session.id}\t${session.state}\t${session.title}`))
      return exitCode.done
    }),
  )

program
  .command('stop')
  .description('stop a session that works; what its finished steps found is kept')
  .argument('<id>')
  .action((id: string) =>
    onRuntime(async (connection) => {
      await connection.call('session.stop', { sessionId: id })
      return exitCode.done
    }),
  )

program
  .command('resume')
  .description('go on with a session, or write its report again')
  .argument('<id>')
  .option('--out <file>', 'report as Markdown, or HTML where the name ends so (default: stdout)')
  .option('--json <file>', 'the whole session as JSON')
  .option('--interactive', 'answer clarifications and review the plan here', false)
  .action((id: string, options: Omit<AskOptions, 'add'>) =>
    onRuntime(async (connection) => {
      const view = await connection.call('session.view', { sessionId: id })
      if (view.state === 'failed') await connection.call('session.retry', { sessionId: id })
      else if (view.state !== 'done' && !waitsForPerson(view))
        await connection.call('session.resume', { sessionId: id })
      return followToReport(connection, id, withLanguage(options), progress, interruption.signal)
    }),
  )

program
  .command('pool')
  .description('show who works, who waits, and for what')
  .option('--watch', 'follow until interrupted: a table on a terminal, else a line for each change', false)
  .option('--stop', 'have the open app hand out nothing more; what is held finishes', false)
  .option('--start', 'have it hand out again', false)
  .option('--json', 'as JSON', false)
  .action((options: PoolOptions) =>
    onRuntime((connection) => showPool(connection, options, progress.speech, interruption.signal)),
  )

const projects = program
  .command('projects')
  .description('list projects: each has its own sources, sessions and resources')
  .option('--json', 'as JSON lines', false)
  .action((options: { json: boolean }) => onRuntime((connection) => listProjects(connection, options)))
projects
  .command('create')
  .description('create a project')
  .argument('<name>')
  .action((name: string) => onRuntime((connection) => createProject(connection, name)))
projects
  .command('rename')
  .description('rename a project')
  .argument('<project>')
  .argument('<name>')
  .action((project: string, name: string) => onRuntime((connection) => renameProject(connection, project, name)))
projects
  .command('archive')
  .description('archive a project; nothing is deleted')
  .argument('<project>')
  .option('--restore', 'bring it back', false)
  .action((project: string, options: { restore: boolean }) =>
    onRuntime((connection) => archiveProject(connection, project, options)),
  )
projects
  .command('remove')
  .description('delete a project with its sessions and index; files on disk stay')
  .argument('<project>')
  .option('--yes', 'really delete it; without, say what would go', false)
  .action((project: string, options: { yes: boolean }) =>
    onRuntime((connection) => removeProject(connection, project, options)),
  )

program
  .command('restore')
  .description('take in a daily dump (folder “dumps” of a library): sessions, reports, settings; what is there stays')
  .argument('<file>', 'such as quarry-2026-01-31.json.gz')
  .action(async (file: string) => {
    const { data } = program.opts<GlobalOptions>()
    await printResult(`Added ${await restore(runtimePaths(projectDirectory, dataDirectory(data)), file)}`)
    process.exitCode = exitCode.done
  })

program
  .command('doctor')
  .description('say what is here, what is missing, and how to get it')
  .option('--json', 'as JSON', false)
  .action(async ({ json }: { json: boolean }) => {
    const { data } = program.opts<GlobalOptions>()
    const report = await diagnose({ paths: runtimePaths(projectDirectory, dataDirectory(data)), version })
    if (json) await printResult(JSON.stringify(report, null, 2))
    else {
      for (const { name, status, finding, remedy } of report.checks) {
        const found = progress.speech.fact(finding)
        await printResult(
          printable(
            `${status.padEnd(8)}${name.padEnd(12)}${found}${remedy ? ` — ${progress.speech.fact(remedy)}` : ''}`,
          ),
        )
      }
    }
    process.exitCode = report.checks.some(({ status }) => status === 'missing') ? exitCode.failed : exitCode.done
  })

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (interruption.signal.aborted) process.exit(exitCode.interrupted)
    interruption.abort(new QuarryError('cancelled', 'Interrupted.'))
  })
}

try {
  // Said outright: under ELECTRON_RUN_AS_NODE commander would take the arguments for Electron's own.
  await program.parseAsync(process.argv, { from: 'node' })
} catch (error) {
  progress.end()
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? exitCode.done : exitCode.badUsage
  else {
    const shape = toErrorShape(error)
    const { code } = shape
    progress.sayError(shape)
    if (code === 'internal' && error instanceof Error && process.env.QUARRY_DEBUG) progress.say(error.stack ?? '')
    process.exitCode = exitCodeOf(code)
  }
}

import { parseArgs } from 'node:util'
import { Option } from 'commander'
import { toErrorShape } from '../../../contract/errors'
import { type Language, language } from '../../../contract/language'
import type { Connection } from '../../api'
import { dataDirectory, type RuntimePaths, runtimePaths } from '../../system'
import { version } from '../../version'
import type { TerminalWords } from '../words/en'
import { type ConnectOptions, connect } from './connect'
import { terminalLanguage } from './language'
import { LocalizedCommand } from './localized-command'
import { inNamedProject } from './named-project'
import { createOptionValues, type OptionValues } from './option-values'
import { ProgressLine } from './terminal'

/** What each command is defined with, and what its action works on. */
export interface CommandLine {
  readonly program: LocalizedCommand
  readonly help: TerminalWords['help']
  readonly values: OptionValues
  readonly progress: ProgressLine
  /** Aborted when the person interrupts. */
  readonly signal: AbortSignal
  /** Of the data folder that the command names. */
  paths(): RuntimePaths
  /** A connection in the project that the command names; whoever opens it closes it. */
  open(): Promise<Connection>
  /** Runs an action on a connection, closes it whatever happens, and keeps its exit code. */
  onRuntime(action: (connection: Connection) => Promise<number>, staying?: ConnectOptions['staying']): Promise<void>
  /** A report answers in its own language, unless another is named. */
  withLanguage<Options extends object>(options: Options): Options & { readonly language: Language | undefined }
}

/** Options of every command. */
interface GlobalOptions {
  readonly data?: string
  readonly project?: string
}

/** The command line without its commands. */
export function createCommandLine(projectDirectory: string, signal: AbortSignal): CommandLine {
  const named = language.safeParse(
    parseArgs({ strict: false, options: { language: { type: 'string' } } }).values.language,
  ).data
  const progress = new ProgressLine()
  // Help and usage errors come before any library is open, which has the app's setting.
  progress.speakIn(terminalLanguage(named, 'system'))
  const { help, usage } = progress.words
  const program = new LocalizedCommand('quarry', progress.speech.language)
    .description(help.quarry)
    .version(version, '-V, --version', help.version)
    .option('--data <dir>', help.data)
    .option('--project <name>', help.project)
    .addOption(new Option('--language <language>', help.language).choices(language.options))
    .helpCommand('help [command]', help.help)
    .exitOverride()
    .showHelpAfterError()
    .configureOutput({ writeErr: (text) => process.stderr.write(text) })
    .addHelpText('after', help.after)

  const connectTo = (staying?: ConnectOptions['staying']): Promise<Connection> =>
    connect({
      ...(staying && { staying }),
      projectDirectory,
      data: program.opts<GlobalOptions>().data,
      onBackgroundError: (error) => progress.sayError(toErrorShape(error), progress.words.inBackground),
    })
  const inProject = (connection: Connection): Promise<Connection> =>
    inNamedProject(connection, program.opts<GlobalOptions>().project)

  return {
    program,
    help,
    values: createOptionValues(usage),
    progress,
    signal,
    paths: () => runtimePaths(projectDirectory, dataDirectory(program.opts<GlobalOptions>().data)),
    async open() {
      const connection = await connectTo()
      return inProject(connection).catch(async (error: unknown) => {
        await connection.close()
        throw error
      })
    },
    async onRuntime(action, staying) {
      const connection = await connectTo(staying)
      try {
        progress.speakIn(terminalLanguage(named, (await connection.call('settings.get')).language))
        process.exitCode = await action(await inProject(connection))
      } finally {
        await connection.close()
      }
    },
    withLanguage: (options) => ({ ...options, language: named }),
  }
}

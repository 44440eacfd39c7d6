import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Argument, CommanderError, InvalidArgumentError, Option } from 'commander'
import { type CallFilter, callRecord } from '../contract/calls'
import { memoryModes, memoryRoles, type RoleMemory, roleMemory } from '../contract/engine'
import { QuarryError, toErrorShape } from '../contract/errors'
import { language } from '../contract/language'
import { type ReportTemplate, reportTemplate } from '../contract/report'
import { mayAct } from '../contract/session-transitions'
import { shownLine } from '../contract/shown-text'
import { type SourceType, sourceType } from '../contract/source'
import { titleOfSession } from '../wording'
import type { Connection } from './api'
import { type AskOptions, ask, type FollowOptions, followToReport } from './command/ask'
import { type BranchOptions, branchFrom, showCheckpoints } from './command/branch'
import { type ConfirmOptions, confirmByOptions } from './command/confirm'
import { type ConnectOptions, connect } from './command/connect'
import { listConnections } from './command/connections'
import { writeBareDiagnostics, writeDiagnostics } from './command/diagnostics'
import { type DomainsOptions, listDomains } from './command/domains'
import { examineModel, listModels } from './command/exams'
import { exitCode, exitCodeOf } from './command/exit-code'
import { type FactsOptions, showFacts } from './command/facts'
import { addAndWait, embeddingPatienceMs, sayFailures } from './command/ingest'
import { terminalLanguage } from './command/language'
import { type LearnOptions, learn } from './command/learn'
import { LocalizedCommand } from './command/localized-command'
import { serveMcp } from './command/mcp/serve'
import { forgetMemories, listMemories, type MemoriesOptions, switchMemories, writeMemory } from './command/memories'
import { showTurns } from './command/models'
import { type NetworkOptions, showNetwork } from './command/network'
import { listPlugins, removePlugin, switchPlugin } from './command/plugins'
import { type PoolOptions, showPool } from './command/pool'
import {
  archiveProject,
  createProject,
  inNamedProject,
  listProjects,
  moveSources,
  removeProject,
  renameProject,
} from './command/projects'
import { forgetQuery, listQueries } from './command/queries'
import { type RecallOptions, showRecall } from './command/recall'
import { listResources, matchNeed, scanMachine, takenLine } from './command/resources'
import { restore, restoredText } from './command/restore'
import { listRules, testRules } from './command/rules'
import { serveApi } from './command/serve'
import { showServices } from './command/service'
import { listSettings, setSetting } from './command/settings'
import { showSources } from './command/sources'
import { columns, row } from './command/table'
import { ProgressLine, printJson, printResult, ReaderGone } from './command/terminal'
import { waitsForPerson } from './command/watch-session'
import { showWhy } from './command/why'
import { createHttpToken } from './http'
import { version } from './runtime'
import { enforceEgress } from './safety'
import { dataDirectory, diagnose, runtimePaths } from './system'

/** Options of every command. */
interface GlobalOptions {
  readonly data?: string
  readonly project?: string
}

const projectDirectory = join(import.meta.dirname, '..', '..')
const progress = new ProgressLine()
const interruption = new AbortController()
enforceEgress('offline')
// What is written tells of it in its callback; help is written by commander, which asks for none.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const named = language.safeParse(
  parseArgs({ strict: false, options: { language: { type: 'string' } } }).values.language,
)
// Help and usage errors come before any library is open, which has the app's setting.
progress.speakIn(terminalLanguage(named.data, 'system'))
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

/** A report answers in its own language, unless another is named. */
const withLanguage = <Options extends object>(options: Options) => ({ ...options, language: named.data })

/** Runs an action on a connection, closes it whatever happens, and keeps its exit code. */
async function onRuntime(
  action: (connection: Connection) => Promise<number>,
  staying?: ConnectOptions['staying'],
): Promise<void> {
  const connection = await connect({
    ...(staying && { staying }),
    projectDirectory,
    data: program.opts<GlobalOptions>().data,
    onBackgroundError: (error) => progress.sayError(toErrorShape(error), progress.words.inBackground),
  })
  try {
    progress.speakIn(terminalLanguage(named.data, (await connection.call('settings.get')).language))
    process.exitCode = await action(await inNamedProject(connection, program.opts<GlobalOptions>().project))
  } finally {
    await connection.close()
  }
}

interface CallsOptions extends Omit<CallFilter, 'sessionId' | 'resourceId' | 'state'> {
  readonly format: 'csv' | 'json'
  readonly session?: string
  readonly outcome?: CallFilter['state']
}

/** A date or time as a person writes it, as ISO. */
const time = (text: string): string => {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) throw new InvalidArgumentError(usage.noTime)
  return at.toISOString()
}

/** An option that can be repeated. */
const oneMore = (one: string, before: string[] = []): string[] => [...before, one]

const oneMoreType = (one: string, before: SourceType[] = []): SourceType[] => {
  const type = sourceType.safeParse(one)
  if (!type.success) throw new InvalidArgumentError(usage.oneOf(sourceType.options))
  return [...before, type.data]
}

const templateNamed = (name: string): ReportTemplate => {
  const template = reportTemplate.safeParse(name)
  if (!template.success) throw new InvalidArgumentError(usage.oneOf(reportTemplate.options))
  return template.data
}

/** `ROLE=MODE` of memory; can be repeated. */
const oneMemory = (one: string, before: RoleMemory = {}): RoleMemory => {
  const [role = '', mode] = one.split('=')
  const chosen = roleMemory.strict().safeParse({ [role]: mode })
  const choices = memoryRoles.flatMap((of) => memoryModes[of].map((allowed) => `${of}=${allowed}`))
  if (!chosen.success) throw new InvalidArgumentError(usage.oneOf(choices))
  return { ...before, ...chosen.data }
}

const port = (text: string): number => {
  const value = Number(text)
  if (!/^\d{1,5}$/.test(text) || value > 65_535) throw new InvalidArgumentError(usage.noPort)
  return value
}

const count = (text: string): number => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > 200) throw new InvalidArgumentError(usage.countBetween)
  return value
}

program
  .command('ask')
  .description(help.ask)
  .argument('<question>')
  .option('--add <path...>', help.askAdd, [])
  .option('--quick', help.askQuick, false)
  .option('--template <name>', help.askTemplate, templateNamed)
  .option('--session <id>', help.askSession)
  .option('--model <name>', help.askModel, oneMore, [])
  .option('--memory <role=mode>', help.askMemory, oneMemory, {})
  .option('--out <file>', help.out)
  .option('--json <file>', help.wholeSession)
  .option('--interactive', help.interactive, false)
  .action((question: string, options: AskOptions) =>
    onRuntime((connection) => ask(connection, question, withLanguage(options), progress, interruption.signal)),
  )

program
  .command('add')
  .description(help.add)
  .argument('<path...>')
  .option('--wait', help.wait, false)
  .action((paths: string[], { wait }: { wait: boolean }) =>
    onRuntime(async (connection) => {
      const patienceMs = wait ? Number.POSITIVE_INFINITY : embeddingPatienceMs
      const { summary, resources } = await addAndWait(connection, paths, progress, interruption.signal, patienceMs)
      await sayFailures(connection, progress)
      for (const resource of resources) await printResult(takenLine(resource, progress))
      const { number } = progress.speech.format
      const { passagesWithoutVector } = summary
      if (passagesWithoutVector !== undefined)
        progress.say(progress.words.ingest.withoutVector(number(passagesWithoutVector)))
      await printResult(progress.words.ingest.holds(number(summary.byState.indexed), number(summary.passages)))
      const isNothing = summary.passages === 0 && resources.every(({ type }) => type === 'knowledge_base')
      return isNothing ? exitCode.nothingIndexed : exitCode.done
    }),
  )

program
  .command('sources')
  .description(help.sources)
  .option('--not-secrets <path...>', help.notSecrets, [])
  .option('--json', help.jsonLines, false)
  .action((options: { notSecrets: string[]; json: boolean }) =>
    onRuntime((connection) => showSources(connection, options, progress, interruption.signal)),
  )

program
  .command('recall')
  .description(help.recall)
  .argument('<query>')
  .option('--top <n>', help.top, count, 10)
  .addOption(new Option('--type <type>', help.recallType).choices(sourceType.options).argParser(oneMoreType))
  .option('--folder <path>', help.recallFolder, oneMore)
  .option('--since <time>', help.recallSince, time)
  .option('--until <time>', help.recallUntil, time)
  .option('--in-language <code>', help.recallLanguage, oneMore)
  .option('--tag <name>', help.recallTag, oneMore)
  .option('--collection <name>', help.recallCollection, oneMore)
  .option('--domain <id>', help.recallDomain, oneMore)
  .option('--explain', help.recallExplain, false)
  .option('--json', help.json, false)
  .action((query: string, options: RecallOptions) =>
    onRuntime((connection) => showRecall(connection, query, options, progress)),
  )

program
  .command('resources')
  .description(help.resources)
  .argument('[name]', help.resourcesName)
  .option('--type <type>', help.resourcesType)
  .option('--json', help.jsonLines, false)
  .action((name: string | undefined, options: { type?: string; json: boolean }) =>
    onRuntime((connection) =>
      name === undefined
        ? listResources(connection, options, progress.speech)
        : showServices(connection, name, options, progress),
    ),
  )

const plugins = program
  .command('plugins')
  .description(help.plugins)
  .option('--json', help.jsonLines, false)
  .action((options: { json: boolean }) => onRuntime((connection) => listPlugins(connection, options, progress)))
for (const isOn of [true, false]) {
  plugins
    .command(isOn ? 'on' : 'off')
    .description(help.pluginsSwitch[isOn ? 'on' : 'off'])
    .argument('<name>', help.pluginsName)
    .action((name: string) => onRuntime((connection) => switchPlugin(connection, name, isOn, progress)))
}
plugins
  .command('remove')
  .description(help.pluginsRemove)
  .argument('<name>', help.pluginsName)
  .action((name: string) => onRuntime((connection) => removePlugin(connection, name)))

program
  .command('facts')
  .description(help.facts)
  .option('--name <text>', help.factsName)
  .option('--description <text>', help.factsDescription)
  .option('--notes <text>', help.factsNotes)
  .option('--json', help.json, false)
  .action((options: FactsOptions) => onRuntime((connection) => showFacts(connection, options, progress)))

program
  .command('domains')
  .description(help.domains)
  .option('--rebuild', help.domainsRebuild, false)
  .option('--json', help.json, false)
  .action((options: DomainsOptions) => onRuntime((connection) => listDomains(connection, options, progress)))

program
  .command('match')
  .description(help.match)
  .argument('<need>', help.need)
  .option('--top <n>', help.matchTop, count, 5)
  .option('--json', help.json, false)
  .action((need: string, options: { top: number; json: boolean }) =>
    onRuntime((connection) => matchNeed(connection, need, options, progress, interruption.signal)),
  )

program
  .command('scan')
  .description(help.scan)
  .option('--take <id...>', help.scanTake, [])
  .option('--json', help.json, false)
  .action((options: { take: string[]; json: boolean }) =>
    onRuntime((connection) => scanMachine(connection, options, progress)),
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
  .command('calls')
  .description(help.calls)
  .addOption(new Option('--format <format>', help.callsFormat).choices(['csv', 'json']).default('csv'))
  .option('--session <id>', help.callsSession)
  .option('--tool <name>', help.callsTool)
  .addOption(new Option('--decision <decision>', help.callsDecision).choices(['allow', 'ask', 'deny']))
  .addOption(new Option('--outcome <outcome>', help.callsOutcome).choices(callRecord.shape.state.options))
  .option('--from <time>', help.callsFrom, time)
  .option('--until <time>', help.callsUntil, time)
  .action(({ format, session: sessionId, outcome: state, ...chosen }: CallsOptions) =>
    onRuntime(async (connection) => {
      const filter = Object.fromEntries(
        Object.entries({ ...chosen, sessionId, state }).filter(([, value]) => value !== undefined),
      )
      await printResult((await connection.call('calls.export', { filter, format })).text)
      return exitCode.done
    }),
  )

program
  .command('update')
  .description(help.update)
  .argument('<session>')
  .option('--add <path...>', help.askAdd, [])
  .option('--out <file>', help.out)
  .option('--json <file>', help.wholeSession)
  .option('--interactive', help.interactive, false)
  .action((sessionId: string, { add, ...options }: FollowOptions & Pick<AskOptions, 'add'>) =>
    onRuntime(async (connection) => {
      if (add.length > 0) await addAndWait(connection, add, progress, interruption.signal)
      await connection.call('session.update', { sessionId })
      return followToReport(connection, sessionId, withLanguage(options), progress, interruption.signal)
    }),
  )

program
  .command('checkpoints')
  .description(help.checkpoints)
  .argument('<session>')
  .argument('[checkpoint]', help.checkpointsOne)
  .option('--json', help.json, false)
  .action((sessionId: string, checkpointId: string | undefined, options: { json: boolean }) =>
    onRuntime((connection) => showCheckpoints(connection, sessionId, checkpointId, options, progress)),
  )

program
  .command('branch')
  .description(help.branch)
  .argument('<session>')
  .option('--at <checkpoint>', help.branchAt)
  .addOption(new Option('--plan', help.branchPlan).default(false).conflicts('question'))
  .option('--question <text>', help.branchQuestion)
  .option('--out <file>', help.out)
  .option('--json <file>', help.wholeSession)
  .option('--interactive', help.interactive, false)
  .action((sessionId: string, options: BranchOptions) =>
    onRuntime((connection) => branchFrom(connection, sessionId, withLanguage(options), progress, interruption.signal)),
  )

program
  .command('why')
  .description(help.why)
  .argument('<session>')
  .argument('<n>', help.whyN, count)
  .option('--report <version>', help.whyReport, count)
  .option('--json', help.json, false)
  .action((sessionId: string, n: number, { report: version, json }: { report?: number; json: boolean }) =>
    onRuntime((connection) => showWhy(connection, { sessionId, n, version, json }, progress)),
  )

program
  .command('models')
  .description(help.models)
  .argument('[name]', help.modelsName)
  .option('--json', help.jsonLines, false)
  .action((name: string | undefined, options: { json: boolean }) =>
    onRuntime((connection) =>
      name === undefined
        ? listModels(connection, options, progress)
        : examineModel(connection, name, options, progress, interruption.signal),
    ),
  )

program
  .command('turns')
  .description(help.turns)
  .argument('<session>')
  .option('--json', help.jsonLines, false)
  .action((sessionId: string, { json }: { json: boolean }) =>
    onRuntime((connection) => showTurns(connection, sessionId, json, progress)),
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
  .command('resume')
  .description(help.resume)
  .argument('<id>')
  .option('--out <file>', help.out)
  .option('--json <file>', help.wholeSession)
  .option('--interactive', help.interactive, false)
  .action((id: string, options: FollowOptions) =>
    onRuntime(async (connection) => {
      const view = await connection.call('session.view', { sessionId: id })
      if (mayAct(view.state, 'retry')) await connection.call('session.retry', { sessionId: id })
      else if (!mayAct(view.state, 'followUp') && !waitsForPerson(view))
        await connection.call('session.resume', { sessionId: id })
      return followToReport(connection, id, withLanguage(options), progress, interruption.signal)
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
  .option('--out <file>', help.out)
  .action((id: string, { out, ...options }: ConfirmOptions & { readonly out?: string }) =>
    onRuntime(
      async (connection) =>
        (await confirmByOptions(connection, id, options, progress)) ??
        followToReport(
          connection,
          id,
          withLanguage({ interactive: false, ...(out === undefined ? {} : { out }) }),
          progress,
          interruption.signal,
        ),
    ),
  )

program
  .command('pool')
  .description(help.pool)
  .option('--watch', help.poolWatch, false)
  .addOption(new Option('--stop', help.poolStop).default(false).conflicts('start'))
  .option('--start', help.poolStart, false)
  .option('--json', help.json, false)
  .action((options: PoolOptions) =>
    onRuntime((connection) => showPool(connection, options, progress.speech, interruption.signal)),
  )

program
  .command('network')
  .description(help.network)
  .addArgument(new Argument('[mode]', help.networkMode).choices(['offline', 'local', 'named']))
  .option('--host <host>', help.networkHost, oneMore, [])
  .option('--add-host <host>', help.networkAddHost, oneMore, [])
  .option('--remove-host <host>', help.networkRemoveHost, oneMore, [])
  .option('--json', help.json, false)
  .option('--program <name...>', help.networkProgram, [])
  .option('--revoke <name...>', help.networkRevoke, [])
  .action((mode: 'offline' | 'local' | 'named' | undefined, options: NetworkOptions) =>
    onRuntime((connection) => showNetwork(connection, mode, options)),
  )

program
  .command('connections')
  .description(help.connections)
  .option('--json', help.jsonLines, false)
  .action((options: { json: boolean }) => onRuntime((connection) => listConnections(connection, options, progress)))

program
  .command('mcp')
  .description(help.mcp)
  .action(async () => {
    const { data, project } = program.opts<GlobalOptions>()
    const onBackgroundError = (error: unknown) => progress.sayError(toErrorShape(error), progress.words.inBackground)
    const open = async () => {
      const connection = await connect({ projectDirectory, data, onBackgroundError })
      return inNamedProject(connection, project).catch(async (error: unknown) => {
        await connection.close()
        throw error
      })
    }
    await serveMcp(open, version, progress, interruption.signal)
    process.exitCode = exitCode.done
  })

interface ServeOptions {
  readonly port?: number
  readonly programs: boolean
  readonly newToken: boolean
}

program
  .command('serve')
  .description(help.serve)
  .option('--port <port>', help.servePort, port)
  .option('--programs', help.servePrograms, false)
  .option('--new-token', help.serveNewToken, false)
  .action(({ port: chosen, programs, newToken }: ServeOptions) =>
    onRuntime(
      async (connection) => {
        const token = createHttpToken(
          runtimePaths(projectDirectory, dataDirectory(program.opts<GlobalOptions>().data)).data,
        )
        if (newToken) await token.renew()
        const served = { token, version, port: chosen ?? (await connection.call('settings.get')).httpPort }
        return serveApi(connection, served, progress, interruption.signal)
      },
      // Over HTTP nobody typed a command that names a program.
      { resumeSessions: true, mayStartProgram: async () => programs },
    ),
  )

const rules = program
  .command('rules')
  .description(help.rules)
  .option('--json', help.json, false)
  .action((options: { json: boolean }) => onRuntime((connection) => listRules(connection, options, progress)))
rules
  .command('test')
  .description(help.rulesTest)
  .argument('<file>', help.rulesFile)
  .action((file: string) =>
    onRuntime((connection) => testRules(connection, file, rules.opts<{ json: boolean }>(), progress)),
  )

const queries = program
  .command('queries')
  .description(help.queries)
  .option('--json', help.json, false)
  .action((options: { json: boolean }) => onRuntime((connection) => listQueries(connection, options, progress)))
queries
  .command('forget')
  .description(help.queriesForget)
  .argument('<id>', help.queriesId)
  .action((id: string) => onRuntime((connection) => forgetQuery(connection, id)))

const memories = program
  .command('memories')
  .description(help.memories)
  .option('--search <words>', help.memoriesSearch)
  .option('--answers', help.memoriesAnswers, false)
  .option('--json', help.jsonLines, false)
  .action((options: MemoriesOptions) => onRuntime((connection) => listMemories(connection, options, progress)))
memories
  .command('add')
  .description(help.memoriesAdd)
  .argument('<text>')
  .option('--tag <tag>', help.memoriesTag, oneMore, [])
  .action((text: string, options: { tag: string[] }) =>
    onRuntime((connection) => writeMemory(connection, null, text, options, progress)),
  )
memories
  .command('edit')
  .description(help.memoriesEdit)
  .argument('<id>', help.memoriesId)
  .argument('<text>')
  .option('--tag <tag>', help.memoriesTag, oneMore, [])
  .action((id: string, text: string, options: { tag: string[] }) =>
    onRuntime((connection) => writeMemory(connection, id, text, options, progress)),
  )
memories
  .command('forget')
  .description(help.memoriesForget)
  .argument('[id...]', help.memoriesId)
  .option('--all', help.memoriesAll, false)
  .option('--yes', help.memoriesYes, false)
  .action((ids: string[], options: { all: boolean; yes: boolean }) =>
    onRuntime((connection) =>
      forgetMemories(connection, ids, { ...options, answers: memories.opts<MemoriesOptions>().answers }, progress),
    ),
  )
for (const state of ['on', 'off'] as const) {
  memories
    .command(state)
    .description(help.memoriesSwitch[state])
    .action(() =>
      onRuntime((connection) => switchMemories(connection, state === 'on', memories.opts<MemoriesOptions>())),
    )
}

program
  .command('learn')
  .description(help.learn)
  .option('--questions <n>', help.learnQuestions, count)
  .option('--json', help.jsonLines, false)
  .action((options: LearnOptions) =>
    onRuntime((connection) => learn(connection, options, progress, interruption.signal)),
  )

const settings = program
  .command('settings')
  .description(help.settings)
  .option('--write', help.settingsWrite, false)
  .option('--json', help.json, false)
  .action((options: { write: boolean; json: boolean }) =>
    onRuntime((connection) => listSettings(connection, options, progress)),
  )
settings
  .command('set')
  .description(help.settingsSet)
  .argument('<name>')
  .argument('<value>')
  .action((name: string, value: string) => onRuntime((connection) => setSetting(connection, name, value, progress)))

const projects = program
  .command('projects')
  .description(help.projects)
  .option('--json', help.jsonLines, false)
  .action((options: { json: boolean }) => onRuntime((connection) => listProjects(connection, options, progress)))
projects
  .command('create')
  .description(help.projectsCreate)
  .argument('<name>')
  .action((name: string) => onRuntime((connection) => createProject(connection, name)))
projects
  .command('rename')
  .description(help.projectsRename)
  .argument('<project>')
  .argument('<name>')
  .action((project: string, name: string) => onRuntime((connection) => renameProject(connection, project, name)))
projects
  .command('archive')
  .description(help.projectsArchive)
  .argument('<project>')
  .option('--restore', help.projectsUnarchive, false)
  .action((project: string, options: { restore: boolean }) =>
    onRuntime((connection) => archiveProject(connection, project, options)),
  )
projects
  .command('remove')
  .description(help.projectsRemove)
  .argument('<project>')
  .option('--yes', help.projectsYes, false)
  .action((project: string, options: { yes: boolean }) =>
    onRuntime((connection) => removeProject(connection, project, options, progress)),
  )
projects
  .command('move')
  .description(help.projectsMove)
  .argument('<project>')
  .argument('<path...>')
  .action((project: string, paths: string[]) =>
    onRuntime((connection) => moveSources(connection, project, paths, progress)),
  )

program
  .command('restore')
  .description(help.restore)
  .argument('<file>', help.restoreFile)
  .action(async (file: string) => {
    const { data } = program.opts<GlobalOptions>()
    const restored = await restore(runtimePaths(projectDirectory, dataDirectory(data)), file)
    await printResult(restoredText(restored, progress))
    process.exitCode = exitCode.done
  })

program
  .command('doctor')
  .description(help.doctor)
  .option('--json', help.json, false)
  .option('--bundle <file>', help.doctorBundle)
  .action(async ({ json, bundle }: { json: boolean; bundle?: string }) => {
    const { data } = program.opts<GlobalOptions>()
    const paths = runtimePaths(projectDirectory, dataDirectory(data))
    if (bundle !== undefined) {
      try {
        await onRuntime((connection) => writeDiagnostics(connection, bundle))
      } catch (error) {
        const shape = toErrorShape(error)
        if (shape.code === 'export.failed') throw error
        // It is wanted most where the library cannot be opened.
        progress.sayError(shape)
        process.exitCode = await writeBareDiagnostics(await diagnose({ paths, version }), paths.data, bundle)
      }
      return
    }
    const report = await diagnose({ paths, version })
    if (json) await printJson(report, 2)
    else {
      const { check, status: statuses } = progress.words.doctor
      const rows = report.checks.map(({ name, status, finding, remedy }) => {
        const said = [finding, ...(remedy ? [remedy] : [])].map((fact) => shownLine(progress.speech.fact(fact)))
        return [statuses[status], check[name], said.join(' — ')]
      })
      await printResult(columns(rows).join('\n'))
    }
    process.exitCode = report.checks.some(({ status }) => status === 'missing') ? exitCode.failed : exitCode.done
  })

/** A signal that comes twice within this time was sent once, to this process and to its group. */
const sameSignalMs = 500
let interruptedAtMs = 0

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (!interruption.signal.aborted) {
      interruptedAtMs = performance.now()
      interruption.abort(new QuarryError('cancelled', 'Interrupted.'))
    } else if (performance.now() - interruptedAtMs > sameSignalMs) {
      // An exit would end threads in the middle of native calls, which aborts the process and dumps its memory.
      process.kill(process.pid, 'SIGKILL')
    }
  })
}

try {
  // Said outright: under ELECTRON_RUN_AS_NODE commander would take the arguments for Electron's own.
  await program.parseAsync(process.argv, { from: 'node' })
} catch (error) {
  progress.end()
  if (error instanceof ReaderGone) process.exitCode = exitCode.done
  else if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? exitCode.done : exitCode.badUsage
  else {
    const shape = toErrorShape(error)
    const { code } = shape
    progress.sayError(shape)
    if (code === 'internal' && error instanceof Error && process.env.QUARRY_DEBUG) progress.say(error.stack ?? '')
    process.exitCode = exitCodeOf(code)
  }
}

import { type AppSettings, appSettings, projectSettings } from '../../contract/app/app'
import type { SettingsFileView } from '../../contract/app/settings-file'
import { usualThresholds } from '../../contract/calls/calls'
import { QuarryError } from '../../contract/errors'
import type { ProcessEgress } from '../../contract/processes/work-process'
import { quotesOnly, usualWork } from '../../contract/session/engine'
import { usualClarificationRounds } from '../../contract/session/session'
import type { Database } from '../store'
import { readSettingsVariables, variableOf } from './read-settings'
import { openSettingsFile, type SettingChange } from './settings-file'

export { readSettingsText } from './read-settings'

export const defaultSettings: AppSettings = {
  language: 'system',
  theme: 'system',
  notifies: true,
  clarify: true,
  clarificationRounds: usualClarificationRounds,
  autoAccept: false,
  resumesByItself: true,
  engine: quotesOnly,
  roleEngines: {},
  roleInstructions: {},
  roleMemory: {},
  ...usualWork,
  askMode: 'research',
  writesFiles: false,
  exportFolder: null,
  neverUse: [],
  unsupportedSentences: 'drop',
  sessionTokens: 100_000,
  messageTokens: 10_000,
  contextTokens: null,
  remembers: true,
  learns: true,
  memoryTokens: 4000,
  backgroundLearning: false,
  learnerQuestions: 20,
  learnerMinutes: 10,
  ocrLanguages: [],
  reranker: null,
  encoder: null,
  similarityMemoryMb: 1024,
  sessionsAtOnce: 3,
  executors: null,
  orchestrators: null,
  reviewers: null,
  staffLevels: {},
  poolResources: {},
  egress: 'offline',
  egressHosts: [],
  ...usualThresholds,
  programNetwork: [],
  apiServers: {},
  matcherWeights: {},
  httpApi: false,
  httpPort: 8719,
  layout: {
    left: 18,
    right: 28,
    leftCollapsed: false,
    rightCollapsed: false,
    rightTab: 'source',
    openSession: null,
  },
}

export interface Settings {
  get(): AppSettings
  /** Merges and stores; answers the whole. */
  set(changes: { [Key in keyof AppSettings]?: AppSettings[Key] | undefined }): Promise<AppSettings>
  subscribe(listener: () => void): () => void
  /** Writes all that is not as it comes into the file, where it stands before the window from then on. Changes no value. */
  writeDown(): Promise<void>
  /** The file of settings, and what it and variables say before the window. */
  fileView(): SettingsFileView
}

/** The app's settings. What a project may have otherwise is its default here. */
export interface RootSettings extends Settings {
  /** Settings as one project has them: its own, and the app's. What is set goes where it belongs. */
  ofProject(projectId: string): Promise<Settings>
  close(): void
}

export interface SettingsOptions {
  readonly database: Database
  /** The data directory, with `settings.yaml` in it. */
  readonly directory: string
  readonly environment: NodeJS.ProcessEnv
  onError(error: unknown): void
}

const projectKeys = new Set<string>(Object.keys(projectSettings.shape))
const appKeys = Object.keys(appSettings.shape).filter((key) => !projectKeys.has(key))

/**
 * Settings, from the strongest: a `QUARRY_*` variable, `settings.yaml` (a project's part before what holds for all), what was
 * chosen in the window (the project's before the app's), the default. What is set goes to where the value stands: into
 * the file where it has it, else into the database; a variable cannot be overruled. A stored value that no longer parses is
 * told as a problem, and counts as not chosen.
 */
export async function openSettings({
  database,
  directory,
  environment,
  onError,
}: SettingsOptions): Promise<RootSettings> {
  const rows = await database.query<StoredSetting>(
    `select substr(key, 5) as key, value from settings where key like 'app.%'`,
  )
  const variables = readSettingsVariables(environment)
  const file = await openSettingsFile(directory, onError)
  const outdated: SettingsFileView['problems'] = []
  const parse = (stored: readonly StoredSetting[], keys: readonly string[]): Partial<AppSettings> => {
    const parsed = keys.flatMap((key) => {
      const row = stored.find((one) => one.key === key)
      if (row === undefined) return []
      const value = appSettings.shape[key as keyof AppSettings].safeParse(row.value)
      if (value.success) return [[key, value.data]]
      outdated.push({
        place: { kind: 'stored' },
        problem: { kind: 'settingWrong', values: { field: key, allowed: [] } },
      })
      return []
    })
    return Object.fromEntries(parsed) as Partial<AppSettings>
  }
  const before = (projectId: string | null): Before => ({
    values: () => {
      const { values, ofProjects } = file.written()
      return { ...values, ...(projectId === null ? {} : ofProjects.get(projectId)?.values), ...variables.values }
    },
    isVariable: (key) => key in variables.values,
    // What a project may have for itself becomes its own also where the file says it for all.
    placeInFile: (key) => (projectId !== null && projectKeys.has(key) ? ['projects', projectId, key] : [key]),
    isInFile: (key) => {
      const { values, ofProjects } = file.written()
      return key in values || (projectId !== null && key in (ofProjects.get(projectId)?.values ?? {}))
    },
    edit: file.edit,
    subscribe: file.subscribe,
    view: () => {
      const { fixed, ofProjects, problems } = file.written()
      const others = [...fixed, ...(projectId === null ? [] : (ofProjects.get(projectId)?.fixed ?? []))]
      // Of several the strongest.
      const byKey = new Map([...others, ...variables.fixed].map((one) => [one.key, one]))
      return {
        ...{ path: file.path, exists: file.exists(), fixed: [...byKey.values()] },
        problems: [...variables.problems, ...problems, ...outdated],
      }
    },
  })
  const app = createSettings(null, before(null), parse(rows, appKeys), (key, value) =>
    database.query(
      `insert into settings (key, value) values ($1, $2::jsonb)
       on conflict (key) do update set value = excluded.value, updated_at = now()`,
      [`app.${key}`, JSON.stringify(value)],
    ),
  )
  return {
    ...app,
    async ofProject(projectId) {
      const own = await database.query<StoredSetting>('select key, value from project_settings where project_id = $1', [
        projectId,
      ])
      return createSettings(app, before(projectId), parse(own, [...projectKeys]), (key, value) =>
        database.query(
          `insert into project_settings (project_id, key, value) values ($1, $2, $3::jsonb)
           on conflict (project_id, key) do update set value = excluded.value, updated_at = now()`,
          [projectId, key, JSON.stringify(value)],
        ),
      )
    },
    close: file.close,
  }
}

interface StoredSetting {
  readonly key: string
  readonly value: unknown
}

/** What stands before the window's choices. */
interface Before {
  values(): Partial<AppSettings>
  isVariable(key: string): boolean
  /** Where the file would have a setting. */
  placeInFile(key: string): readonly string[]
  isInFile(key: string): boolean
  edit(changes: readonly SettingChange[]): Promise<void>
  subscribe(listener: () => void): () => void
  view(): SettingsFileView
}

/** Settings on top of others; what is not of a project is theirs. */
function createSettings(
  above: Settings | null,
  before: Before,
  stored: Partial<AppSettings>,
  write: (key: string, value: unknown) => Promise<unknown>,
): Settings {
  let own = stored
  const listeners = new Set<() => void>()
  const get = (): AppSettings => ({ ...(above?.get() ?? defaultSettings), ...own, ...before.values() })
  return {
    get,
    async set(changes) {
      const current: Record<string, unknown> = get()
      const given = Object.entries(changes).filter(([, value]) => value !== undefined)
      const isOurs = ([key]: [string, unknown]): boolean => above === null || projectKeys.has(key)
      const ours = given.filter(isOurs)
      const fixed = given.find(([key, value]) => before.isVariable(key) && !isSame(current[key], value))?.[0]
      if (fixed !== undefined) {
        const name = variableOf(fixed)
        throw new QuarryError('settings.fixed', `${name} is set, and stands before it.`, { context: { name } })
      }
      const free = ours.filter(([key]) => !before.isVariable(key))
      const inFile = free.filter(([key]) => before.isInFile(key))
      if (inFile.length > 0) await before.edit(inFile.map(([key, value]) => ({ at: before.placeInFile(key), value })))
      for (const [key, value] of free.filter((one) => !inFile.includes(one))) {
        await write(key, value)
        own = { ...own, [key]: value }
      }
      const others = given.filter((one) => !isOurs(one))
      if (others.length > 0) await above?.set(Object.fromEntries(others))
      if (free.length > inFile.length) for (const listener of listeners) listener()
      return get()
    },
    async writeDown() {
      const chosen = Object.entries(get()).filter(
        ([key, value]) =>
          key !== 'layout' && !before.isVariable(key) && !isSame(value, defaultSettings[key as keyof AppSettings]),
      )
      await before.edit(chosen.map(([key, value]) => ({ at: before.placeInFile(key), value })))
    },
    fileView: before.view,
    subscribe(listener) {
      listeners.add(listener)
      // The file is told once, by the settings that stand on no others.
      const stop = above === null ? before.subscribe(listener) : above.subscribe(listener)
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
  }
}

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

/** Where processes may connect to by the settings. */
export function egressOf({ egress, egressHosts }: Pick<AppSettings, 'egress' | 'egressHosts'>): ProcessEgress {
  return egress === 'named' ? { hosts: egressHosts } : egress
}

import { type AppSettings, appSettings, projectSettings } from '../../contract/app'
import { quotesOnly } from '../../contract/engine'
import type { ProcessEgress } from '../../contract/work-process'
import type { Database } from '../store'

export const defaultSettings: AppSettings = {
  language: 'system',
  theme: 'system',
  clarify: true,
  autoAccept: false,
  resumesByItself: true,
  engine: quotesOnly,
  roleEngines: {},
  askMode: 'research',
  neverUse: [],
  unsupportedSentences: 'drop',
  sessionTokens: 100_000,
  messageTokens: 10_000,
  contextTokens: null,
  remembers: true,
  learns: true,
  memoryTokens: 4000,
  similarityMemoryMb: 1024,
  sessionsAtOnce: 3,
  executors: null,
  orchestrators: null,
  reviewers: null,
  staffLevels: {},
  poolResources: {},
  egress: 'offline',
  egressHosts: [],
  programNetwork: [],
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
}

/** The app's settings. What a project may have otherwise is its default here. */
export interface RootSettings extends Settings {
  /** Settings as one project has them: its own, and the app's. What is set goes where it belongs. */
  ofProject(projectId: string): Promise<Settings>
}

const projectKeys = new Set<string>(Object.keys(projectSettings.shape))
const appKeys = Object.keys(appSettings.shape).filter((key) => !projectKeys.has(key))

/** Settings as the database keeps them; a key that no longer parses falls back to its default. */
export async function openSettings(database: Database): Promise<RootSettings> {
  const rows = await database.query<StoredSetting>(
    `select substr(key, 5) as key, value from settings where key like 'app.%'`,
  )
  const app = createSettings(null, parse(rows, appKeys), (key, value) =>
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
      return createSettings(app, parse(own, [...projectKeys]), (key, value) =>
        database.query(
          `insert into project_settings (project_id, key, value) values ($1, $2, $3::jsonb)
           on conflict (project_id, key) do update set value = excluded.value, updated_at = now()`,
          [projectId, key, JSON.stringify(value)],
        ),
      )
    },
  }
}

interface StoredSetting {
  readonly key: string
  readonly value: unknown
}

function parse(rows: readonly StoredSetting[], keys: readonly string[]): Partial<AppSettings> {
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const parsed = keys.flatMap((key) => {
    const value = appSettings.shape[key as keyof AppSettings].safeParse(stored.get(key))
    return value.success ? [[key, value.data]] : []
  })
  return Object.fromEntries(parsed) as Partial<AppSettings>
}

/** Settings on top of others; what is not of a project is theirs. */
function createSettings(
  above: Settings | null,
  stored: Partial<AppSettings>,
  write: (key: string, value: unknown) => Promise<unknown>,
): Settings {
  let own = stored
  const listeners = new Set<() => void>()
  const get = (): AppSettings => ({ ...(above?.get() ?? defaultSettings), ...own })
  return {
    get,
    async set(changes) {
      const given = Object.entries(changes).filter(([, value]) => value !== undefined)
      const isOurs = ([key]: [string, unknown]): boolean => above === null || projectKeys.has(key)
      for (const [key, value] of given.filter(isOurs)) {
        await write(key, value)
        own = { ...own, [key]: value }
      }
      const others = given.filter((one) => !isOurs(one))
      if (others.length > 0) await above?.set(Object.fromEntries(others))
      if (others.length < given.length) for (const listener of listeners) listener()
      return get()
    },
    subscribe(listener) {
      listeners.add(listener)
      const stop = above?.subscribe(listener)
      return () => {
        listeners.delete(listener)
        stop?.()
      }
    },
  }
}

/** Where processes may connect to by the settings. */
export function egressOf({ egress, egressHosts }: Pick<AppSettings, 'egress' | 'egressHosts'>): ProcessEgress {
  return egress === 'named' ? { hosts: egressHosts } : egress
}

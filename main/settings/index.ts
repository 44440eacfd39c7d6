import { type AppSettings, appSettings } from '../../contract/app'
import type { Database } from '../store'

export const defaultSettings: AppSettings = {
  language: 'system',
  theme: 'system',
  clarify: true,
  autoAccept: false,
  resumesByItself: true,
  similarityMemoryMb: 1024,
  executors: null,
  egress: 'offline',
  matcherWeights: {},
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

/** Settings as the database keeps them; a key that no longer parses falls back to its default. */
export async function openSettings(database: Database): Promise<Settings> {
  const rows = await database.query<{ key: string; value: unknown }>(
    `select key, value from settings where key like 'app.%'`,
  )
  const stored: Record<string, unknown> = {}
  for (const row of rows) stored[row.key.slice('app.'.length)] = row.value
  let current = { ...defaultSettings }
  for (const key of Object.keys(appSettings.shape) as (keyof AppSettings)[]) {
    const parsed = appSettings.shape[key].safeParse(stored[key])
    if (parsed.success) current = { ...current, [key]: parsed.data }
  }
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    async set(changes) {
      for (const [key, value] of Object.entries(changes)) {
        if (value === undefined) continue
        await database.query(
          `insert into settings (key, value) values ($1, $2::jsonb)
           on conflict (key) do update set value = excluded.value, updated_at = now()`,
          [`app.${key}`, JSON.stringify(value)],
        )
        current = { ...current, [key]: value }
      }
      for (const listener of listeners) listener()
      return current
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

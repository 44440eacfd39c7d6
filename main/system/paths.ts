import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** Folders that the runtime works with, all absolute. */
export interface RuntimePaths {
  /** What belongs to the user: database, lock, socket, dumps. */
  readonly data: string
  /** Built worker files. */
  readonly workers: string
  readonly model: string
  /** Where models are, each in a folder of its own. */
  readonly models: string
  /** A prepared empty database for the first start. */
  readonly template: string
  readonly samples: string
}

const builtInModel = 'quarry-use-lite-en'

/** The data folder: `--data`, else QUARRY_DATA, else where the platform keeps an application's data. */
export function dataDirectory(chosen: string | undefined): string {
  if (chosen !== undefined) return resolve(chosen)
  const fromEnvironment = process.env.QUARRY_DATA
  if (fromEnvironment) return resolve(fromEnvironment)
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Quarry')
  if (process.platform === 'win32') return join(process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Quarry')
  return join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'quarry')
}

/**
 * Paths seen from the built entry in `out/main`.
 * @param projectDirectory the folder with package.json
 */
export function runtimePaths(projectDirectory: string, data: string): RuntimePaths {
  const models = join(projectDirectory, '.cache', 'models')
  return {
    data,
    workers: join(projectDirectory, 'out', 'workers'),
    model: process.env.QUARRY_MODEL ?? join(models, builtInModel),
    models,
    template: join(projectDirectory, '.cache', 'template'),
    samples: join(projectDirectory, 'samples'),
  }
}

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AppSettings, appSettings } from '../../contract/app/app'

const pathIn = (directory: string): string => join(directory, 'last-settings.json')

/**
 * The settings as they were when they were last known: a window that opens before the library does has its language,
 * theme and layout from them. Only a hint, which the library corrects: a file that is missing, cut off or of another
 * version is none.
 */
export function readRemembered(directory: string): AppSettings | null {
  try {
    const parsed = appSettings.safeParse(JSON.parse(readFileSync(pathIn(directory), 'utf8')))
    return parsed.success ? parsed.data : null
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * A few hundred bytes, written at once so that the last change always is what stands there, and for this user alone. A link
 * under its name is not written through.
 */
export function remember(directory: string, settings: AppSettings): void {
  const path = pathIn(directory)
  rmSync(path, { force: true })
  writeFileSync(path, JSON.stringify(settings), { mode: 0o600, flag: 'wx' })
}

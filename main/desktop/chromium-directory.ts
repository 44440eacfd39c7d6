import { accessSync, constants, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const deniedCodes = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST'])

/**
 * Where Chromium keeps what is its own, inside the data folder. Runs before the store opens, so it is what makes the
 * data folder, for its user's eyes only. Where that cannot be written Chromium gets a temporary folder: the window opens
 * and says what the store says of the data folder. A later start sweeps it (`sweepScratch`).
 */
export function chromiumDirectory(dataDirectory: string): string {
  const directory = join(dataDirectory, 'window')
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    accessSync(directory, constants.W_OK)
    return directory
  } catch (error) {
    if (!deniedCodes.has(String((error as NodeJS.ErrnoException).code))) throw error
    return mkdtempSync(join(tmpdir(), `quarry-window-${process.pid}-`))
  }
}

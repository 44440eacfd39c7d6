import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Every TypeScript file under a folder. */
export function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))
}

import { hash } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Where a project's vectors of one model are kept beside the store, in a folder of all of them. */
export function vectorFileOf(directory: string, projectId: string, model: string): string {
  return join(directory, `${named(projectId)}-${named(model)}.vectors`)
}

/** Removes a project's files, but for the one named. They can be made again from the store. */
export function removeVectorFiles(directory: string, projectId: string, kept: string | null = null): void {
  if (!existsSync(directory)) return
  for (const name of readdirSync(directory)) {
    const path = join(directory, name)
    if (name.startsWith(`${named(projectId)}-`) && path !== kept) rmSync(path, { force: true })
  }
}

/** Ids of models and projects may hold what no file's name can. */
const named = (id: string): string => hash('sha256', id).slice(0, 16)

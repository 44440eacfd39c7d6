import { resolve, sep } from 'node:path'
import { QuarryError } from '../../../contract/errors'
import type { SessionScope } from '../../../contract/session/session-scope'
import type { Connection } from '../../api'
import { pagesOfSources } from '../library/sources-at'

const pageSize = 500

/** Whole resources with just this id or name. */
async function resourcesNamed(connection: Connection, name: string): Promise<string[]> {
  const found: string[] = []
  for (let offset = 0; ; offset += pageSize) {
    const page = { parentId: null, offset, limit: pageSize }
    const { resources, total } = await connection.call('resources.list', page)
    found.push(...resources.flatMap((one) => (one.resourceId === name || one.name === name ? one.resourceId : [])))
    if (offset + pageSize >= total) return found
  }
}

/**
 * What alone a session may use: each a path of a folder or a file in the library, the id of a source, or the name or id of a
 * resource. Throws `input.invalid` where a name means nothing, or several things.
 */
export async function scopeNamed(connection: Connection, named: readonly string[]): Promise<SessionScope> {
  const scope: SessionScope = { folders: [], sourceIds: [], resourceIds: [] }
  const sources: { readonly id: string; readonly path: string | null }[] = []
  for await (const page of pagesOfSources(connection)) sources.push(...page)
  for (const name of named) {
    const path = resolve(name)
    const inFolder = path.endsWith(sep) ? path : path + sep
    const resourceIds = await resourcesNamed(connection, name)
    const sourceIds = sources.filter((one) => one.id === name || one.path === path).map(({ id }) => id)
    const folders = sources.some((one) => one.path?.startsWith(inFolder)) ? [path] : []
    const choices = [...folders, ...sourceIds, ...resourceIds]
    if (choices.length > 1) {
      throw new QuarryError('input.invalid', `“${name}” is several things in the project.`, {
        remedy: { kind: 'nameOneOf', values: { choices } },
        context: { problem: 'severalThings', name },
      })
    }
    if (choices.length === 0) {
      throw new QuarryError('input.invalid', `“${name}” is no folder, file or resource in the project.`, {
        context: { problem: 'notInProject', name },
      })
    }
    scope.folders.push(...folders)
    scope.sourceIds.push(...sourceIds)
    scope.resourceIds.push(...resourceIds)
  }
  return scope
}

import type { ResourceDraft, ResourceSummary } from '../../contract/resource'
import type { Database } from '../store'
import { clipDraft } from './clip-draft'
import { noSuchResource, readFamilies, readSummaries } from './repository/read-registry'
import { deleteResources, setActive, setStatus } from './repository/standing-rows'
import { writeDrafts } from './repository/write-drafts'

/** Summaries read at once after a change. */
const summariesPerRead = 500

/** What writes to the registry, and tells whoever keeps a view of it. */
export interface Registry {
  /** Answers the whole resources among the drafts as they now are. */
  write(drafts: readonly ResourceDraft[], stamp: string | null): Promise<ResourceSummary[]>
  setStatus: (...parameters: DropFirst<Parameters<typeof setStatus>>) => Promise<void>
  /** Throws `resource.notFound`. */
  setActive(resourceId: string, active: boolean): Promise<void>
  /** With their parts. Answers how many of the given were there. */
  remove(resourceIds: readonly string[]): Promise<number>
  /** Tells of changes that were written elsewhere: vectors, use. */
  touched(resourceIds: readonly string[]): Promise<void>
  /** Rows written since the start. */
  written(): number
}

type DropFirst<List extends readonly unknown[]> = List extends readonly [unknown, ...infer Rest] ? Rest : never

export interface RegistryListeners {
  /** Resources as they are after a change, some hundreds at a time. */
  readonly onChanged: (resources: readonly ResourceSummary[]) => Promise<void>
  /** Once, when all of a write was told. */
  readonly onWritten: () => Promise<void>
  readonly onRemoved: (resourceIds: readonly string[]) => Promise<void>
}

export function createRegistry(
  database: Database,
  projectId: string,
  { onChanged, onRemoved, onWritten }: RegistryListeners,
): Registry {
  let written = 0

  async function touched(resourceIds: readonly string[]): Promise<void> {
    for (let from = 0; from < resourceIds.length; from += summariesPerRead) {
      const some = resourceIds.slice(from, from + summariesPerRead)
      await onChanged([...(await readSummaries(database, projectId, some)).values()])
    }
  }

  return {
    async write(drafts, stamp) {
      const { changed, vanished } = await database.transaction((transaction) =>
        writeDrafts(transaction, projectId, drafts.map(clipDraft), stamp),
      )
      written += changed.length + vanished.length
      if (changed.length + vanished.length > 0) {
        await touched([...changed, ...vanished])
        await onWritten()
      }
      const wholes = drafts.filter(({ parentId }) => parentId === null).map(({ resourceId }) => resourceId)
      return [...(await readSummaries(database, projectId, wholes)).values()]
    },
    async setStatus(resourceIds, status, error) {
      const changed = await setStatus(database, resourceIds, status, error)
      written += changed.length
      if (changed.length === 0) return
      await touched(changed)
      await onWritten()
    },
    async setActive(resourceId, active) {
      if (!(await setActive(database, resourceId, active))) throw noSuchResource(resourceId)
      written += 1
      await onChanged(await readFamilies(database, projectId, [resourceId]))
      await onWritten()
    },
    async remove(resourceIds) {
      const given = new Set(resourceIds)
      const gone = await deleteResources(database, resourceIds)
      if (gone.length > 0) {
        await onRemoved(gone)
        await onWritten()
      }
      return gone.filter((id) => given.has(id)).length
    },
    touched,
    written: () => written,
  }
}

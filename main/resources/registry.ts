import { QuarryError } from '../../contract/errors'
import type { ResourceDraft, ResourceSummary, TakenResource } from '../../contract/resources/resource'
import type { Database } from '../store'
import { createMutex } from '../threads'
import { clipDraft } from './clip-draft'
import { flavourOf, partsOf } from './kind-of'
import { noSuchResource, readActive, readFamilies, readSummaries } from './repository/read-registry'
import { deleteResources, setActive, setStatus } from './repository/registry-updates'
import { type DraftRow, rowsOf, rowsPerStatement, statusOf, writeRows } from './repository/write-drafts'

/** Summaries read at once after a change. */
const summariesPerRead = 500

/** What writes to the registry, and tells whoever keeps a view of it. */
export interface Registry {
  /**
   * Writes drafts over what is known of them, and answers the wholes among them. What is as this run wrote it last costs
   * no more than its hash.
   * @param stamps by the path of what drafts were made from
   */
  write(drafts: readonly ResourceDraft[], stamps?: ReadonlyMap<string, string | null>): Promise<TakenResource[]>
  /** The same of what is known: a whole that was removed meanwhile, with its parts, stays away. */
  rewrite(drafts: readonly ResourceDraft[], stamps: ReadonlyMap<string, string | null>): Promise<void>
  setStatus: (...parameters: DropTwo<Parameters<typeof setStatus>>) => Promise<void>
  /**
   * Throws `resource.notFound`, and `plugin.changed` where a plugin is switched on that is not the one with that hash.
   * @param approved hash of the plugin that a person saw
   */
  setActive(resourceId: string, active: boolean, approved?: string): Promise<void>
  /** With their parts. Answers how many of the given were there. */
  remove(resourceIds: readonly string[]): Promise<number>
  /** Tells of changes that were written elsewhere: vectors, use. */
  touched(resourceIds: readonly string[]): Promise<void>
  /** Rows written since the start. */
  written(): number
  /** Resolves when nothing is being written. */
  settled(): Promise<void>
}

type DropTwo<List extends readonly unknown[]> = List extends readonly [unknown, unknown, ...infer Rest] ? Rest : never

export interface RegistryListeners {
  /** At once when something was written, before it is told what became of it. */
  readonly onStored: (resourceIds: readonly string[]) => void
  /** Resources as they are after a change, some hundreds at a time. */
  readonly onChanged: (resources: readonly ResourceSummary[]) => Promise<void>
  /** Once, when all of a write was told. */
  readonly onWritten: () => void
  readonly onRemoved: (resourceIds: readonly string[]) => Promise<void>
}

export function createRegistry(
  database: Database,
  projectId: string,
  { onStored, onChanged, onRemoved, onWritten }: RegistryListeners,
  /** Nothing is written from then on. */
  closing: AbortSignal,
): Registry {
  let written = 0
  /** Hashes of rows as this run wrote them last. Rows are the truth: of what is not here they are asked. */
  const writtenHashes = new Map<string, string>()
  /** One statement at a time, so that `writtenHashes` is always what the last of them left. */
  const mutex = createMutex()

  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    return mutex.run(() => {
      closing.throwIfAborted()
      return work()
    })
  }

  const drop = (resourceIds: readonly string[]): void => {
    for (const id of resourceIds) writtenHashes.delete(id)
  }

  async function touched(resourceIds: readonly string[]): Promise<void> {
    for (let from = 0; from < resourceIds.length; from += summariesPerRead) {
      const some = resourceIds.slice(from, from + summariesPerRead)
      await onChanged([...(await readSummaries(database, projectId, some)).values()])
    }
  }

  async function tell(resourceIds: readonly string[]): Promise<void> {
    if (resourceIds.length === 0) return
    onStored(resourceIds)
    await touched(resourceIds)
    onWritten()
  }

  const isAsWritten = ({ draft, hash }: DraftRow): boolean => writtenHashes.get(draft.resourceId) === hash

  const wholeOf = ({ draft }: DraftRow): string => draft.parentId ?? draft.resourceId

  /** Which of the wholes are known, and switched on. One whose row is gone is to be written with all of its parts. */
  async function activeOf(rows: readonly DraftRow[]): Promise<Map<string, boolean>> {
    const active = await readActive(database, projectId, [...new Set(rows.map(wholeOf))])
    drop(rows.filter((row) => !active.has(wholeOf(row))).map(({ draft }) => draft.resourceId))
    return active
  }

  async function store(rows: readonly DraftRow[]): Promise<string[]> {
    drop(rows.map(({ draft }) => draft.resourceId))
    const told: string[] = []
    const writeSome = async (executor: Pick<Database, 'query'>, some: readonly DraftRow[]): Promise<void> => {
      const { changed, vanished } = await writeRows(executor, projectId, some)
      drop(vanished)
      told.push(...changed, ...vanished)
    }
    if (rows.length <= rowsPerStatement) await writeSome(database, rows)
    else {
      await database.transaction(async (transaction) => {
        for (let from = 0; from < rows.length; from += rowsPerStatement) {
          await writeSome(transaction, rows.slice(from, from + rowsPerStatement))
        }
      })
    }
    for (const { draft, hash } of rows) writtenHashes.set(draft.resourceId, hash)
    return told
  }

  const stampedRows = (drafts: readonly ResourceDraft[], stamps: ReadonlyMap<string, string | null> | undefined) =>
    rowsOf(drafts.map(clipDraft), ({ origin: { path } }) => (path === null ? null : (stamps?.get(path) ?? null)))

  async function write(rows: readonly DraftRow[], isWanted: (isKnown: boolean) => boolean) {
    const { changed, active } = await inTurn(async () => {
      const active = await activeOf(rows)
      const due = rows.filter((row) => isWanted(active.has(wholeOf(row))) && !isAsWritten(row))
      return { active, changed: due.length === 0 ? [] : await store(due) }
    })
    written += changed.length
    await tell(changed)
    return active
  }

  return {
    async write(drafts, stamps) {
      const rows = stampedRows(drafts, stamps)
      const active = await write(rows, () => true)
      return rows.flatMap(({ draft }) => (draft.parentId === null ? [takenOf(draft, active)] : []))
    },
    async rewrite(drafts, stamps) {
      await write(stampedRows(drafts, stamps), (isKnown) => isKnown)
    },
    async setStatus(resourceIds, status, error, reach) {
      const changed = await inTurn(async () => {
        const ids = await setStatus(database, projectId, resourceIds, status, error, reach)
        drop(ids)
        return ids
      })
      written += changed.length
      await tell(changed)
    },
    async setActive(resourceId, active, approved) {
      const was = await setActive(database, projectId, resourceId, active, approved ?? null)
      if (was === 'notFound') throw noSuchResource(resourceId)
      if (was === 'notApproved') {
        throw new QuarryError('plugin.changed', 'The plugin was not approved as it is now.', {
          context: { resourceId },
        })
      }
      written += 1
      await onChanged(await readFamilies(database, projectId, [resourceId]))
      onWritten()
    },
    async remove(resourceIds) {
      const given = new Set(resourceIds)
      const gone = await inTurn(async () => {
        const ids = await deleteResources(database, projectId, resourceIds)
        drop(ids)
        return ids
      })
      if (gone.length > 0) {
        await onRemoved(gone)
        onWritten()
      }
      return gone.filter((id) => given.has(id)).length
    },
    touched,
    written: () => written,
    async settled() {
      await mutex.idle()
    },
  }
}

function takenOf(draft: ResourceDraft, active: ReadonlyMap<string, boolean>): TakenResource {
  return {
    resourceId: draft.resourceId,
    type: draft.type,
    name: draft.name,
    flavour: flavourOf(draft.metadata),
    parts: partsOf(draft.metadata),
    // A new one is on, unless it is a plugin.
    status: (active.get(draft.resourceId) ?? flavourOf(draft.metadata) !== 'plugin') ? statusOf(draft) : 'disabled',
  }
}

import { isAbsolute } from 'node:path'
import type { ErrorShape } from '../../../contract/error-shape'
import { QuarryError, toErrorShape } from '../../../contract/errors'
import type { ResourceDraft } from '../../../contract/resources/resource'
import { forPurpose } from '../../connections'
import type { Secrets } from '../../secrets'
import type { Database } from '../../store'
import { discoverWith, targetOfPath } from '../discover'
import { builtInToolDrafts } from '../discoverers/built-in-tools'
import type { Discoverer, DiscoveryTarget } from '../discoverers/discoverer'
import { knowledgeBaseDrafts } from '../discoverers/knowledge-base'
import { keepSecrets } from '../offers'
import type { ProjectIds } from '../project-ids'
import type { Registry } from '../registry'
import { readResource } from '../repository/read-registry'
import {
  countUnendedLook,
  noteFailedStamp,
  noteLook,
  type OriginRow,
  readNewFiles,
  readOrigins,
} from '../repository/registry-updates'
import { discoverTable, maxTablesTaken } from '../scan/folder-contents'
import { createHeldSecrets } from './held-secrets'
import type { MonitorKind } from './monitor-machine'
import { stampOf } from './stamp'

export interface LookAgain {
  /** Looks at origins of a kind (null: all); files that are as they were are passed over. */
  ofKind(kind: MonitorKind, origins: readonly string[] | null, signal: AbortSignal): Promise<void>
  /**
   * Looks at what one resource, or the whole that it is part of, was made from, whether or not it seems to have changed.
   * Asked again meanwhile, it is the same look. Throws `resource.notFound`.
   */
  atResource(resourceId: string, signal: AbortSignal): Promise<void>
  /** Wholes that `atResource` looks at now. */
  looking(): string[]
  /** Brings the knowledge bases in step with the library. */
  atLibrary(): Promise<void>
}

/** Looks in the middle of which Quarry ended, after which it looks again only when a person asks for it. */
const unendedLooksLimit = 2

/** Discovers again what resources were made from, and writes what changed. */
export function createLookAgain(options: {
  readonly database: Database
  readonly projectId: string
  readonly ids: ProjectIds
  readonly discoverers: readonly Discoverer[]
  readonly secrets: Secrets
  readonly registry: Registry
  /** Called when a look at one resource begins or ends. */
  readonly onLooking: () => void
  /** Aborts when the registry closes. */
  readonly closing: AbortSignal
}): LookAgain {
  const { database, projectId, ids, discoverers, secrets, registry, onLooking, closing } = options
  const looks = new Map<string, Promise<void>>()
  const held = createHeldSecrets({ database, projectId, secrets, registry })

  /** All whole resources of one place at once: an `mcpServers` file holds many. */
  async function atPlace(rows: readonly OriginRow[], place: string, always: boolean, signal: AbortSignal) {
    if (!(await discoverAgain(rows, place, always, signal))) return
    const looked = rows.map((row) => row.resource_id)
    await noteLook(database, projectId, looked)
  }

  /** Answers whether it was looked into: a file that is as it was is passed over. */
  async function discoverAgain(
    rows: readonly OriginRow[],
    place: string,
    always: boolean,
    signal: AbortSignal,
  ): Promise<boolean> {
    const isPath = isAbsolute(place)
    const ids = rows.map((row) => row.resource_id)
    const known = new Set(ids)
    let stamp: string | null = null
    let drafts: readonly ResourceDraft[]
    try {
      stamp = isPath ? await stampOf(place) : null
      if (isPath && stamp === null) return (await markMissing(rows, place)) || always
      const isAsItWas = rows.every((row) => (isPath ? row.origin_stamp === stamp && isSettled(row) : hasCrashed(row)))
      if (!always && isAsItWas && !(await held.haveChanged(rows))) return false
      if (!always && rows.some((row) => row.unended_looks >= unendedLooksLimit)) {
        await registry.setStatus(ids, 'unavailable', endedQuarry)
        return false
      }
      const discovery = await recorded(ids, signal, async () => {
        const target: DiscoveryTarget = isPath ? await targetOfPath(place) : { kind: 'text', text: place }
        return forPurpose({ resourceId: ids[0] ?? null }, () => discoverWith(discoverers, target, { signal, secrets }))
      })
      // Of a scanned file others may have been left unticked: what nobody took in is not taken in by looking again.
      drafts = discovery?.drafts.filter(({ resourceId, parentId }) => known.has(parentId ?? resourceId)) ?? []
      if (discovery !== null) await keepSecrets(secrets, discovery, ids)
    } catch (error) {
      signal.throwIfAborted()
      const shape = reasonOf(error)
      if (shape.code.startsWith('store.')) throw error
      await registry.setStatus(ids, shape.code === 'resource.needsSecret' ? 'needsSecret' : 'unavailable', shape)
      if (stamp !== null && endedProcess.has(shape.code)) await noteFailedStamp(database, projectId, ids, stamp)
      return true
    }
    const found = new Set(drafts.map(({ resourceId }) => resourceId))
    // What cannot be looked into now keeps its tables and parts: only its status changes.
    const unseen = drafts.filter((draft) => known.has(draft.resourceId) && isUnseen(draft))
    for (const { resourceId, status, error: reason } of unseen) {
      if (status !== 'disabled') await registry.setStatus([resourceId], status, reason)
    }
    const seen = drafts.filter((draft) => !unseen.includes(draft))
    if (seen.length > 0) await registry.rewrite(seen, new Map([[place, stamp]]))
    const vanished = ids.filter((id) => !found.has(id))
    if (vanished.length > 0) await registry.setStatus(vanished, 'missing', noLongerThere(place))
    return true
  }

  /** A look that is in the rows before it begins: at the next start they say in the middle of which look Quarry ended. */
  async function recorded<Found>(ids: readonly string[], signal: AbortSignal, look: () => Promise<Found>) {
    const end = (): Promise<void> => countUnendedLook(database, projectId, ids, 'ended')
    // At once, before the store closes; where it cannot take this, the look counts as one that did not end.
    const withdraw = (): void => void end().catch(() => undefined)
    signal.addEventListener('abort', withdraw, { once: true })
    try {
      await countUnendedLook(database, projectId, ids, 'begins')
      return await look()
    } finally {
      signal.removeEventListener('abort', withdraw)
      if (!signal.aborted) await end()
    }
  }

  /** Answers whether one of them was there until now. */
  async function markMissing(rows: readonly OriginRow[], place: string): Promise<boolean> {
    const present = rows.filter((row) => row.status !== 'missing').map((row) => row.resource_id)
    if (present.length > 0) await registry.setStatus(present, 'missing', noLongerThere(place))
    return present.length > 0
  }

  /** A table that was put into a folder later is asked as one, too. What cannot be read as one, or is one too many, stays a document. */
  async function takeTables(paths: readonly string[]): Promise<void> {
    let taken = 0
    for (const path of paths) {
      if (taken === maxTablesTaken) return
      try {
        const discovery = await discoverTable(path, discoverers, { signal: closing, secrets })
        if (discovery === null) continue
        await keepSecrets(secrets, discovery)
        await registry.write(discovery.drafts, new Map([[path, await stampOf(path)]]))
        taken += 1
      } catch (error) {
        closing.throwIfAborted()
        if (toErrorShape(error).code.startsWith('store.')) throw error
      }
    }
  }

  async function atLibrary(): Promise<void> {
    const arrived = await readNewFiles(database, projectId)
    const drafts: ResourceDraft[] = []
    for (const draft of (await knowledgeBaseDrafts(database, projectId)).map(ids.draft)) {
      const { path } = draft.origin
      const isGone = path !== null && (await stampOf(path)) === null
      drafts.push(isGone ? { ...draft, status: 'missing', error: noLongerThere(path) } : draft)
    }
    await registry.write(drafts)
    const current = new Set(drafts.map(({ resourceId }) => resourceId))
    await noteLook(database, projectId, [...current])
    // The person gave the folder up: that is no loss to be marked.
    const given = (await readOrigins(database, projectId, { kind: 'library' }))
      .filter((row) => !current.has(row.resource_id))
      .map((row) => row.resource_id)
    if (given.length > 0) await registry.remove(given)
    await takeTables(arrived)
  }

  async function atWhole(wholeId: string, signal: AbortSignal): Promise<void> {
    const [row] = await readOrigins(database, projectId, { resourceIds: [wholeId] })
    if (row === undefined) return
    const { kind } = row.origin
    if (kind === 'library') return atLibrary()
    const { place } = row
    if (kind !== 'builtIn' && place !== null) {
      return atPlace(await readOrigins(database, projectId, { places: [place], kind }), place, true, signal)
    }
    if (kind === 'builtIn') await registry.write(builtInToolDrafts().map(ids.draft))
    else await held.settle(row)
    await noteLook(database, projectId, [wholeId])
  }

  return {
    async ofKind(kind, origins, signal) {
      if (kind === 'library') return atLibrary()
      const byPlace = new Map<string, OriginRow[]>()
      for (const row of await readOrigins(database, projectId, origins === null ? {} : { places: origins })) {
        const { place, origin } = row
        if (kind === 'files' && place === null && origin.kind === 'connection' && (await held.haveChanged([row]))) {
          await held.settle(row)
        }
        if (place === null || origin.kind === 'library' || origin.kind === 'builtIn') continue
        if ((kind === 'files') !== isAbsolute(place)) continue
        byPlace.set(place, [...(byPlace.get(place) ?? []), row])
      }
      for (const [place, rows] of byPlace) {
        signal.throwIfAborted()
        await atPlace(rows, place, false, signal)
      }
    },
    async atResource(resourceId, signal) {
      const { parentId } = await readResource(database, projectId, resourceId)
      const wholeId = parentId ?? resourceId
      const running = looks.get(wholeId)
      if (running !== undefined) return running
      const look = atWhole(wholeId, signal).finally(() => {
        looks.delete(wholeId)
        onLooking()
      })
      looks.set(wholeId, look)
      onLooking()
      return look
    },
    looking: () => [...looks.keys()],
    atLibrary,
  }
}

/** Why a process ended, or was ended, that looked at a file: the same file would end the next one. */
const endedProcess: ReadonlySet<string | null> = new Set(['resource.crashed', 'resource.tooLarge', 'resource.timeout'])

/** What vanished may be back, what was locked may be free, without its file having changed. */
const isSettled = ({ status, error_code: code }: OriginRow): boolean =>
  status === 'unavailable' ? endedProcess.has(code) : status !== 'missing'

/** A server may be slow for a while; one that crashed its process is asked again by a person alone. */
const hasCrashed = ({ error_code: code }: OriginRow): boolean => code === 'resource.crashed'

/** Why a place could not be looked into, the file system's reasons by their names. */
function reasonOf(error: unknown): ErrorShape {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'EACCES' && code !== 'EPERM') return toErrorShape(error)
  return toErrorShape(
    new QuarryError('read.forbidden', "Quarry has no permission to read this resource's file.", {
      remedy: 'allowReading',
      cause: error,
    }),
  )
}

const isUnseen = ({ status, metadata }: ResourceDraft): boolean =>
  status !== 'ready' &&
  ((metadata.type === 'database' && metadata.tables.length === 0) ||
    (metadata.type === 'model' && metadata.models.length === 0))

const endedQuarry = toErrorShape(
  new QuarryError('resource.crashed', 'Quarry ended twice while it inspected this resource.', {
    remedy: 'retryIfUnrelated',
    context: { endedQuarry: true },
  }),
)

function noLongerThere(place: string): ErrorShape {
  return toErrorShape(
    new QuarryError('resource.notFound', 'The file or server of this resource is gone.', {
      remedy: 'putBack',
      context: { place },
    }),
  )
}

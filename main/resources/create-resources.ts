import { QuarryError } from '../../contract/errors'
import type { ResourceSummary } from '../../contract/resources/resource'
import { createAvailableResources } from './available-resources'
import { builtInToolDrafts } from './discoverers/built-in-tools'
import { discoverResources } from './discovery-tool'
import { createIntake } from './intake'
import { createMatcher } from './matcher'
import { createLookAgain } from './monitor/look-again'
import { createMonitor } from './monitor/monitor'
import { createWatchedPlaces } from './monitor/watched-places'
import { secretNamesOf } from './offers'
import { createProjectIds } from './project-ids'
import { createRegistry, type RegistryListeners } from './registry'
import { countLearned, readHistory } from './repository/history-rows'
import { countResources, listResources, readResource, readSummaries } from './repository/read-registry'
import { dismissRemovedUses, readOrigins, resetUse } from './repository/registry-updates'
import { countPending } from './repository/vector-rows'
import { createResourceLocks } from './resource-locks'
import { createResourceMatching } from './resource-matching'
import type { Resources, ResourcesOptions } from './resources'
import { createVectorizer } from './vectorizer/vectorizer'

/**
 * The registry over a store, an encoder and discoverers. Does nothing of itself before `start`; `close` leaves what is
 * still to be embedded to the next start.
 */
export function createResources(options: ResourcesOptions): Resources {
  const { database, projectId, secrets, onBackgroundError } = options
  const ids = createProjectIds(projectId)
  const discoverers = options.discoverers.map(ids.discoverer)
  const encoder = options.inference
  const closing = new AbortController()
  const listeners = new Set<() => void>()
  const available = createAvailableResources()
  const places = createWatchedPlaces()
  let revision = 0

  const reportError = (error: unknown): void => {
    if (!closing.signal.aborted) onBackgroundError(error)
  }
  function tellChanged(): void {
    revision += 1
    for (const listener of listeners) listener()
  }

  const matching = createResourceMatching({
    database,
    encoder,
    projectId,
    matcher: createMatcher({ inference: encoder }),
    weights: () => options.weights?.() ?? {},
    onBackgroundError: reportError,
  })
  /** What follows the rows. */
  const followers: RegistryListeners = {
    onStored: (resourceIds) => vectorizer.wake(resourceIds),
    async onChanged(resources) {
      available.changed(resources)
      places.changed(resources)
      await matching.changed(resources.map(({ resourceId }) => resourceId))
    },
    async onRemoved(resourceIds) {
      available.removed(resourceIds)
      places.removed(resourceIds)
      await matching.changed(resourceIds)
    },
    onWritten() {
      watchPlaces()
      tellChanged()
    },
  }
  const registry = createRegistry(database, projectId, followers, closing.signal)
  const vectorizer = createVectorizer({
    database,
    encoder,
    projectId,
    onVectorized: (resourceIds) => matching.changed(resourceIds),
    onChanged: tellChanged,
    onBackgroundError: reportError,
  })
  const look = createLookAgain({
    database,
    projectId,
    ids,
    discoverers,
    secrets,
    registry,
    onLooking: tellChanged,
    closing: closing.signal,
  })
  const monitor = createMonitor({
    lookAgain: look.ofKind,
    onLibraryChanged: options.onLibraryChanged,
    onBackgroundError: reportError,
  })

  let isWatching = false
  function watchPlaces(): void {
    if (!isWatching || closing.signal.aborted) return
    const paths = places.ifChanged()
    if (paths !== null) monitor.watch(paths)
  }

  const intake = createIntake({
    database,
    projectId,
    discoverers,
    secrets,
    ids,
    scanner: options.scanner && ids.scanner(options.scanner),
    registry,
    look,
    closing: closing.signal,
  })

  const locks = createResourceLocks({
    secrets,
    read: (resourceId) => readResource(database, projectId, resourceId),
    lookAgain: (resourceId) => look.atResource(resourceId, closing.signal),
    onChanged: tellChanged,
  })

  return {
    ...intake,
    ...locks,
    async start() {
      await available.load(database, projectId)
      await registry.write(builtInToolDrafts().map(ids.draft))
      await look.atLibrary()
      vectorizer.start()
      if (options.watch !== false) {
        const rows = await readOrigins(database, projectId)
        places.changed(rows.map((row) => ({ ...row, resourceId: row.resource_id, parentId: null })))
        monitor.start()
        isWatching = true
        watchPlaces()
      }
      matching.embedLearned(closing.signal).catch(reportError)
    },
    list: (filter) => listResources(database, projectId, filter),
    get: (resourceId) => readResource(database, projectId, resourceId),
    async summary() {
      const counts = await countResources(database, projectId)
      const left = await countPending(database, projectId, encoder.model.id)
      const done = vectorizer.done()
      return {
        revision,
        ...counts,
        vectorizing: left === 0 ? null : { done, total: done + left },
        learned: await countLearned(database, projectId),
        looking: look.looking(),
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    match: (query, { maxResources = 5, types = null, sessionId = null, keep = true, signal } = {}) =>
      matching.match(query, { maxResources, types, sessionId, keep, signal }),
    discover: (input) =>
      discoverResources(input, (query, maxResources) =>
        matching.match(query, { maxResources, types: null, sessionId: null, keep: true, signal: undefined }),
      ),
    async feedback(matchId, resourceId, feedback) {
      await matching.feedback(matchId, resourceId, feedback)
      tellChanged()
    },
    async recordUse(use) {
      await matching.recordUse(use)
      await registry.touched([use.resourceId])
      tellChanged()
    },
    async recordChoice(choice) {
      await matching.recordChoice(choice)
      tellChanged()
    },
    preferenceFor: (question) => matching.preferenceFor(question),
    history: (filter) => readHistory(database, projectId, filter),
    async forgetHistory(resourceId) {
      const forgotten = await matching.forget(resourceId ?? null)
      // Counts of use are part of what is learned: they weigh in matches, too.
      await registry.touched(await resetUse(database, projectId, resourceId ?? null))
      tellChanged()
      return { forgotten }
    },
    async dismissRemovedUses() {
      await dismissRemovedUses(database, projectId)
      tellChanged()
    },
    async forgetSession(sessionId) {
      await matching.forgetSession(sessionId)
      tellChanged()
    },
    setActive: (resourceId, active, approved) => registry.setActive(resourceId, active, approved),
    async refresh(resourceId) {
      await look.atResource(resourceId, closing.signal)
      return readResource(database, projectId, resourceId)
    },
    async remove(resourceIds) {
      const rows = await readSummaries(database, projectId, resourceIds)
      for (const resource of rows.values()) refuseOwn(resource)
      for (const id of rows.keys()) {
        const { metadata } = await readResource(database, projectId, id)
        for (const name of secretNamesOf(metadata)) await secrets.remove(`${id}/${name}`)
      }
      return { removed: await registry.remove(resourceIds) }
    },
    warm: () => matching.warm(),
    lookAgain: () => monitor.look(),
    subscribeAvailable: (listener) => available.subscribe(listener),
    async whenVectorized(signal) {
      for (;;) {
        await vectorizer.whenIdle(signal)
        // What was just written may stand in the rows before the vectorizer hears of it.
        if ((await countPending(database, projectId, encoder.model.id)) === 0) return
        signal?.throwIfAborted()
        closing.signal.throwIfAborted()
        vectorizer.wake()
      }
    },
    work: () => ({ textsEmbedded: vectorizer.textsEmbedded(), resourcesWritten: registry.written() }),
    async close() {
      closing.abort(new QuarryError('cancelled', 'The registry is closing.'))
      monitor.close()
      vectorizer.close()
      listeners.clear()
      await registry.settled()
      await matching.settled()
    },
  }
}

/** Quarry's own tools and the library's folders are not dropped here: they are switched off, or given up there. */
function refuseOwn({ origin, name, resourceId, parentId }: ResourceSummary): void {
  if (origin.kind !== 'builtIn' && origin.kind !== 'library' && parentId === null) return
  throw new QuarryError('resource.invalid', `“${name}” cannot be removed on its own.`, {
    remedy: origin.kind === 'library' ? 'removeFolder' : parentId !== null ? 'removeWhole' : 'switchOff',
    context: { resourceId },
  })
}

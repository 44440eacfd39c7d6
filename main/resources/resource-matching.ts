import { setImmediate as nextTurn } from 'node:timers/promises'
import { QuarryError } from '../../contract/errors'
import type { MatcherWeights } from '../../contract/resources/matcher-weights'
import type { ResourceSummary, ResourceType } from '../../contract/resources/resource'
import type { MatchAnswer, ResourceMatch } from '../../contract/resources/resource-match'
import type { MadeChoice } from '../../contract/session/resource-choice'
import type { Database } from '../store'
import { createMutex } from '../threads'
import type { Matcher } from './matcher'
import { type Preference, readPreference } from './preferences'
import {
  deleteHistory,
  deleteSessionHistory,
  insertHistory,
  newMatchId,
  type Observation,
  observationsWithoutVector,
  pruneHistory,
  readObservations,
  writeFeedback,
  writeQueryVectors,
} from './repository/history-rows'
import { noSuchResource, readDescribed, readSummaries } from './repository/read-registry'
import { countUse } from './repository/registry-updates'
import { readVectors } from './repository/vector-rows'
import type { ResourceUse } from './resources'
import type { ResourceEncoder } from './vectorizer/embed-batch'

// Over 300 lines: all that takes its turn on what the matcher holds, in one place.

/** Rows read at once while the matcher is filled. */
const rowsPerRead = 500
/** How long taking in holds the thread before everything else has its turn. */
const sliceMs = 5

/** Matching over the registry, what is learned from it, and both kept in step with the rows. */
export interface ResourceMatching {
  /** Reads all that a match needs ahead of the first one: then it asks the store nothing. Tells of failures by itself. */
  warm(): Promise<void>
  /** Takes in resources as they now are; those that are gone leave. */
  changed(resourceIds: readonly string[]): Promise<void>
  match(
    query: string,
    options: {
      readonly maxResources: number
      readonly types: readonly ResourceType[] | null
      readonly sessionId: string | null
      /** Whether it is written to the history. */
      readonly keep: boolean
      readonly signal: AbortSignal | undefined
    },
  ): Promise<MatchAnswer>
  feedback(matchId: string, resourceId: string, feedback: 'helpful' | 'unhelpful'): Promise<void>
  recordUse(use: ResourceUse): Promise<void>
  recordChoice(choice: MadeChoice): Promise<void>
  preferenceFor(question: string): Promise<Preference | null>
  forget(resourceId: string | null): Promise<number>
  /** Forgets every sentence of a session. */
  forgetSession(sessionId: string): Promise<void>
  /** Gives sentences that were learned from a vector of the present model. */
  embedLearned(signal: AbortSignal): Promise<number>
  /** Resolves when what was matched stands in the history. */
  settled(): Promise<void>
}

export function createResourceMatching(options: {
  readonly database: Database
  readonly encoder: ResourceEncoder
  readonly projectId: string
  readonly matcher: Matcher
  readonly weights: () => MatcherWeights
  readonly onBackgroundError: (error: unknown) => void
}): ResourceMatching {
  const { database, encoder, projectId, matcher } = options
  const { model } = encoder
  /** As the matcher has them. */
  const held = new Map<string, Pick<ResourceMatch, 'resource' | 'described'>>()
  let loaded: Promise<void> | null = null
  /** One at a time: a load and a change of the same resource must not overtake each other. */
  const mutex = createMutex()
  let writes: Promise<unknown> = Promise.resolve()

  /** Reads resources as they are now and takes them in, those that are gone out. Others have their turn in between. */
  async function takeIn(resourceIds: readonly string[]): Promise<void> {
    const summaries = await readSummaries(database, projectId, resourceIds)
    const matched = [...summaries.values()].filter(isMatched)
    const matchedIds = matched.map(({ resourceId }) => resourceId)
    const vectors = await readVectors(database, projectId, model.id, matchedIds)
    const described = await readDescribed(database, projectId, matchedIds)
    const present = new Set(matchedIds)
    for (const id of resourceIds) {
      if (present.has(id)) continue
      matcher.remove(id)
      held.delete(id)
    }
    let until = performance.now() + sliceMs
    for (const resource of matched) {
      matcher.upsert(resource, vectors.get(resource.resourceId) ?? null)
      held.set(resource.resourceId, { resource, described: described.get(resource.resourceId) ?? null })
      if (performance.now() < until) continue
      await nextTurn()
      until = performance.now() + sliceMs
    }
  }

  async function loadAll(): Promise<void> {
    const ids = await database.query<{ resource_id: string }>(
      'select resource_id from resource_registry where project_id = $1 order by usage_count desc, resource_id',
      [projectId],
    )
    for (let from = 0; from < ids.length; from += rowsPerRead) {
      await takeIn(ids.slice(from, from + rowsPerRead).map((row) => row.resource_id))
    }
    await observeAll()
  }

  async function observeAll(): Promise<void> {
    for (let offset = 0; ; offset += rowsPerRead) {
      const page = await readObservations(database, projectId, model.id, offset, rowsPerRead)
      for (const observation of page) matcher.observe(kept(observation))
      if (page.length < rowsPerRead) break
    }
  }

  function load(): Promise<void> {
    loaded ??= mutex.run(loadAll).catch((error: unknown) => {
      loaded = null
      throw error
    })
    return loaded
  }

  async function recorded(observation: Observation): Promise<void> {
    let { query_embedding: embedding } = observation
    if (embedding === null) {
      embedding = await matcher.queryVector(observation.user_query)
      await writeQueryVectors(database, projectId, model, [{ matchId: observation.match_id, embedding }])
    }
    const learned = kept({ ...observation, query_embedding: embedding })
    if (loaded !== null) await mutex.run(async () => matcher.observe(learned))
  }

  /** Counts a call, and learns from the sentence that led to it. */
  async function writeUse(use: ResourceUse): Promise<void> {
    const { resourceId, sessionId, success, durationMs } = use
    if (!(await countUse(database, projectId, resourceId, success, durationMs))) throw noSuchResource(resourceId)
    if (sessionId !== null) matcher.noteUse(sessionId, resourceId)
    const asked = use.query?.trim() ?? ''
    if (asked === '') return
    const embedding = await matcher.queryVector(asked)
    const matchId = newMatchId()
    await insertHistory(database, projectId, { matchId, sessionId, query: asked, matched: [], use, embedding, model })
    await recorded({
      match_id: matchId,
      user_query: asked,
      selected_resource: resourceId,
      execution_success: success,
      user_feedback: null,
      query_embedding: embedding,
      created_at: new Date().toISOString(),
    })
  }

  /** Who forgets a session, or reads what was learned, waits for it. */
  function awaitedLater(recording: Promise<void>): Promise<void> {
    writes = Promise.allSettled([writes, recording])
    return recording
  }

  /** As a person's word on each resource, of one match. */
  async function writeChoice({ sessionId, question, chosen, passedOver }: MadeChoice): Promise<void> {
    const matchId = newMatchId()
    const query = question.trim()
    const row = { matchId, sessionId, query, matched: [], use: null, embedding: null, model }
    await insertHistory(database, projectId, row)
    const said = [
      ...chosen.map((id) => [id, 'helpful'] as const),
      ...passedOver.map((id) => [id, 'unhelpful'] as const),
    ]
    for (const [resourceId, feedback] of said) {
      const observation = await writeFeedback(database, projectId, model.id, matchId, resourceId, feedback)
      if (observation !== null) await recorded(observation)
    }
  }

  return {
    warm: () =>
      load()
        .then(() => matcher.warm())
        .catch(options.onBackgroundError),
    async changed(resourceIds) {
      // What is not loaded yet is read as it is then.
      if (loaded !== null && resourceIds.length > 0) await mutex.run(() => takeIn(resourceIds))
    },
    async match(query, { maxResources, types, sessionId, keep, signal }) {
      const asked = query.trim()
      if (asked === '') throw new QuarryError('input.empty', 'Describe what you need in a sentence.')
      await load()
      const startedAt = performance.now()
      const found = await matcher.match(asked, {
        k: maxResources,
        types,
        weights: options.weights(),
        sessionId,
        signal,
      })
      const matches = found.matches.flatMap(({ resourceId, ...match }) => {
        const known = held.get(resourceId)
        return known === undefined ? [] : [{ ...known, ...match }]
      })
      const matchId = newMatchId()
      const { intents, withoutVectors } = found
      const answer = (): MatchAnswer => ({
        ...{ matchId, query: asked, intents: [...intents], matches, withoutVectors },
        tookMs: performance.now() - startedAt,
      })
      if (!keep) return answer()
      const write = insertHistory(database, projectId, {
        matchId,
        sessionId,
        query: asked,
        matched: matches.map(({ resource, confidence }) => ({
          resourceId: resource.resourceId,
          name: resource.name,
          confidence,
        })),
        use: null,
        embedding: null,
        model,
      }).catch(options.onBackgroundError)
      // The answer does not wait for the disk; who says something of it does.
      writes = Promise.all([writes, write])
      return answer()
    },
    async feedback(matchId, resourceId, feedback) {
      await writes
      if (!(await readSummaries(database, projectId, [resourceId])).has(resourceId)) throw noSuchResource(resourceId)
      const observation = await writeFeedback(database, projectId, model.id, matchId, resourceId, feedback)
      if (observation === null) {
        throw new QuarryError('resource.notFound', 'This match is no longer in the history.', {
          remedy: 'askAgain',
          context: { matchId },
        })
      }
      await recorded(observation)
    },
    recordChoice: (choice) => awaitedLater(writeChoice(choice)),
    async preferenceFor(question) {
      await writes
      return readPreference(database, projectId, question)
    },
    recordUse: (use) => awaitedLater(writeUse(use)),
    async forget(resourceId) {
      await writes
      const forgotten = await deleteHistory(database, projectId, resourceId)
      if (loaded !== null) await mutex.run(async () => matcher.forget(resourceId))
      return forgotten
    },
    async forgetSession(sessionId) {
      await writes
      const taught = await deleteSessionHistory(database, projectId, sessionId)
      if (!taught || loaded === null) return
      // The matcher knows sentences by their resources: it learns what is left anew.
      await mutex.run(async () => {
        matcher.forget(null)
        await observeAll()
      })
    },
    async embedLearned(signal) {
      await pruneHistory(database, projectId)
      let embedded = 0
      for (;;) {
        signal.throwIfAborted()
        const rows = await observationsWithoutVector(database, projectId, model.id, rowsPerRead)
        if (rows.length === 0) return embedded
        const covered = rows.filter((row) => encoder.covers(row.user_query))
        const vectors = await encoder.embed(
          covered.map((row) => row.user_query),
          { signal, priority: 'bulk' },
        )
        const byId = new Map(covered.map((row, index) => [row.match_id, nonZero(vectors[index]!)]))
        await writeQueryVectors(
          database,
          projectId,
          model,
          rows.map((row) => ({ matchId: row.match_id, embedding: byId.get(row.match_id) ?? null })),
        )
        embedded += covered.length
      }
    },
    async settled() {
      await writes
      await mutex.idle()
    },
  }
}

/** A part of a missing, locked or switched-off thing is offered to nobody; one that a secret opens is. */
const isMatched = ({ status }: ResourceSummary): boolean => status === 'ready' || status === 'needsSecret'

const nonZero = (vector: Float32Array): Float32Array | null =>
  vector.some((component) => component !== 0) ? vector : null

/** The store's vectors are views of a page that is shared. */
const kept = (observation: Observation): Observation => ({
  ...observation,
  query_embedding: observation.query_embedding?.slice() ?? null,
})

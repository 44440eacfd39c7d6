import { QuarryError } from '../../contract/errors'
import type { GivenContext } from '../../contract/library/memory'
import type { FoundAnswer } from '../../contract/recall/search'
import { isNamed, meaningsIn } from '../language'
import { estimateTokens } from '../reasoning'
import type { SessionMemory } from '../research'
import { type Answers, createAnswers, type LikenedAnswer } from './answers'
import { loadTokenCounter } from './count-tokens'
import { withoutTold } from './importance'
import { createLikener, type Likened, likeness, likenessOfQuestions } from './likeness'
import { createMemories, type Memories } from './memories'
import { type Candidate, packContext } from './pack'
import type { MemoryPorts } from './ports'

/** What a project remembers: what people told it, and what its sessions answered. */
export interface ProjectMemory extends SessionMemory {
  readonly memories: Memories
  readonly answers: Answers
  /** Whether sessions may look into memories, and store new ones. */
  remembers(): boolean
  /** What was answered to questions like a query, or to those that hold all of its words; none where nothing is to be learned. */
  answersTo(query: string, options: { readonly signal?: AbortSignal | undefined }): Promise<FoundAnswer[]>
  /** Whether there is anything for a language model to look into: one that there is nothing for is offered no tool for it. */
  hasMemories(): Promise<boolean>
}

/** From this likeness on a memory bears on a question: what has nothing to do with it reached 0.28. */
const bearsFrom = 0.35
/** Below this worth a memory has faded. */
const fadedBelow = 0.2
/** What a person told of how they want things done holds for every question: a language model is given it with at least this likeness. */
const alwaysGiven = { tags: ['always', 'preference'], likeness: 0.35 } as const
/** Memories that plugins are shown at most, those of most worth. */
const mostHooked = 200

type TaggedCandidate = Candidate & { readonly tags: readonly string[] }

/** Earlier answers to similar questions that are looked at, and of which the passages are reopened. */
const mostNear = 50
const mostAnswers = 5
/** Earlier answers that a search shows, and words of a query that they have to hold at least. */
const shownAnswers = 3
const leastWords = 2

export function createProjectMemory(ports: MemoryPorts): ProjectMemory {
  const { projectId, settings, now, onBackgroundError } = ports
  const memories = createMemories(ports)
  const answers = createAnswers(ports)
  const likener = createLikener(ports)

  const bearingMemories: Bearing = async ({ sessionId, texts, isForModel }, sought, signal) => {
    const known = (await memories.all(signal)).filter(({ worth }) => worth >= fadedBelow)
    const bearing = known.flatMap(({ id, text, tags, at, worth, likened }): TaggedCandidate[] => {
      // A name that it explains may be all that a question has of it.
      const explains = meaningsIn([text]).some((one) => texts.some((asked) => isNamed(asked, one)))
      const relevance = explains ? 1 : nearest(sought, likened, likeness)
      const isAlwaysGiven = isForModel && alwaysGiven.tags.some((tag) => tags.includes(tag))
      const counted = isAlwaysGiven ? Math.max(relevance, alwaysGiven.likeness) : relevance
      if (counted < bearsFrom) return []
      return [{ item: { kind: 'memory', id, text, relevance, at }, value: counted * worth, tags }]
    })
    return asPluginsWant(sessionId, texts, bearing)
  }

  /** The memories that bear on words, as plugins leave and order them: the first ones are given before any other. */
  async function asPluginsWant(
    sessionId: string,
    question: readonly string[],
    bearing: readonly TaggedCandidate[],
  ): Promise<readonly Candidate[]> {
    const hooks = ports.hooks?.() ?? null
    const byWorth = bearing.toSorted((one, other) => other.value - one.value)
    if (hooks === null || sessionId === '' || bearing.length === 0) return bearing
    let given: readonly TaggedCandidate[] = byWorth.slice(0, mostHooked)
    let isChanged = false
    const inputOf = () => ({ question, memories: given.map(({ item, tags }) => ({ ...item, tags })) })
    await hooks.ask(sessionId, 'memory.recall', inputOf, async (ids, { name: plugin }) => {
      const wanted = [...new Set(ids)].flatMap((id) => given.find(({ item }) => item.id === id) ?? [])
      if (wanted.length === given.length && wanted.every((one, at) => one === given[at])) return
      await hooks.note(sessionId, { kind: 'remembered', plugin, given: wanted.length, of: given.length })
      given = wanted
      isChanged = true
    })
    return isChanged ? given.map((one, at) => ({ ...one, rank: at })) : bearing
  }

  /** Of earlier answers those that nothing has superseded, the most relevant first; null has nothing to do with what is sought. */
  async function holdingAnswers(
    known: readonly LikenedAnswer[],
    relevanceOf: (answer: LikenedAnswer) => number | null,
    signal: AbortSignal | undefined,
  ) {
    const near = known
      .flatMap((answer) => {
        const relevance = relevanceOf(answer)
        return relevance === null ? [] : [{ answer, relevance }]
      })
      .sort((one, other) => other.relevance - one.relevance)
      .slice(0, mostNear)
    if (near.length === 0) return []
    const holding = await answers.holding(
      near.map(({ answer }) => answer),
      signal,
    )
    return near.filter(({ answer }) => holding.has(answer.id))
  }

  const sameQuestions: Bearing = async ({ sessionId }, sought, signal) => {
    const relevanceOf = ({ likened }: LikenedAnswer): number | null =>
      nearest(sought, likened, likenessOfQuestions) || null
    const holding = await holdingAnswers(await answers.others(sessionId, signal), relevanceOf, signal)
    const found: Candidate[] = []
    for (const { answer, relevance } of holding.slice(0, mostAnswers)) {
      const { id, question, sessionId, version, at, worth } = answer
      const text = (await answers.reopen(answer, signal)).join(' ')
      if (text === '') continue
      found.push({
        item: { kind: 'answer', id, text, relevance, at, question, sessionId, version },
        value: relevance * worth,
      })
    }
    return found
  }

  return {
    memories,
    answers,
    async answersTo(query, { signal }) {
      if (!settings().learns) return []
      const known = await answers.others('', signal)
      if (known.length === 0) return []
      const sought = await likener.prepare([query], signal)
      const stems = sought.flatMap(({ profile }) => [...profile.stems])
      const relevanceOf = ({ likened }: LikenedAnswer): number | null => {
        const relevance = nearest(sought, likened, likenessOfQuestions)
        const holdsAll = stems.length >= leastWords && stems.every((stem) => likened.profile.stems.has(stem))
        return relevance > 0 || holdsAll ? relevance : null
      }
      const found: FoundAnswer[] = []
      for (const { answer, relevance } of await holdingAnswers(known, relevanceOf, signal)) {
        if (found.length === shownAnswers) break
        const { id: recordId, question, sessionId, at } = answer
        const text = (await answers.reopen(answer, signal ?? new AbortController().signal)).join(' ')
        if (text !== '') found.push({ recordId, question, text, sessionId, at, relevance })
      }
      return found
    },
    remembers: () => settings().remembers,
    hasMemories: async () => settings().remembers && (await memories.list({ offset: 0, limit: 1 })).total > 0,
    async bearingOn(asked, signal) {
      const { remembers, learns, memoryTokens } = settings()
      const kinds = asked.isRemembered
        ? [...(remembers ? [bearingMemories] : []), ...(learns ? [sameQuestions] : [])]
        : []
      const known = asked.isForModel
        ? [...(await factsFor(asked.texts, signal)), ...(await libraryFor(asked, signal))]
        : []
      if (kinds.length === 0 && known.length === 0) return null
      const sought = await likener.prepare(asked.texts.map(withoutTold), signal)
      const found: Candidate[] = [...known]
      for (const bearing of kinds) found.push(...(await bearing(asked, sought, signal).catch(reported(signal, []))))
      const count = asked.isForModel ? await loadTokenCounter() : estimateTokens
      return packContext(found, memoryTokens, count) satisfies Pick<GivenContext, 'budget' | 'tokens' | 'items'>
    },
    async learn({ sessionId, said, used, ...finished }) {
      const { remembers, learns } = settings()
      const keep =
        remembers && said.length > 0 ? await memories.prepare(said, sessionId).catch(reported(null, null)) : null
      const record = learns
        ? answers.prepare({ sessionId, ...finished, question: withoutTold(finished.question) })
        : null
      const at = now().toISOString()
      return async (transaction) => {
        await keep?.(transaction)
        await record?.(transaction)
        for (const [table, key, kind] of [
          ['memories', 'memory_id', 'memory'],
          ['learning_records', 'record_id', 'answer'],
        ] as const) {
          const ids = used.filter((item) => item.kind === kind).map(({ id }) => id)
          if (ids.length === 0) continue
          await transaction.query(
            `update ${table} set uses = uses + 1, last_used_at = $3 where project_id = $1 and ${key} = any($2::text[])`,
            [projectId, ids, at],
          )
        }
      }
    },
  }

  /** What the project is stands before all that it remembers. */
  async function factsFor(texts: readonly string[], signal: AbortSignal): Promise<Candidate[]> {
    const text = await ports.facts(texts).catch(reported(signal, ''))
    if (text === '') return []
    return [{ item: { kind: 'facts', id: 'facts', text, relevance: 1, at: now().toISOString() }, value: 1, rank: -1 }]
  }

  /** Domains and code of the library, as far as the session may use it. */
  async function libraryFor(
    { texts: [words], limits }: Parameters<SessionMemory['bearingOn']>[0],
    signal: AbortSignal,
  ): Promise<Candidate[]> {
    const items = words === undefined ? [] : await ports.library(words, limits, signal).catch(reported(signal, []))
    return items.map((item) => ({ item, value: item.relevance }))
  }

  /** What is remembered helps a session: where it cannot be had, the session goes on without. */
  function reported<Value>(signal: AbortSignal | null, value: Value): (error: unknown) => Value {
    return (error) => {
      signal?.throwIfAborted()
      if (!(error instanceof QuarryError) || error.code.startsWith('store.')) throw error
      onBackgroundError(error)
      return value
    }
  }
}

const nearest = (sought: readonly Likened[], to: Likened, near: typeof likeness): number =>
  Math.max(0, ...sought.map((one) => near(one, to)))

type Bearing = (
  asked: Parameters<SessionMemory['bearingOn']>[0],
  sought: readonly Likened[],
  signal: AbortSignal,
) => Promise<readonly Candidate[]>

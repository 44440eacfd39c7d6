import { readArguments, withoutSecrets, wordsOfName } from '../gate'
import type { Inference } from '../inference'
import { cosine } from '../language'
import type { Database } from '../store'
import { type PastCallRow, readCallVectors, writeCallVectors } from './repository/precedents'

/** A call as it is told. */
export interface SaidCall {
  readonly tool: string
  /** What the person asked. */
  readonly question: string
  readonly input: unknown
}

/** How near calls are to each other by what they say, whatever their words. */
export interface CallMeanings {
  /**
   * How near a call is to past calls of the same tool, -1..1, by call id. Left out are those that have no vector yet, which
   * get one meanwhile, and all where the encoder does not know the script, fails, which is reported, or has no time.
   */
  nearness(call: SaidCall, past: readonly PastCallRow[]): Promise<ReadonlyMap<string, number>>
  /** Resolves when nothing is written any more. */
  close(): Promise<void>
}

export interface CallMeaningsOptions {
  readonly database: Database
  readonly projectId: string
  readonly encoder: Pick<Inference, 'model' | 'embed' | 'covers'>
  onBackgroundError(error: unknown): void
}

/** A call waits no longer for its vector: while files are embedded, or the encoder loads, words alone have to do. */
const longestWaitMs = 50
/** Past calls without a vector that a call waits for; the others get theirs behind it. */
const embeddedOnTheWay = 3
/** Past calls whose vectors are written together: a write each would cost as much again as the call's own. */
const leastWritten = 25
/** Vectors that are at hand without a look into the store, of 2 KB each: a call is the next one's past. */
const mostKept = 500
/** The encoder reads 128 tokens; what is beyond some 900 characters it never sees. */
const longestText = 1_000

const none: ReadonlyMap<string, number> = new Map()

/** What a person asked, of a call that one asked for: those that nobody asked for have their arguments there. */
export const askedIn = (question: string): string => (question.startsWith('{') ? '' : question)

/** A call as a person would describe it, without secrets. The store keeps no order of arguments. */
export function textOfCall({ tool, question, input }: SaidCall): string {
  const told = readArguments(withoutSecrets(input))
    .leaves.filter(({ isNested }) => !isNested)
    .toSorted((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
    .map(({ key, text }) => `${key.replaceAll('_', ' ')}: ${text}`)
  const asked = String(withoutSecrets(askedIn(question)))
  return [wordsOfName(tool).join(' '), ...told, asked].join('; ').slice(0, longestText).toWellFormed()
}

/** What is kept longest goes first. */
function keep<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  kept.set(key, value)
  const oldest = kept.keys().next()
  if (kept.size > mostKept && !oldest.done) kept.delete(oldest.value)
}

export function createCallMeanings({
  database,
  projectId,
  encoder,
  onBackgroundError,
}: CallMeaningsOptions): CallMeanings {
  const { model } = encoder
  /** Vectors of texts, and of past calls by id; null where the encoder does not know the script. */
  const ofTexts = new Map<string, Float32Array | null>()
  const ofCalls = new Map<string, Float32Array | null>()
  const closing = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  let isWriting = false

  /** Goes on behind whatever asked for it, and tells of failures by itself. */
  function inBackground<Value>(work: () => Promise<Value>, otherwise: Value): Promise<Value> {
    const running = work().catch((error: unknown) => {
      if (!closing.signal.aborted) onBackgroundError(error)
      return otherwise
    })
    underWay.add(running)
    void running.then(() => underWay.delete(running))
    return running
  }

  async function embed(
    texts: readonly string[],
    priority: 'interactive' | 'bulk',
  ): Promise<readonly (Float32Array | null)[]> {
    const known = new Map(texts.map((text) => [text, ofTexts.get(text)]))
    const missing = [...known].flatMap(([text, vector]) => (vector === undefined ? [text] : []))
    const covered = missing.filter((text) => encoder.covers(text))
    const made = covered.length === 0 ? [] : await encoder.embed(covered, { priority, signal: closing.signal })
    for (const text of missing) known.set(text, null)
    for (const [at, text] of covered.entries()) known.set(text, made[at] ?? null)
    for (const [text, vector] of known) keep(ofTexts, text, vector ?? null)
    return texts.map((text) => known.get(text) ?? null)
  }

  /** Reads vectors that past calls have, where they are not at hand. */
  async function readIn(past: readonly PastCallRow[]): Promise<void> {
    const missing = past.filter((row) => row.model === model.id && !ofCalls.has(row.callId)).map(({ callId }) => callId)
    if (missing.length === 0) return
    const vectors = await readCallVectors(database, projectId, model.id, missing)
    for (const callId of missing) keep(ofCalls, callId, vectors.get(callId)?.slice() ?? null)
  }

  /** Gives past calls of a tool vectors: those that are at hand, and of the others all that are left. */
  async function writeVectors(tool: string, due: readonly PastCallRow[]): Promise<void> {
    const missing = due.filter(({ callId }) => !ofCalls.has(callId))
    const made = await embed(
      missing.map((row) => textOfCall({ ...row, tool })),
      'bulk',
    )
    for (const [at, { callId }] of missing.entries()) keep(ofCalls, callId, made[at] ?? null)
    const vectors = due.map(({ callId }) => [callId, ofCalls.get(callId) ?? null] as const)
    await writeCallVectors(database, projectId, model, new Map(vectors))
  }

  async function compare(call: SaidCall, past: readonly PastCallRow[]): Promise<ReadonlyMap<string, number>> {
    const due = past.filter((row) => row.model !== model.id)
    const first = due.filter(({ callId }) => !ofCalls.has(callId)).slice(0, embeddedOnTheWay)
    const texts = [call, ...first.map((row) => ({ ...row, tool: call.tool }))].map(textOfCall)
    const [[own = null, ...fresh]] = await Promise.all([embed(texts, 'interactive'), readIn(past)])
    for (const [at, { callId }] of first.entries()) keep(ofCalls, callId, fresh[at] ?? null)
    if (due.length >= leastWritten && !isWriting && !closing.signal.aborted) {
      isWriting = true
      const written = inBackground(() => writeVectors(call.tool, due), undefined)
      void written.then(() => {
        isWriting = false
      })
    }
    if (own === null) return none
    return new Map(
      past.flatMap(({ callId }) => {
        const vector = ofCalls.get(callId) ?? null
        return vector === null ? [] : [[callId, cosine(own, vector)] as const]
      }),
    )
  }

  return {
    async nearness(call, past) {
      if (past.length === 0 || closing.signal.aborted || !encoder.covers(textOfCall(call))) return none
      let timer: NodeJS.Timeout | undefined
      const tooLate = new Promise<ReadonlyMap<string, number>>((resolve) => {
        timer = setTimeout(resolve, longestWaitMs, none)
      })
      const compared = inBackground(() => compare(call, past), none)
      return Promise.race([compared, tooLate]).finally(() => clearTimeout(timer))
    },
    async close() {
      closing.abort()
      await Promise.all(underWay)
    },
  }
}

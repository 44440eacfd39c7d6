/** How long an answer stands while nothing changes. */
const lifetimeMs = 5 * 60 * 1000
/** A session asks some dozens of queries; more than these are not kept. */
const largestSize = 500

/** Whole answers by query, for five minutes and until the index changes. */
export interface AnswerCache<Answer> {
  get(key: string): Answer | undefined
  /** Keeps an answer, unless the index changed since `revision` was read. */
  set(key: string, answer: Answer, revision: number): void
  readonly revision: number
  invalidate(): void
}

export function createAnswerCache<Answer>(now: () => number): AnswerCache<Answer> {
  const entries = new Map<string, { readonly answer: Answer; readonly expiresAt: number }>()
  let revision = 0
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      if (entry.expiresAt > now()) return entry.answer
      entries.delete(key)
      return undefined
    },
    set(key, answer, since) {
      if (since !== revision) return
      entries.delete(key)
      entries.set(key, { answer, expiresAt: now() + lifetimeMs })
      const oldest = entries.keys().next()
      if (entries.size > largestSize && !oldest.done) entries.delete(oldest.value)
    },
    get revision() {
      return revision
    },
    invalidate() {
      revision += 1
      entries.clear()
    },
  }
}

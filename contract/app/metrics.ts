import { z } from 'zod'
import { domainView } from '../library/domain'
import { poolReport } from '../pool/pool'
import { sessionState } from '../session/session'

const durations = {
  /** Of calls that ran, in milliseconds; null where none did. */
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
}

/** Recorded calls of a project: how many there are, and what came of those that ended. */
export const callMetrics = z.object({
  total: z.number().int(),
  ...durations,
  /** The most used first. */
  tools: z.array(
    z.object({
      tool: z.string(),
      server: z.string(),
      total: z.number().int(),
      done: z.number().int(),
      failed: z.number().int(),
      denied: z.number().int(),
      /** Done among those that ran to their end, 0..1; null before the first. */
      successRate: z.number().nullable(),
      ...durations,
    }),
  ),
})
export type CallMetrics = z.infer<typeof callMetrics>

/** What came of questions, follow-ups too, and how long Quarry worked on those that it answered: waiting for a person is not counted. */
const answerFigures = z.object({
  asked: z.number().int(),
  answered: z.number().int(),
  /** Of those that Quarry asked something about first, and whose session searched the library, 0..1; null before the first. */
  clarifiedShare: z.number().nullable(),
  searchedShare: z.number().nullable(),
  ...durations,
  promptTokens: z.number().int(),
  answerTokens: z.number().int(),
})
export type AnswerFigures = z.infer<typeof answerFigures>

/** Sessions of a project by their state, what came of its questions, and the tokens that its language models used. */
export const sessionMetrics = z.object({
  answers: z.object({
    all: answerFigures,
    /** The most used first. */
    byEngine: z.array(answerFigures.extend({ engine: z.string() })),
    /**
     * What the questions were about: the domain of the library that most citations of the answer are in; null: of answers that
     * cite none, and of what was not answered. The most asked first; empty where the library has no domains.
     */
    byDomain: z.array(answerFigures.extend({ domain: domainView.pick({ domainId: true, name: true }).nullable() })),
    /** Days (UTC, `2026-11-27`) on which something was asked, the newest first, at most 30. */
    byDay: z.array(answerFigures.extend({ day: z.string() })),
  }),
  sessions: z.partialRecord(sessionState, z.number().int()),
  models: z.object({ turns: z.number().int(), promptTokens: z.number().int(), answerTokens: z.number().int() }),
})
export type SessionMetrics = z.infer<typeof sessionMetrics>

/** What the rows of a project say of its work, and how the pool is used now. */
export const projectMetrics = sessionMetrics.extend({ calls: callMetrics, pool: poolReport.shape.types })

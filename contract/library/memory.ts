import { z } from 'zod'
import { sourcePlace } from '../report/place'
import { sessionId } from '../session/session'

export const memoryId = z.string().min(1).max(64)
export const memoryText = z.string().trim().min(1).max(2000)
export const memoryTags = z.array(z.string().trim().min(1).max(40)).max(10)

const inSession = z.object({ sessionId, title: z.string() })

/** Something that a person told, for later sessions of the project. */
export const memoryView = z.object({
  memoryId,
  text: z.string(),
  tags: z.array(z.string()),
  /** 0..1, as it was stored. */
  importance: z.number().min(0).max(1),
  /** Who wrote it down: a person, rules from what a person said, or a language model. */
  origin: z.enum(['person', 'rules', 'model']),
  /** The session that it comes from; null of what a person wrote down, or kept after deleting the session. */
  session: inSession.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** Reports that it was used for. */
  uses: z.number().int(),
})
export type MemoryView = z.infer<typeof memoryView>

/** What a person writes of a memory. */
export const writtenMemory = z.object({ text: memoryText, tags: memoryTags.default([]) })
export type WrittenMemory = z.infer<typeof writtenMemory>

/** What a finished session answered, or the background learner: found by later ones, and never cited in place of what it rests on. */
export const answerView = z.object({
  recordId: memoryId,
  question: z.string(),
  /** Supported sentences of the report's summary. */
  sentences: z.array(z.string()),
  /** 0..1, when it was written. */
  confidence: z.number().min(0).max(1),
  /** Null of the background learner's. */
  session: inSession.extend({ version: z.number().int().positive() }).nullable(),
  /** Of the background learner: the passages that it rests on. */
  places: z.array(sourcePlace),
  answeredAt: z.string(),
  lastUsedAt: z.string().nullable(),
  uses: z.number().int(),
  /** Why no session is given it any more: the question was answered again, or what it rests on changed or is gone. */
  superseded: z.enum(['answeredAgain', 'sourcesChanged']).nullable(),
})
export type AnswerView = z.infer<typeof answerView>

/** Something known as an engine was given it. `relevance` is to the words that it was asked for with, 0..1. */
const given = z.object({ id: memoryId, text: z.string(), relevance: z.number().min(0).max(1), at: z.string() })
const givenItem = z.discriminatedUnion('kind', [
  /** What the project is; it bears on every question. */
  given.extend({ kind: z.literal('facts') }),
  /** What documents of the library have in common that the words name, or that hold what recall finds. */
  given.extend({ kind: z.literal('domain'), name: z.string(), keyFiles: z.array(z.string()) }),
  /** A function or class of the library's code, in its first lines. */
  given.extend({
    kind: z.literal('code'),
    path: z.string(),
    symbol: z.string(),
    lineStart: z.number().int().positive(),
    lineEnd: z.number().int().positive(),
  }),
  given.extend({ kind: z.literal('memory') }),
  given.extend({
    kind: z.literal('answer'),
    /** The earlier question; `text` is what was answered. */
    question: z.string(),
    /** Null of what the background learner answered. */
    sessionId: sessionId.nullable(),
    version: z.number().int().positive().nullable(),
  }),
])
export type GivenItem = z.infer<typeof givenItem>

/** What an engine was given of what the project is, holds and remembers, for the plan, a step, or the report. */
export const givenContext = z.object({
  part: z.enum(['plan', 'step', 'report']),
  /** Of a step; else empty. */
  title: z.string(),
  /** Tokens that it may have, and about how many it has. */
  budget: z.number().int(),
  tokens: z.number().int(),
  /** What the project is first, then the best for its length. */
  items: z.array(givenItem),
})
export type GivenContext = z.infer<typeof givenContext>

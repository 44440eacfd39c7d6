import { z } from 'zod'
import { kindOfFact } from './fact'

const counts = z.object({ done: z.number().int().nonnegative(), total: z.number().int().nonnegative() })

/** How far a reader is within a file. */
export const readFact = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pagesRead'), values: counts }),
  z.object({ kind: z.literal('pagesRecognised'), values: counts }),
  z.object({ kind: z.literal('bytesRead'), values: counts }),
  z.object({ kind: z.literal('messagesRead'), values: counts }),
])
export type ReadFact = z.infer<typeof readFact>

/** How far a source is within the state that it is in. */
export const progressFact = z.discriminatedUnion('kind', [
  ...readFact.options,
  z.object({ kind: z.literal('passagesEmbedded'), values: counts }),
])
export type ProgressFact = z.infer<typeof progressFact>

const threads = { busy: z.number().int().positive(), total: z.number().int().positive() }

/** What the machine works at beside the pool: files that are read, texts that are embedded, searches of the library. */
export const workFact = z.discriminatedUnion('kind', [
  kindOfFact('filesBeingRead', threads),
  kindOfFact('textsBeingEmbedded', threads),
  kindOfFact('searchesRunning', { busy: threads.busy }),
])
export type WorkFact = z.infer<typeof workFact>

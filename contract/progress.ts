import { z } from 'zod'

const counts = z.object({ done: z.number().int().nonnegative(), total: z.number().int().nonnegative() })

/** How far a reader is within a file. */
export const readFact = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pagesRead'), values: counts }),
  z.object({ kind: z.literal('bytesRead'), values: counts }),
])
export type ReadFact = z.infer<typeof readFact>

/** How far a source is within the state that it is in. */
export const progressFact = z.discriminatedUnion('kind', [
  ...readFact.options,
  z.object({ kind: z.literal('passagesEmbedded'), values: counts }),
])
export type ProgressFact = z.infer<typeof progressFact>

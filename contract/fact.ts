import { z } from 'zod'

/**
 * One kind of fact: what main found, by name and typed values. Sentences are made of it where people read
 * (`wording/`), in their language; nothing parses one.
 */
export const kindOfFact = <Kind extends string, Values extends z.ZodRawShape>(kind: Kind, values: Values) =>
  z.object({ kind: z.literal(kind), values: z.object(values) })

/** A sentence that an older version kept, quoted as it is. */
export const toldFact = kindOfFact('told', { text: z.string() })

import { z } from 'zod'
import { kindOfFact, toldFact } from '../fact'
import { plainRemedies } from './plain-remedies'

/** What a person can do about an error. Each is used by main or a worker: a test looks for it. */
export const remedy = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(plainRemedies), values: z.object({}) }),
  kindOfFact('listCheckpoints', { sessionId: z.string() }),
  kindOfFact('resumeElsewhere', { sessionId: z.string() }),
  kindOfFact('resumeInteractively', { sessionId: z.string() }),
  kindOfFact('nameOneOf', { choices: z.array(z.string()) }),
  kindOfFact('openAppOrSet', { variables: z.array(z.string()) }),
  toldFact,
])
export type Remedy = z.infer<typeof remedy>

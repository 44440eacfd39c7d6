import { z } from 'zod'
import { kindOfFact } from '../fact'
import { confidence } from '../library/recognition'

const numbered = { number: z.number().int().positive() }

/** Where in a source a place is. */
export const placeFact = z.discriminatedUnion('kind', [
  kindOfFact('onPage', numbered),
  kindOfFact('onSlide', numbered),
  kindOfFact('inCell', numbered),
  kindOfFact('onSheet', numbered),
  /** `day` as `2024-05-03`; null where the message has none. `sender` where its head was read. */
  kindOfFact('inMessage', {
    ...numbered,
    subject: z.string(),
    day: z.string().nullable(),
    sender: z.string().optional(),
  }),
  /** Its text was recognised in a picture. */
  kindOfFact('recognised', { confidence }),
  kindOfFact('onLines', { from: z.number().int().positive(), to: z.number().int().positive() }),
])
export type PlaceFact = z.infer<typeof placeFact>

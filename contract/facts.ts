import type { z } from 'zod'
import { doctorFact } from './doctor'
import { remedy } from './remedies'

/** Every family of facts; a kind belongs to one family alone. Their words are in `wording/`. */
export const factFamilies = { doctor: doctorFact, remedy } as const

type Families = typeof factFamilies
export type Fact = { [Family in keyof Families]: z.infer<Families[Family]> }[keyof Families]

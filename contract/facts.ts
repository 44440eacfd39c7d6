import type { z } from 'zod'
import { doctorFact } from './doctor'
import { progressFact } from './progress'
import { remedy } from './remedies'

/** Every family of facts; a kind belongs to one family alone. Their words are in `wording/`. */
export const factFamilies = { doctor: doctorFact, progress: progressFact, remedy } as const

type Families = typeof factFamilies
export type Fact = { [Family in keyof Families]: z.infer<Families[Family]> }[keyof Families]

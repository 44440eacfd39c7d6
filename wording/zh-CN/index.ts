import type { Fact } from '../../contract/facts'
import type { Words } from '../words'
import { checkpoints } from './checkpoints'
import { choices } from './choices'
import { descriptions } from './descriptions'
import { doctor } from './doctor'
import { errors } from './errors'
import { risks, rulesProblems, settingsProblems } from './gate'
import { intents } from './intent'
import { names } from './names'
import { places } from './places'
import { pool, waits, warnings } from './pool'
import { progress, work } from './progress'
import { queries } from './queries'
import { remedies } from './remedies'
import { origins, recallNotes, remarks, reruns, sections, verdicts } from './report'
import { samples } from './samples'
import { clarifications, criteria, events } from './session'

/** Chinese words of every fact and error. */
export const zhCN = {
  facts: {
    ...checkpoints,
    ...choices,
    ...descriptions,
    ...doctor,
    ...names,
    ...places,
    ...progress,
    ...work,
    ...remedies,
    ...waits,
    ...pool,
    ...warnings,
    ...clarifications,
    ...criteria,
    ...events,
    ...sections,
    ...remarks,
    ...verdicts,
    ...reruns,
    ...origins,
    ...queries,
    ...samples,
    ...intents,
    ...recallNotes,
    ...risks,
    ...rulesProblems,
    ...settingsProblems,
    told: ({ text }) => `“${text}”`,
  } satisfies Words<Fact>,
  errors,
}

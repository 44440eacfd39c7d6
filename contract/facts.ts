import type { z } from 'zod'
import { checkpointFact } from './checkpoint-facts'
import { originFact } from './citation-origin'
import { questionDeclined } from './declined-question'
import { descriptionFact } from './description-facts'
import { doctorFact } from './doctor'
import { riskFact, rulesProblem } from './gate-facts'
import { intentFact } from './intent'
import { nameFact } from './names'
import { placeFact } from './place-facts'
import { poolFact, waitFact, warningFact } from './pool-facts'
import { progressFact, workFact } from './progress'
import { queryRead, rowsShown } from './query-reading'
import { recallNote } from './recall'
import { remedy } from './remedies'
import { remarkFact, sectionFact, verdictReason } from './report-facts'
import { rerunObstacle } from './rerun'
import { choiceReason } from './resource-choice'
import { sampleQuestion } from './sample-question'
import { clarificationFact, sessionEventFact } from './session-facts'
import { settingsProblem } from './settings-file'

/** Every family of facts; a kind belongs to one family alone, but for `told`. Their words are in `wording/`. */
export const factFamilies = {
  doctor: doctorFact,
  name: nameFact,
  description: descriptionFact,
  place: placeFact,
  checkpoint: checkpointFact,
  progress: progressFact,
  work: workFact,
  remedy,
  wait: waitFact,
  pool: poolFact,
  warning: warningFact,
  clarification: clarificationFact,
  sessionEvent: sessionEventFact,
  section: sectionFact,
  remark: remarkFact,
  verdict: verdictReason,
  rerun: rerunObstacle,
  origin: originFact,
  query: queryRead,
  rows: rowsShown,
  sample: sampleQuestion,
  declined: questionDeclined,
  choice: choiceReason,
  intent: intentFact,
  recallNote,
  risk: riskFact,
  rulesProblem,
  settingsProblem,
} as const

type Families = typeof factFamilies
export type Fact = { [Family in keyof Families]: z.infer<Families[Family]> }[keyof Families]

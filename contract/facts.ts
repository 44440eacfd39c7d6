import type { z } from 'zod'
import { doctorFact } from './app/doctor'
import { remedy } from './app/remedies'
import { settingsProblem } from './app/settings-file'
import { riskFact, rulesProblem } from './calls/gate-facts'
import { questionDeclined } from './databases/declined-question'
import { queryRead, rowsShown } from './databases/query-reading'
import { sampleQuestion } from './databases/sample-question'
import { nameFact } from './names'
import { poolFact, waitFact, warningFact } from './pool/pool-facts'
import { progressFact, workFact } from './progress'
import { intentFact } from './recall/intent'
import { recallNote } from './recall/recall'
import { originFact } from './report/citation-origin'
import { placeFact } from './report/place-facts'
import { remarkFact, sectionFact, verdictReason } from './report/report-facts'
import { rerunObstacle } from './report/rerun'
import { descriptionFact } from './resources/description-facts'
import { checkpointFact } from './session/checkpoint-facts'
import { choiceReason } from './session/resource-choice'
import { clarificationFact, sessionEventFact } from './session/session-facts'
import { stepCriterion } from './session/step-criterion'

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
  criterion: stepCriterion,
  intent: intentFact,
  recallNote,
  risk: riskFact,
  rulesProblem,
  settingsProblem,
} as const

type Families = typeof factFamilies
export type Fact = { [Family in keyof Families]: z.infer<Families[Family]> }[keyof Families]

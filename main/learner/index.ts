export { createLearner, type Learner } from './learner'
export { forgetLearned } from './learner-rows'
export type { Presence } from './ports'

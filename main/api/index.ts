export type { Connection } from './connection'
export { answerCall, createDispatch, type Dispatch } from './dispatch'
export { createHandlers } from './handlers'
export { createTopics, type Topics } from './topics'

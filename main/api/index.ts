export { answerCall, createDispatch, type Dispatch } from './dispatch'
export { createHandlers } from './handlers'
export { inspectDrop, takeDrop } from './intake'
export { createTopics, type Topics } from './topics'

export { type EndedInOrder, endInOrder } from './end-in-order'
export { runThread, startGuardMs, type ThreadEnd } from './run-thread'
export { createTurns } from './turns'

export { type EndedInOrder, endInOrder } from './end-in-order'
export { createTurns } from './turns'

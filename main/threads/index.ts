export { type EndedInOrder, endInOrder } from './end-in-order'

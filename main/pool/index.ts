export { createPool, type Pool } from './pool'
export type { Outcome } from './terms'

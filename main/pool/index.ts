export type { PoolResource } from './members-of'
export { type Allocation, createPool, type Pool, type PoolNotice } from './pool'
export type { Outcome } from './terms'

export type { PoolResource } from './members-of'
export { memberFailure, outcomeOf } from './outcome'
export { type AllocatedMember, createPool, type Pool, type PoolNotice } from './pool'
export type { Outcome } from './terms'

export { type AllocateOptions, type Allocation, createPool, type Pool } from './pool'
export type { Outcome, Requirement } from './terms'

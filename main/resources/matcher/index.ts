export { createMatcher } from './matcher'
export type { Matcher } from './port'

export { createMatcher, type Matcher } from './matcher'

export { createFacts, type Facts } from './facts'
export { textOfFacts } from './facts-text'

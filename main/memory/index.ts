export type { Answers } from './answers'
export { createMemoryTools } from './memory-tools'
export { createProjectMemory, type ProjectMemory } from './project-memory'

export { createResearch, type Research, type ResearchOptions } from './research'

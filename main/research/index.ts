export { createCitationIndex } from './citation-index'
export { createResearch, type Research, type ResearchOptions } from './research'

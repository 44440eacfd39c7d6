export { createCitationIndex } from './citation-index'
export { readSessionIds } from './repository/sessions'
export { createResearch, type Research, type ResearchOptions } from './research'
export type { ModelPorts } from './session-model'

export { createResearch, type Research, type ResearchOptions, type SessionRemovalPreview } from './research'

export { type CallDraft, draftCall, likeliestFirst } from './draft-call'
export type { DraftableTool } from './draftable-tool'
export type { RestOfQuestion } from './rest-of-question'
export { shortTextOf } from './tool-words'

export { type CallDraft, draftCall, likeliestFirst } from './draft-call'

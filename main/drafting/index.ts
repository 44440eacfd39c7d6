export { type CallDraft, draftCall } from './draft-call'

export { type Breakers, createBreakers } from './breakers'
export type { AskedCall, CallNotice, CallRequest, CallResult } from './call'
export { type CallLimits, createCallGate, type JudgeCall } from './call-gate'
export { type CallMeanings, createCallMeanings } from './call-meanings'
export { type CallRecords, createCallRecords } from './call-records'
export type { PrepareCompletion } from './completion-card'
export { createConfirmCall } from './confirm-call'
export { withinBudget } from './output-budget'
export { createOwnTools } from './own-tools'
export { createProgramCalls, type ProgramCalls } from './program-calls'
export { createQuestionBoard } from './question-board'
export { createRecallTool } from './recall-tool'
export { redactCallsOfSession } from './repository/call-records'
export { forgetFailedCalls, readKeptHashes, readOutput } from './repository/calls'
export { answerConfirmation, insertConfirmation, readOpenConfirmations } from './repository/confirmations'
export { type Refusals, readRefusals } from './repository/precedents'
export {
  type AskPerson,
  described,
  type SettledCall,
  type TakenBack,
  type Tool,
  type ToolProvider,
  type ToolRun,
} from './tool'
export { toolCallMachine } from './tool-call-machine'
export { type CallEnd, callUnrecorded, createDirectCall, createToolCalls, type DirectCall } from './tool-calls'
export { createToolRegistry, type ToolRegistry } from './tool-registry'
export { createUndoCalls, type UndoCalls } from './undo-calls'

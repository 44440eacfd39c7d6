export { createExtractiveEngine } from './extractive/engine'
export { readLibraryContext } from './extractive/library-context'
export { createPassageSampler } from './extractive/passage-sampler'
export type { ExtractivePorts } from './extractive/ports'
export { workingQuestion } from './extractive/working-question'
export { completionTurn, readCompletion } from './model/complete'
export { createModelEngine, type ModelEnginePorts, type RoleModels } from './model/engine'
export { estimatePrompt, estimateTokens } from './model/estimate-tokens'
export { takeExam } from './model/exam'
export { withInstructions } from './model/prompts/instructions'
export type { SessionModel, TurnRequest } from './model/session-model'
export { modelNotChosen } from './model-not-chosen'
export { callPlaceOf, queryPlaceOf } from './places/answers'
export type {
  AllocatedResource,
  AskableResource,
  CallTool,
  EarlierAnswer,
  EarlierCall,
  Evidence,
  FinishedStep,
  GatheringOptions,
  Inquiry,
  PlannedStep,
  ReasoningEngine,
  StepFindings,
  StepInput,
} from './port'
export { isDefinition } from './sentences/definitions'

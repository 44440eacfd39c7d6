export { createExtractiveEngine, extractiveEngineName } from './extractive/engine'
export { createPassageSampler } from './extractive/passage-sampler'
export type { ExtractivePorts } from './extractive/ports'
export { callPlaceOf, queryPlaceOf } from './places/answers'
export type {
  AllocatedResource,
  CallTool,
  Evidence,
  FinishedStep,
  Inquiry,
  PlannedStep,
  ReasoningEngine,
  StepFindings,
  StepInput,
} from './port'
export { porterStem } from './text/porter-stem'
export { contentWords } from './text/words'

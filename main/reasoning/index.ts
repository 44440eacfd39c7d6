export { type CitationRegistry, createCitationRegistry } from './citations/registry'
export { createExtractiveEngine } from './extractive/engine'
export { createPassageSampler } from './extractive/passage-sampler'
export type { ExtractivePorts, SamplePassage } from './extractive/ports'
export type {
  Evidence,
  Inquiry,
  PlannedStep,
  ProgressListener,
  ReadSourceText,
  ReasoningEngine,
  ReasoningOptions,
  ReportInput,
  StepFindings,
  StepInput,
} from './port'
export { checkByRules, type RulesVerdict } from './verification/rules'

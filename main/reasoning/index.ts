export { createExtractiveEngine } from './extractive/engine'
export { createPassageSampler } from './extractive/passage-sampler'
export type { ExtractivePorts } from './extractive/ports'
export type { Evidence, Inquiry, PlannedStep, ReasoningEngine, StepFindings } from './port'

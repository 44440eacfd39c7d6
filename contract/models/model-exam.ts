import { z } from 'zod'
import { errorShape } from '../error-shape'
import { engineName, modelEngine } from '../session/engine'
import { modelRole } from './model-turn'

/** What a model made of the tasks of one role: `error` says what kept it from an answer that could be used. */
const roleResult = z.object({ isPassed: z.boolean(), error: errorShape.nullable() })

/** The exam of a model, as it was taken last on this machine. */
export const modelExam = z.object({
  at: z.string(),
  roles: z.record(modelRole, roleResult),
  /** Tokens of its answers a second, from the first one on; null where it said too little to tell. */
  tokensPerSecond: z.number().nullable(),
})
export type ModelExam = z.infer<typeof modelExam>

/** A language model that can be chosen, with its last exam; null where it took none. */
export const knownModel = modelEngine.extend({ exam: modelExam.nullable() })
export type KnownModel = z.infer<typeof knownModel>

/** How a model fits this machine now. */
export const modelFit = z.object({
  /** Tokens that a prompt and its answer may have together; null where its server does not say. */
  contextTokens: z.number().int().nullable(),
  /** Of a model in a file: bytes that weights and context take, and that are free. */
  memory: z.object({ neededBytes: z.number(), freeBytes: z.number() }).nullable(),
})
export type ModelFit = z.infer<typeof modelFit>

/** An exam that is under way: the role whose tasks the model has now, and how many roles it has behind it. */
export const examProgress = z.object({ engine: engineName, role: modelRole, done: z.number().int() })

/** What moves of the models: the exam under way, and a number that changes with each exam that was taken. */
export const modelsState = z.object({ examining: examProgress.nullable(), revision: z.number().int() })
export type ModelsState = z.infer<typeof modelsState>

import { z } from 'zod'
import { type ModelRole, modelRole } from '../models/model-turn'

/** What reasons in a session: `extractive`, or a model of a registered server or file, as `<resource id>/<model>`. */
export const engineName = z.string().min(1).max(500)

/** Without a language model: sentences of the sources, quoted. */
export const quotesOnly = 'extractive'

/** A model as a server or a file offers it. */
export interface EngineModel {
  readonly resourceId: string
  readonly model: string
}

/** The model that an engine's name means; null where it means none. */
export function modelOfEngine(engine: string): EngineModel | null {
  const slash = engine.indexOf('/')
  return slash <= 0 ? null : { resourceId: engine.slice(0, slash), model: engine.slice(slash + 1) }
}

export const engineOfModel = ({ resourceId, model }: EngineModel): string => `${resourceId}/${model}`

/** What reasons in a role, where that is another engine than the session's. */
export const roleEngines = z.partialRecord(modelRole, engineName)
export type RoleEngines = z.infer<typeof roleEngines>

/** What a person wants of the models that play a role, in words of their own: “answer in short sentences”. */
export const roleInstructions = z.partialRecord(modelRole, z.string().max(2000))
export type RoleInstructions = z.infer<typeof roleInstructions>

/**
 * How a role gets at what the project remembers: not at all, by being given what rules find to bear on its words, by tools
 * that a language model calls, or by both.
 */
const memoryMode = z.enum(['off', 'rules', 'tools', 'both'])
export type MemoryMode = z.infer<typeof memoryMode>

/** Of each role that memory reaches, the modes that it can have, the usual one first; only research calls tools. */
export const memoryModes = {
  plan: ['rules', 'off'],
  research: ['both', 'rules', 'tools', 'off'],
  write: ['rules', 'off'],
} as const satisfies Partial<Record<ModelRole, readonly MemoryMode[]>>
export type MemoryRole = keyof typeof memoryModes
export const memoryRoles = Object.keys(memoryModes) as MemoryRole[]

/** How single roles get at what the project remembers, where that is not as usual. */
export const roleMemory = z
  .object({ plan: z.enum(memoryModes.plan), research: z.enum(memoryModes.research), write: z.enum(memoryModes.write) })
  .partial()
export type RoleMemory = z.infer<typeof roleMemory>

export const memoryOfRole = (role: MemoryRole, chosen: RoleMemory = {}): MemoryMode =>
  chosen[role] ?? memoryModes[role][0]

/** Whether a role is given what rules find, and whether it may call the tools of memory. */
export const isGivenMemory = (mode: MemoryMode): boolean => mode === 'rules' || mode === 'both'
export const hasMemoryTools = (mode: MemoryMode): boolean => mode === 'tools' || mode === 'both'

/** What a person can switch off of how a session works; what is left out is on. */
export const workSwitches = z.object({
  /** Whether it looks around in the material before it plans; else it plans from the question alone. */
  investigates: z.boolean(),
  /** Whether a model that searches thinks after each round of calls and calls again (ReAct); else it calls in one round. */
  reAct: z.boolean(),
  /** Whether the calls of a round are made at the same time; else one after the other. */
  parallelCalls: z.boolean(),
})
export type WorkSwitches = z.infer<typeof workSwitches>

export const usualWork: WorkSwitches = { investigates: true, reAct: true, parallelCalls: true }

/** All switches; those that were not chosen as they usually are. */
export const workOf = (
  chosen: z.infer<ReturnType<typeof workSwitches.partial>>,
  usual: WorkSwitches = usualWork,
): WorkSwitches => ({
  investigates: chosen.investigates ?? usual.investigates,
  reAct: chosen.reAct ?? usual.reAct,
  parallelCalls: chosen.parallelCalls ?? usual.parallelCalls,
})

/** The engine of a role where nobody chose one: the session's, but a second judge is asked only where somebody wants one. */
export const engineOfRole = (role: ModelRole, engine: string, { [role]: own }: RoleEngines = {}): string =>
  own ?? (role === 'verify' ? quotesOnly : engine)

/** The roles of a session that models play. */
export function rolesOf(engine: string, chosen?: RoleEngines): (readonly [ModelRole, EngineModel])[] {
  return modelRole.options.flatMap((role) => {
    const model = modelOfEngine(engineOfRole(role, engine, chosen))
    return model === null ? [] : [[role, model] as const]
  })
}

/** Whether a language model writes: without one nobody can answer without the library. */
export const isWrittenByModel = (engine: string, chosen?: RoleEngines): boolean =>
  modelOfEngine(engineOfRole('write', engine, chosen)) !== null

/** An engine that can be chosen beside `extractive`. */
export const modelEngine = z.object({
  engine: engineName,
  model: z.string(),
  /** The name of its server; `GGUF` where it lies in a file. */
  server: z.string(),
  /** Host of a server that is not on this computer; null of one that is, and of a file. */
  elsewhere: z.string().nullable(),
  isReady: z.boolean(),
})
export type ModelEngine = z.infer<typeof modelEngine>

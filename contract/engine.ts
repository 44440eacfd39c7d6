import { z } from 'zod'

/** What reasons in a session: `extractive`, or a model of a registered server, as `<resource id>/<model>`. */
export const engineName = z.string().min(1).max(500)

/** Without a language model: sentences of the sources, quoted. */
export const quotesOnly = 'extractive'

/** A model as a server offers it. */
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

/** An engine that can be chosen beside `extractive`. */
export const modelEngine = z.object({
  engine: engineName,
  model: z.string(),
  /** The name of its server. */
  server: z.string(),
  isReady: z.boolean(),
})
export type ModelEngine = z.infer<typeof modelEngine>

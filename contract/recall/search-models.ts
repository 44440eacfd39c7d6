import { z } from 'zod'

/** What a model directory is good for: vectors of texts, or the order of hits. */
export const searchModelKind = z.enum(['encoder', 'crossEncoder'])
export type SearchModelKind = z.infer<typeof searchModelKind>

/** A model directory in `models` of the data folder, by the name of its folder there. */
export const searchModelName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^/\\]+$/)
  .refine((name) => !/^\.+$/.test(name))

export const searchModel = z.object({ name: searchModelName, kind: searchModelKind })
export type SearchModel = z.infer<typeof searchModel>

/** The encoders that can be chosen, and the one that makes vectors in this run. */
export const encodersView = z.object({
  names: z.array(searchModelName),
  inUse: z.object({
    /** As the model calls itself. */
    id: z.string(),
    dimensions: z.number().int().positive(),
    /** Of `names`; null: the one that comes with Quarry, or that a variable names. */
    name: searchModelName.nullable(),
  }),
  /** Whether `QUARRY_MODEL` names the model, which goes before what is chosen. */
  isFixed: z.boolean(),
})
export type EncodersView = z.infer<typeof encodersView>

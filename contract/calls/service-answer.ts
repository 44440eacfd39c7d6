import { z } from 'zod'
import { jsonValue } from '../json'

/** What a call of an API or an MCP server brought, as the journal keeps it. */
export const serviceAnswer = z.object({
  resourceId: z.string(),
  resourceName: z.string(),
  at: z.string(),
  value: jsonValue,
  /** Whether it is only the beginning of what was answered. */
  cut: z.boolean(),
  /** What an API was asked, without credentials. */
  url: z.string().nullable(),
  /** Pages that it was put together from. */
  pages: z.number().int(),
  /** What a server asked for meanwhile and was refused. */
  refused: z.array(z.string()),
  /** Language models whose answers a server got meanwhile, as a person allowed. */
  models: z.array(z.string()).optional(),
})
export type ServiceAnswer = Omit<z.infer<typeof serviceAnswer>, 'value'> & { readonly value: unknown }

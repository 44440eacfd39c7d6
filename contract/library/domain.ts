import { z } from 'zod'
import { errorShape } from '../error-shape'
import { sourceId } from './source'

export const domainId = z.string().min(1).max(64)
const domainName = z.string().trim().min(1).max(120)
const aliases = z.array(z.string().trim().min(1).max(80)).max(20)
const summary = z.string().trim().max(2000)

const document = z.object({ sourceId, name: z.string(), title: z.string().nullable() })
export type DomainDocument = z.infer<typeof document>

/** What documents of the library have in common, found by clustering them; a person's words stand before found ones. */
export const domainView = z.object({
  domainId,
  name: z.string(),
  aliases: z.array(z.string()),
  summary: z.string(),
  /** What a person wrote: rebuilding leaves it as it is. */
  edited: z.array(z.enum(['name', 'aliases', 'summary'])),
  documents: z.number().int(),
  /** Nearest to the centre first. */
  keyFiles: z.array(document),
  /** Its circle on the map: centre and radius; the map begins at 0, 0, and no two circles overlap. */
  x: z.number(),
  y: z.number(),
  radius: z.number(),
})
export type DomainView = z.infer<typeof domainView>

/** Documents that a library needs before it is clustered. */
export const fewestDocuments = 6

export const domainMap = z.object({
  /** Most documents first. */
  domains: z.array(domainView),
  /** Indexed documents of the library, and those of them that are in no domain. */
  documents: z.number().int(),
  unassigned: z.number().int(),
  /** Documents that came, changed or went since the last build. */
  changed: z.number().int(),
  builtAt: z.string().nullable(),
  build: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('idle') }),
    /** `done` in 0..1. */
    z.object({ kind: z.literal('building'), done: z.number() }),
    z.object({ kind: z.literal('failed'), error: errorShape }),
  ]),
})
export type DomainMap = z.infer<typeof domainMap>

export const onDomain = z.object({ domainId })
export const domainPage = onDomain.extend({
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(500),
})
export const domainDocuments = z.object({ documents: z.array(document), total: z.number().int() })
/** What is left out stays. */
export const domainEdit = onDomain.extend({
  name: domainName.optional(),
  aliases: aliases.optional(),
  summary: summary.optional(),
})
export type DomainEdit = z.infer<typeof domainEdit>
export const domainMerge = onDomain.extend({ into: domainId })

/** A domain that a query names; beside the passages, whose order it does not change. */
export const foundDomain = domainView
  .pick({ domainId: true, name: true, summary: true, documents: true, keyFiles: true })
  .extend({
    /** The name or alias that the query holds. */
    matched: z.string(),
  })
export type FoundDomain = z.infer<typeof foundDomain>

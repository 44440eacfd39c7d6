import { z } from 'zod'
import { sourceId } from '../library/source'
import { resourceId } from '../resources/resource'

/** Documents that recall is narrowed to: those in one of the folders, at any depth, and those that are named. None: no document. */
export const documentScope = z.object({
  /** Absolute paths. */
  folders: z.array(z.string().min(1).max(8192)).max(100),
  sourceIds: z.array(sourceId).max(1000),
})

/** What alone a session may use: these documents, and these resources with their parts. */
export const sessionScope = documentScope
  .extend({ resourceIds: z.array(resourceId).max(100) })
  .refine(
    ({ folders, sourceIds, resourceIds }) => folders.length + sourceIds.length + resourceIds.length > 0,
    'A scope names something.',
  )
export type SessionScope = z.infer<typeof sessionScope>

/** One thing that a scope names, as a person knows it. */
export const scopeItem = z.object({
  kind: z.enum(['folder', 'source', 'resource']),
  /** Of a folder its path. */
  id: z.string(),
  /** Null of what is no longer there. */
  name: z.string().nullable(),
})
export type ScopeItem = z.infer<typeof scopeItem>

/** What a scope of these things is; null of none: all of the project. */
export function scopeOf(items: readonly ScopeItem[]): SessionScope | null {
  const idsOf = (kind: ScopeItem['kind']): string[] => items.flatMap((item) => (item.kind === kind ? [item.id] : []))
  return items.length === 0
    ? null
    : { folders: idsOf('folder'), sourceIds: idsOf('source'), resourceIds: idsOf('resource') }
}

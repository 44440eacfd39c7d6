import { z } from 'zod'
import { kindOfFact } from './fact'
import { memberName } from './pool/pool-facts'
import { libraryBase, resourceId } from './resources/resource'

/** What people call a thing: its own name, or what Quarry calls it. */
export const nameFact = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('poolMember'), values: memberName }),
  kindOfFact('resource', { resourceId, name: z.string() }),
])
export type NameFact = z.infer<typeof nameFact>

/** What of a resource Quarry itself named: the first project's library, until a person names it, and what answers questions. */
export function namedByQuarry(resource: { readonly resourceId: string; readonly name: string }) {
  if (resource.resourceId.startsWith('text2sql:')) return 'questions'
  const isLibrary = resource.resourceId === libraryBase.resourceId && resource.name === libraryBase.name
  return isLibrary ? 'library' : null
}

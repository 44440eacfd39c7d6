import { createHash } from 'node:crypto'
import type { ResourceType } from '../../contract/resources/resource'

/** Hex characters of the hash that an id keeps: 96 bits, so that two places never meet. */
export const hashLength = 24

/**
 * The stable id of the thing of one kind at one place. Found again there, it is the same resource; two of one name at
 * two places stay apart.
 *
 * @param location what names the place: a real path, a server's host, port and database, or for a part the whole's
 *   location with the part's own name (`/a/api.yaml#GET /users`). Never with a credential in it.
 */
export function resourceIdOf(type: ResourceType, location: string): string {
  return `${type}:${createHash('sha256').update(location).digest('hex').slice(0, hashLength)}`
}

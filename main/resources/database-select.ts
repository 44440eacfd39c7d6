import type { DatabasePlace, DatabaseRows } from '../../contract/databases/database-tasks'
import { QuarryError } from '../../contract/errors'
import type { UniversalResource } from '../../contract/resources/resource'
import { forPurpose } from '../connections'
import type { Secrets } from '../secrets'
import { parseConnectionString } from './discoverers/databases/connection-string'
import type { Databases, SelectRequest } from './discoverers/databases/databases'
import type { Resources } from './resources'

/** Where a registered database is, with its password. @throws QuarryError `resource.invalid` where it is no database */
async function placeOf({ resourceId, name, metadata }: UniversalResource, secrets: Secrets): Promise<DatabasePlace> {
  if (metadata.type !== 'database') {
    throw new QuarryError('resource.invalid', `“${name}” is not a database.`, { context: { resourceId } })
  }
  const { engine, location } = metadata
  const password = await secrets.get(`${resourceId}/password`)
  if (engine !== 'postgresql' && engine !== 'mysql') return { kind: 'file', engine, path: location, password }
  const server = parseConnectionString(location)
  if (server === null) throw new QuarryError('internal', `“${name}” has no server address.`)
  return { ...server, password }
}

/**
 * Queries the databases of a project, read-only and within limits; the questions on a database are asked of it. What it
 * answers with throws as `Databases.select` does, and `resource.notFound`.
 */
export function createDatabaseSelect(options: {
  readonly resources: Pick<Resources, 'get'>
  readonly secrets: Secrets
  readonly databases: Pick<Databases, 'select'>
}): (resourceId: string, request: SelectRequest) => Promise<DatabaseRows> {
  const { resources, secrets, databases } = options
  return async (resourceId, request) => {
    const resource = await resources.get(resourceId)
    const isPart = resource.metadata.type === 'text2sql' && resource.parentId !== null
    const whole = isPart ? await resources.get(resource.parentId ?? '') : resource
    const place = await placeOf(whole, secrets)
    return forPurpose({ resourceId: whole.resourceId }, () => databases.select(place, request))
  }
}

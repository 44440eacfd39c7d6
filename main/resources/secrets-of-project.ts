import type { ResourceMetadata } from '../../contract/resources/resource'
import type { Secrets } from '../secrets'
import type { SqlExecutor } from '../store'
import { secretNamesOf } from './offers'

const rowsPerRead = 200

/** Removes the secrets of all resources of a project that is going; to be repeated where it was cut off. */
export async function removeSecretsOfProject(
  database: SqlExecutor,
  secrets: Pick<Secrets, 'remove'>,
  projectId: string,
): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await database.query<{ resource_id: string; metadata: ResourceMetadata }>(
      `select resource_id, metadata from resource_registry
       where project_id = $1 and resource_id > $2 and resource_type in ('database', 'api', 'mcp_server', 'model')
       order by resource_id limit $3`,
      [projectId, after, rowsPerRead],
    )
    for (const { resource_id: id, metadata } of rows) {
      for (const name of secretNamesOf(metadata)) await secrets.remove(`${id}/${name}`)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsPerRead) return
    after = last.resource_id
  }
}

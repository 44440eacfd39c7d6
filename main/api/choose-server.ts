import type { AppSettings } from '../../contract/app/app'
import { QuarryError } from '../../contract/errors'
import { type ApiServerChoice, apiServer } from '../../contract/resources/api-server'
import type { UniversalResource } from '../../contract/resources/resource'

/**
 * The servers of the project's APIs with another choice for one of them; of an operation, for its whole API. Throws
 * `resource.notFound`, and `input.invalid` where it is no API or the choice leads nowhere.
 */
export async function withChosenServer(
  read: (resourceId: string) => Promise<UniversalResource>,
  before: AppSettings['apiServers'],
  resourceId: string,
  choice: ApiServerChoice,
): Promise<AppSettings['apiServers']> {
  const { parentId, metadata, name } = await read(resourceId)
  const server = metadata.type === 'api' ? apiServer(metadata.servers, choice) : { problem: 'noServer' as const }
  if ('problem' in server) {
    throw new QuarryError('input.invalid', `“${name}” cannot be asked at this server (${server.problem}).`, {
      context: { problem: 'input', field: 'server' },
    })
  }
  return { ...before, [parentId ?? resourceId]: choice }
}

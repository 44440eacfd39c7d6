import { QuarryError } from '../../contract/errors'
import type { McpPlace } from '../../contract/resources/mcp'
import type { UniversalResource } from '../../contract/resources/resource'
import type { Secrets } from '../secrets'

/** What finds a program and its interpreter; all else of the environment is named by the configuration. */
export const inheritedNames: readonly string[] =
  process.platform === 'win32' ? ['PATH', 'SystemRoot', 'PATHEXT'] : ['PATH']

/** How a registered server is reached, with its secrets. Throws `resource.needsSecret` where one is missing. */
export async function placeOfServer(
  { resourceId, name, metadata }: UniversalResource,
  secrets: Secrets,
  launcher: readonly string[],
): Promise<McpPlace> {
  if (metadata.type !== 'mcp_server') throw new QuarryError('resource.invalid', `“${name}” is no MCP server.`)
  const values = new Map<string, string>()
  for (const secret of metadata.secretNames) {
    const value = await secrets.get(`${resourceId}/${secret}`)
    if (value === null) {
      throw new QuarryError('resource.needsSecret', `“${name}” needs a value for ${secret}.`, {
        context: { resourceId, secret },
      })
    }
    values.set(secret, value)
  }
  const placed = new Set<string>()
  const filled = (text: string): string =>
    text.replace(/\$\{([^{}]{1,200})\}/g, (whole, secret: string) => {
      placed.add(secret)
      return values.get(secret) ?? whole
    })
  if (metadata.transport === 'stdio') {
    const env = inheritedNames.flatMap((one) => {
      const value = process.env[one]
      return value === undefined ? [] : [[one, value] as const]
    })
    return {
      transport: 'stdio',
      command: filled(metadata.command ?? ''),
      args: metadata.args.map(filled),
      env: { ...Object.fromEntries(env), ...Object.fromEntries(values) },
      launcher,
    }
  }
  const url = filled(metadata.url ?? '')
  const headers = [...values].filter(([header]) => !placed.has(header) && /^[\w!#$%&'*+.^`|~-]+$/.test(header))
  return { transport: metadata.transport, url, headers: Object.fromEntries(headers) }
}

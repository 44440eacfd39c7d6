import { isLoopbackName } from '../../contract/calls/named-host'
import type { ProcessEgress } from '../../contract/processes/work-process'
import type { UniversalResource } from '../../contract/resources/resource'
import { type CheckSkipped, isService } from '../../contract/resources/service'
import type { ApiCalls, LanguageModels, McpServers } from '../clients'
import { permits } from '../safety'

export interface CheckPorts {
  readonly mcpServers: Pick<McpServers, 'ping'>
  readonly apiCalls: Pick<ApiCalls, 'reach' | 'serverOf'>
  readonly languageModels: Pick<LanguageModels, 'list'>
  /** One query on a registered database. */
  readonly select: (
    resourceId: string,
    request: {
      readonly sql: string
      readonly maxRows: number
      readonly timeoutMs: number
      readonly signal: AbortSignal
    },
  ) => Promise<unknown>
  /** Where the project may connect to; asked anew for each check. */
  readonly egress: () => ProcessEgress
}

const timeoutMs = 10_000

/**
 * Asks a service whether it is there, in a way that only reads, costs nothing and starts nothing. Throws what it fails with.
 * @returns why it was not asked; null where it answered
 */
export async function checkService(
  resource: UniversalResource,
  ports: CheckPorts,
  signal: AbortSignal,
): Promise<CheckSkipped | null> {
  const { metadata, resourceId, isActive, status } = resource
  if (!isActive || !isService(resource)) return 'switchedOff'
  if (status === 'needsSecret') return 'needsSecret'
  // An API without a server says so itself.
  if (!mayAsk(resource, metadata.type === 'api' ? ports.apiCalls.serverOf(resource) : null, ports.egress()))
    return 'notAllowed'
  switch (metadata.type) {
    case 'mcp_server': {
      const found = await ports.mcpServers.ping(resource, signal)
      return found === 'answered' ? null : found
    }
    case 'api':
      await ports.apiCalls.reach(resource, signal)
      return null
    case 'model':
      await ports.languageModels.list(resource, signal)
      return null
    default:
      await ports.select(resourceId, { sql: 'select 1', maxRows: 1, timeoutMs, signal })
      return null
  }
}

const usualPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'postgresql:': 5432, 'mysql:': 3306 }

/** Whether its address may be connected to. A program that runs is spoken to without a connection, a model on this machine always. */
function mayAsk({ metadata }: UniversalResource, server: string | null, egress: ProcessEgress): boolean {
  const address =
    metadata.type === 'mcp_server'
      ? metadata.url
      : metadata.type === 'api'
        ? server
        : metadata.type === 'model' || metadata.type === 'database'
          ? metadata.location
          : null
  if (metadata.type === 'mcp_server' && metadata.transport === 'stdio') return true
  let url: URL
  try {
    url = new URL(address ?? '')
  } catch {
    return false
  }
  if (metadata.type === 'model' && isLoopbackName(url.hostname)) return true
  const port = Number(url.port) || (usualPorts[url.protocol] ?? 0)
  return permits(egress, url.hostname.replace(/^\[|\]$/g, ''), port)
}

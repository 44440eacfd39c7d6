import type { DescribedMcpServer } from '../../../contract/resources/documents'
import type { ResourceDraft, ResourceOrigin } from '../../../contract/resources/resource'
import { resourceIdOf } from '../resource-id'
import type { Discoverer, Discovery, DiscoveryOptions, DiscoveryTarget } from './discoverer'
import { documentSource, originOf } from './documents/api-discovery'
import type { DocumentReader } from './documents/document-reader'
import { refusing } from './documents/refusal'
import { documentStart, hasKey } from './documents/signs'

/**
 * MCP servers as other programs write them down (`mcpServers`, VS Code's `servers`, Zed's `context_servers` …), with
 * comments or without. Each entry becomes a resource; nothing is started or connected to. The file holds secrets, so it
 * is never read as a document.
 */
export function createMcpServersDiscoverer(reader: DocumentReader): Discoverer {
  return {
    name: 'mcp-servers',
    recognises(target) {
      const start = documentStart(target)
      if (start === null) return false
      if (isSure(start.text)) return true
      const isEntry = hasKey(start.text, 'command') || hasKey(start.text, '(?:url|serverUrl|httpUrl)')
      if (!isEntry || hasKey(start.text, 'openapi') || hasKey(start.text, 'swagger')) return false
      if (hasKey(start.text, 'servers', '\\{') || hasKey(start.text, 'mcp', '\\{')) return true
      // An entry alone is pasted; a file that has a `command` may be anything.
      return target.kind === 'text' && start.isWhole
    },
    discover(target, options) {
      const text = documentStart(target)?.text ?? ''
      return refusing(isSure(text), () => discoverMcpServers(target, reader, options))
    },
  }
}

const isSure = (text: string): boolean =>
  hasKey(text, 'mcpServers') || hasKey(text, 'context_servers') || hasKey(text, 'mcp\\.servers')

async function discoverMcpServers(
  target: DiscoveryTarget,
  reader: DocumentReader,
  options: DiscoveryOptions,
): Promise<Discovery | null> {
  const document = await reader.read({ wanted: 'mcpServers', source: documentSource(target) }, options.signal)
  if (document?.kind !== 'mcpServers') return null
  const origin = originOf(target)
  const drafts: ResourceDraft[] = []
  const secrets: Record<string, string> = {}
  for (const server of document.servers) {
    const draft = await draftOf(server, origin, options)
    drafts.push(draft)
    for (const [name, value] of Object.entries(server.secrets)) secrets[`${draft.resourceId}/${name}`] = value
  }
  return { drafts, exclusive: true, secrets }
}

async function draftOf(
  server: DescribedMcpServer,
  origin: ResourceOrigin,
  { secrets }: DiscoveryOptions,
): Promise<ResourceDraft> {
  const place = origin.path ?? 'pasted mcpServers'
  const location = `${place}#${server.listing.project === null ? '' : `${server.listing.project}#`}${server.name}`
  const resourceId = resourceIdOf('mcp_server', location)
  let isMissing = false
  for (const name of server.secretNames) {
    if (!Object.hasOwn(server.secrets, name) && (await secrets.get(`${resourceId}/${name}`)) === null) isMissing = true
  }
  return {
    resourceId,
    type: 'mcp_server',
    parentId: null,
    ...server.words,
    capabilities: [...server.words.capabilities],
    metadata: {
      type: 'mcp_server',
      transport: server.transport,
      command: server.command,
      args: [...server.args],
      url: server.url,
      secretNames: [...server.secretNames],
      listing: server.listing,
    },
    origin,
    status: isMissing ? 'needsSecret' : 'ready',
    error: null,
  }
}

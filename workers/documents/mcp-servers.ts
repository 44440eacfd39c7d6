import { QuarryError } from '../../contract/errors'
import type { DescribedMcpServer, DescribedMcpServers } from '../../contract/resources/documents'
import { cleanText } from './clean'
import { maxDescribedCharacters, maxMcpServers } from './limits'
import { withSecretsNamed } from './mcp-secrets'
import { mcpPurposesOf, mcpWords } from './mcp-words'
import { entriesOf, isMapping, listOf, type Mapping, own } from './tree'

/**
 * MCP servers as other programs write them down: `mcpServers` (Claude, Cursor, Windsurf, Gemini CLI, Cline), `servers`
 * (VS Code, also below `mcp` in its settings), `context_servers` (Zed), `mcp` (opencode), for all or for one project,
 * or entries without anything around them. Null where none of these is there.
 */
export function describeMcpServers(root: unknown): DescribedMcpServers | null {
  const groups = groupsOf(root)
  if (groups.length === 0) return null
  const servers: DescribedMcpServer[] = []
  const names = new Set<string>()
  let length = 0
  for (const { entries, project } of groups) {
    for (const [key, entry] of entriesOf(entries)) {
      const name = cleanText(key, 200)
      if (servers.length >= maxMcpServers || name === '' || names.has(`${project} ${name}`)) continue
      const server = describeServer(name, entry, project)
      // With neither a command nor an address there is nothing that could be reached, now or later.
      if (server === null) continue
      length += lengthOf(server)
      if (length > maxDescribedCharacters) {
        throw new QuarryError('resource.tooLarge', 'Its servers have too much text.')
      }
      names.add(`${project} ${name}`)
      servers.push(server)
    }
  }
  return servers.length === 0 ? null : { kind: 'mcpServers', servers }
}

/** The same long value may stand, by an alias, in hundreds of servers. */
function lengthOf({ args, secrets }: DescribedMcpServer): number {
  return [...args, ...Object.values(secrets)].reduce((length, value) => length + value.length, 1000)
}

interface Group {
  readonly entries: unknown
  readonly project: string | null
}

function groupsOf(root: unknown): Group[] {
  const groups: Group[] = []
  const add = (entries: unknown, project: string | null = null): void => {
    if (isMapping(entries)) groups.push({ entries, project })
  }
  add(own(root, 'mcpServers'))
  add(own(root, 'mcp.servers'))
  add(own(root, 'context_servers'))
  const servers = own(root, 'servers')
  if (isMapping(servers) && entriesOf(servers).some(([, entry]) => isServer(entry))) add(servers)
  const mcp = own(root, 'mcp')
  if (isMapping(own(mcp, 'servers'))) add(own(mcp, 'servers'))
  else if (entriesOf(mcp).some(([, entry]) => isServer(entry))) add(mcp)
  for (const [path, project] of entriesOf(own(root, 'projects'))) {
    if (entriesOf(own(project, 'mcpServers')).length > 0) add(own(project, 'mcpServers'), cleanText(path, 500))
  }
  if (groups.length > 0) return groups
  const entries = entriesOf(root)
  // Entries alone, as they are pasted from a page that says what to add.
  if (entries.length > 0 && entries.length <= 100 && entries.every(([, entry]) => isServer(entry))) add(root)
  else if (isServer(root)) add({ [nameOf(root as Mapping)]: root })
  return groups
}

const addressKeys = ['url', 'serverUrl', 'httpUrl', 'endpoint'] as const

function isServer(value: unknown): boolean {
  if (!isMapping(value)) return false
  const command = own(value, 'command')
  if (typeof command === 'string') return own(value, 'args') === undefined || Array.isArray(own(value, 'args'))
  if (Array.isArray(command)) return command.length > 0 && command.every((part) => typeof part === 'string')
  if (isMapping(command)) return typeof own(command, 'path') === 'string'
  return addressKeys.some((key) => /^(https?:\/\/|\$\{)/i.test(cleanText(own(value, key), 20)))
}

/** A lone entry has no name of its own: its package or host names it. */
function nameOf(entry: Mapping): string {
  const parts = [own(entry, 'command'), ...listOf(own(entry, 'args')), own(entry, 'url')]
  const text = parts.map((part) => cleanText(part, 200)).filter((part) => part !== '' && !part.startsWith('-'))
  const named = text.find((part) => /mcp|server|@/i.test(part)) ?? text[0] ?? 'MCP server'
  return named.replace(/^https?:\/\//, '').replace(/@(latest|[\d.]+)$/, '')
}

function describeServer(name: string, entry: unknown, project: string | null): DescribedMcpServer | null {
  const command = own(entry, 'command')
  const address = addressKeys.map((key) => own(entry, key)).find((value) => typeof value === 'string' && value !== '')
  const isDisabled = own(entry, 'disabled') === true || own(entry, 'enabled') === false
  const worded = (launched: Omit<DescribedMcpServer, 'words' | 'listing'>): DescribedMcpServer => {
    const server = { ...launched, listing: { purposes: mcpPurposesOf(launched), project, isDisabled } }
    return { ...server, words: mcpWords(server) }
  }
  const environment = own(entry, 'env') ?? own(entry, 'environment') ?? own(command, 'env')
  const launch = launchOf(command, own(entry, 'args'))
  if (launch !== null) {
    const named = withSecretsNamed({ ...launch, url: null, values: entriesOf(environment) })
    return worded({ name, transport: 'stdio', ...named })
  }
  if (typeof address !== 'string') return null
  const headers = entriesOf(own(entry, 'headers') ?? own(own(entry, 'requestInit'), 'headers'))
  const named = withSecretsNamed({
    command: null,
    args: [],
    url: address,
    values: [...headers, ...entriesOf(environment)],
  })
  const type = cleanText(own(entry, 'type') ?? own(entry, 'transport'), 40).toLowerCase()
  const isSse = type === 'sse' || (type === '' && own(entry, 'httpUrl') === undefined && /\/sse\/?(\?|$)/.test(address))
  return worded({ name, transport: isSse ? 'sse' : 'http', ...named })
}

function launchOf(command: unknown, args: unknown): { command: string; args: string[] } | null {
  const texts = (values: unknown): string[] =>
    listOf(values)
      .slice(0, 100)
      .filter((value) => ['string', 'number', 'boolean'].includes(typeof value))
      .map((value) => cleanText(value, 2000))
  if (Array.isArray(command)) {
    const [first, ...rest] = texts(command)
    return first === undefined || first === '' ? null : { command: first, args: [...rest, ...texts(args)] }
  }
  if (isMapping(command)) return launchOf(own(command, 'path'), own(command, 'args') ?? args)
  const name = cleanText(command, 1000)
  return name === '' ? null : { command: name, args: texts(args) }
}

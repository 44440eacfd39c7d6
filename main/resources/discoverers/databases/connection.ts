import { basename } from 'node:path'
import type { DatabaseServer } from '../../../../contract/databases/database-tasks'
import { QuarryError, toErrorShape } from '../../../../contract/errors'
import { resourceIdOf } from '../../resource-id'
import type { Discoverer, Discovery, DiscoveryOptions, DiscoveryTarget } from '../discoverer'
import { passing } from '../passing-failures'
import { locationOf, looksLikeConnectionString, parseConnectionString } from './connection-string'
import type { Databases } from './databases'
import { draftsOf, type SeenDatabase, unseenDraftOf } from './drafts'
import { looksLikeText } from './file-discoverer'

/** Text files with a connection string in them are small. */
const maxFileBytes = 4096

/**
 * Databases of servers, by the connection string that is pasted, or dropped as a small file. The password goes to
 * the secrets alone; the file is not read as a document, as it would stand in the index.
 */
export function createConnectionDiscoverer(databases: Databases): Discoverer {
  return {
    name: 'connection',
    recognises: (target) => connectionStringOf(target) !== null,
    async discover(target, options) {
      const text = connectionStringOf(target)
      const server = text === null ? null : parseConnectionString(text)
      return server === null ? null : discoverServer(server, databases, options)
    },
  }
}

function connectionStringOf(target: DiscoveryTarget): string | null {
  if (target.kind === 'text') return looksLikeConnectionString(target.text) ? target.text : null
  if (target.isDirectory || target.sizeBytes > maxFileBytes || !looksLikeText(target)) return null
  const lines = new TextDecoder()
    .decode(target.head)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const strings = lines.filter(looksLikeConnectionString)
  // Among settings one stands out, of several none. In any other text an address is an example, if it is not all.
  return strings.length === 1 && (lines.length === 1 || isEnvironmentFile(target.path)) ? strings[0]! : null
}

const isEnvironmentFile = (path: string): boolean => /(?:^|\.)env(?:\.|$)/i.test(basename(path))

async function discoverServer(
  given: DatabaseServer,
  databases: Databases,
  { signal, secrets }: DiscoveryOptions,
): Promise<Discovery> {
  const location = locationOf(given)
  const password = given.password ?? (await secrets.get(`${resourceIdOf('database', location)}/password`))
  const seen: SeenDatabase = {
    engine: given.engine,
    location,
    name: given.database,
    origin: { kind: 'connection', path: null },
  }
  const found = given.password === null ? {} : { password: given.password }
  try {
    const drafts = draftsOf(seen, await databases.inspect({ ...given, password }, signal))
    return { drafts, exclusive: true, secrets: found }
  } catch (error) {
    const status = error instanceof QuarryError ? passing[error.code] : undefined
    if (status === undefined) throw error
    // A password that the server refused is not kept.
    const kept = status === 'needsSecret' ? {} : found
    return { drafts: [unseenDraftOf(seen, status, toErrorShape(error))], exclusive: true, secrets: kept }
  }
}

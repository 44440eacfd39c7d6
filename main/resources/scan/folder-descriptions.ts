import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { discoverWith, targetOfPath } from '../discover'
import type { Discoverer, Discovery, DiscoveryOptions } from '../discoverers/discoverer'
import { findFiles } from './find-files'
import { projectMcpConfigurations } from './places'

const describing = new Set(['openapi', 'swagger', 'postman', 'mcp-servers'])
const mayDescribe = /\.(?:jsonc?|ya?ml)$/i
/** What of a folder is looked at: of each candidate no more than its head, unless that says that it describes something. */
const descriptionLimits = { maxDepth: 5, maxEntries: 20_000, maxFound: 1_000 }
const maxFileBytes = 16 * 1024 * 1024
const maxDescriptions = 50
/** Whatever is being read after this time is given up: a person waits for it. */
const longestMs = 5_000

export interface FolderDescriptions {
  readonly found: readonly Discovery[]
  /** Files that are of a known kind, and cannot be taken. */
  readonly failures: readonly { readonly path: string; readonly error: unknown }[]
  /** A limit was reached: there may be more. */
  readonly isCut: boolean
}

/**
 * Descriptions of APIs and of MCP servers that lie in a folder, the nearest first, by their content: OpenAPI, Swagger,
 * Postman and `mcpServers` files of any name. Hidden folders and links are passed over, but for the places where editors
 * keep a project's MCP servers. Throws through the signal, and where the folder itself is not there.
 */
export async function findDescriptions(
  folder: string,
  discoverers: readonly Discoverer[],
  options: DiscoveryOptions,
): Promise<FolderDescriptions> {
  const deadline = AbortSignal.timeout(longestMs)
  const inTime = { ...options, signal: AbortSignal.any([options.signal, deadline]) }
  const asked = discoverers.filter(({ name }) => describing.has(name))
  const root = await realpath(folder)
  const files = await findFiles(root, mayDescribe, descriptionLimits, options.signal)
  const found: Discovery[] = []
  const failures: { path: string; error: unknown }[] = []
  const known = projectMcpConfigurations(root).map(({ path }) => path)
  const places = new Set([...known, ...files.paths.map((path) => join(root, path))])
  for (const path of asked.length === 0 ? [] : places) {
    options.signal.throwIfAborted()
    if (deadline.aborted || found.length === maxDescriptions) return { found, failures, isCut: true }
    try {
      const discovery = await describedBy(path, asked, inTime)
      if (discovery !== null) found.push(discovery)
    } catch (error) {
      options.signal.throwIfAborted()
      if (deadline.aborted) return { found, failures, isCut: true }
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT' && code !== 'ENOTDIR') failures.push({ path, error })
    }
  }
  return { found, failures, isCut: files.isCut }
}

async function describedBy(
  path: string,
  discoverers: readonly Discoverer[],
  options: DiscoveryOptions,
): Promise<Discovery | null> {
  const target = await targetOfPath(path)
  // A link to a file elsewhere is a thing of that place.
  if (target.path !== path || target.isDirectory || target.sizeBytes > maxFileBytes) return null
  return discoverWith(discoverers, target, options)
}

import { realpath } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { discoverWith, targetOfPath } from '../discover'
import { isSqlite, mayHoldTables, readInPlace } from '../discoverers/databases/file-kinds'
import type { Discoverer, Discovery, DiscoveryOptions } from '../discoverers/discoverer'
import { findFiles } from './find-files'
import { projectMcpConfigurations } from './places'

/** Files of a folder that are resources of their own. */
interface FolderContents {
  readonly discoverers: ReadonlySet<string>
  readonly isNamed: (name: string) => boolean
  /** Of a file that is read whole. */
  readonly maxFileBytes: number
  readonly maxTaken: number
}
const descriptions: FolderContents = {
  discoverers: new Set(['openapi', 'swagger', 'postman', 'mcp-servers']),
  isNamed: (name) => /\.(?:jsonc?|ya?ml)$/i.test(name),
  maxFileBytes: 16 * 1024 * 1024,
  maxTaken: 50,
}
const tableKinds = ['csv', 'json', 'excel', 'parquet', 'sqlite', 'duckdb'] as const
const tables: FolderContents = {
  discoverers: new Set(tableKinds),
  isNamed: (name) => mayHoldTables(name, tableKinds),
  maxFileBytes: 256 * 1024 * 1024,
  maxTaken: 24,
}
/** Tables that are taken at once: more in a folder are rather its material. */
export const maxTablesTaken = tables.maxTaken
/** What of a folder is looked at: of each candidate no more than its head, unless that says that it is of a known kind. */
const folderLimits = { maxDepth: 5, maxEntries: 20_000, maxFound: 1_000 }
/**
 * After this time no further file is looked at: a person waits for it. What is being read by then is read to its end, within
 * the limits of its discoverer, which count its work: on a busy machine the start of a process alone takes seconds.
 */
const usualLongestMs = 5_000

interface FolderOptions extends DiscoveryOptions {
  /** After which no further file is looked at. Default: what a person waits for. */
  readonly longestMs?: number | undefined
}

export interface FoundInFolder {
  readonly found: readonly Discovery[]
  /** Files that are of a known kind, and cannot be taken. */
  readonly failures: readonly { readonly path: string; readonly error: unknown }[]
  /** A limit was reached, or a file is too large to be taken unasked: there may be more. */
  readonly isCut: boolean
}

/**
 * Descriptions of APIs and of MCP servers that lie in a folder, the nearest first, by their content: OpenAPI, Swagger,
 * Postman and `mcpServers` files of any name. Hidden folders and links are passed over, but for the places where editors
 * keep a project's MCP servers. Throws through the signal, and where the folder itself is not there.
 */
export const findDescriptions = (folder: string, discoverers: readonly Discoverer[], options: FolderOptions) =>
  findIn(folder, descriptions, discoverers, options)

/** Tables that lie in a folder (CSV, JSON, workbooks, Parquet, databases), as `findDescriptions` finds what describes. */
export const findTables = (folder: string, discoverers: readonly Discoverer[], options: FolderOptions) =>
  findIn(folder, tables, discoverers, options)

/** A file of a dropped folder as tables; null where it is none, or too large to be taken unasked. Throws as `findTables` does. */
export async function discoverTable(
  path: string,
  discoverers: readonly Discoverer[],
  options: DiscoveryOptions,
): Promise<Discovery | null> {
  if (!tables.isNamed(path)) return null
  const asked = discoverers.filter(({ name }) => tables.discoverers.has(name))
  const discovery = await discovered(path, tables, asked, options)
  return discovery === 'tooLarge' ? null : discovery
}

async function findIn(
  folder: string,
  wanted: FolderContents,
  discoverers: readonly Discoverer[],
  options: FolderOptions,
): Promise<FoundInFolder> {
  const deadline = AbortSignal.timeout(options.longestMs ?? usualLongestMs)
  const asked = discoverers.filter(({ name }) => wanted.discoverers.has(name))
  const root = await realpath(folder)
  const files = await findFiles(root, wanted.isNamed, folderLimits, options.signal)
  const found: Discovery[] = []
  const failures: { path: string; error: unknown }[] = []
  let hasLarger = false
  const known = wanted === descriptions ? projectMcpConfigurations(root).map(({ path }) => path) : []
  const places = new Set([...known, ...files.paths.map((path) => join(root, path))])
  for (const path of asked.length === 0 ? [] : places) {
    options.signal.throwIfAborted()
    if (deadline.aborted || found.length === wanted.maxTaken) return { found, failures, isCut: true }
    try {
      const discovery = await discovered(path, wanted, asked, options)
      if (discovery === 'tooLarge') hasLarger = true
      else if (discovery !== null) found.push(discovery)
    } catch (error) {
      options.signal.throwIfAborted()
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT' && code !== 'ENOTDIR') failures.push({ path, error })
    }
  }
  return { found, failures, isCut: files.isCut || hasLarger }
}

async function discovered(
  path: string,
  { maxFileBytes }: FolderContents,
  discoverers: readonly Discoverer[],
  options: DiscoveryOptions,
): Promise<Discovery | 'tooLarge' | null> {
  const target = await targetOfPath(path)
  // A link to a file elsewhere is a thing of that place.
  if (target.path !== path || target.isDirectory) return null
  if (target.sizeBytes > maxFileBytes && !mayHoldTables(path, readInPlace)) return 'tooLarge'
  // Of another program, or empty: nobody meant it as a database by dropping the folder.
  if (extname(path).toLowerCase() === '.db' && !isSqlite(target)) return null
  const discovery = await discoverWith(discoverers, target, options)
  return discovery === null || isTableOrElse(discovery) ? discovery : null
}

/** JSON of fewer rows, or with lists and objects in its cells, is rather a program's settings than somebody's table. */
const leastJsonRows = 10

function isTableOrElse({ drafts }: Discovery): boolean {
  const metadata = drafts[0]?.metadata
  if (metadata?.type !== 'database' || metadata.engine !== 'json') return true
  return metadata.tables.every(
    ({ rows, columns }) =>
      (rows ?? leastJsonRows) >= leastJsonRows &&
      columns.every(({ type }) => !/^(?:struct|map|json)\b|\]$/i.test(type)),
  )
}

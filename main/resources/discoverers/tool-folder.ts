import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, posix, sep, win32 } from 'node:path'
import { QuarryError, toErrorShape } from '../../../contract/errors'
import type { ResourceDraft } from '../../../contract/resources/resource'
import { maxPluginManifestBytes, pluginManifestName, readPluginFiles } from '../plugin-files'
import { resourceIdOf } from '../resource-id'
import type { Discoverer, DiscoveryOptions } from './discoverer'
import type { DocumentReader } from './documents/document-reader'
import { refusing } from './documents/refusal'

const toolManifestName = 'quarry-tool.json'
const maxManifestBytes = 256 * 1024
/** Folders in a folder of tools; one with more is no such folder. */
const maxTools = 200

/** A user's tools and plugins: a folder with a manifest (docs/tools.md, docs/plugins.md), or a folder of such folders. Nothing in it is executed. */
export function createToolFolderDiscoverer(reader: DocumentReader): Discoverer {
  return {
    name: 'tool-folder',
    recognises: (target) => target.kind === 'path' && target.isDirectory,
    async discover(target, options) {
      if (target.kind !== 'path' || !target.isDirectory) return null
      if (await hasManifest(target.path)) {
        return refusing(true, async () => ({
          drafts: [await draftOf(target.path, reader, options)],
          exclusive: true,
          secrets: {},
        }))
      }
      const drafts: ResourceDraft[] = []
      for (const folder of await toolFoldersIn(target.path)) {
        drafts.push(await draftOf(folder, reader, options).catch((error: unknown) => brokenTool(folder, error)))
      }
      return drafts.length === 0 ? null : { drafts, exclusive: true, secrets: {} }
    },
  }
}

/** The folders in a folder, if each of them is a tool: a folder of documents with one tool in it stays one of documents. */
async function toolFoldersIn(path: string): Promise<string[]> {
  const entries = await withCode(() => readdir(path, { withFileTypes: true }))
  const folders = entries.filter((entry) => entry.isDirectory() && !/^[._]|^node_modules$/.test(entry.name))
  if (folders.length === 0 || folders.length > maxTools) return []
  const paths = folders.map(({ name }) => join(path, name)).sort()
  for (const folder of paths) if (!(await hasManifest(folder))) return []
  return paths
}

const hasManifest = async (folder: string): Promise<boolean> =>
  (await hasFile(folder, toolManifestName)) || hasFile(folder, pluginManifestName)

async function draftOf(folder: string, reader: DocumentReader, options: DiscoveryOptions): Promise<ResourceDraft> {
  const isPlugin = await hasFile(folder, pluginManifestName)
  return isPlugin ? pluginOf(folder, reader, options) : toolOf(folder, reader, options)
}

async function hasFile(folder: string, name: string): Promise<boolean> {
  try {
    return (await stat(join(folder, name))).isFile()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A folder that may not be entered shows no manifest: whoever lists its files tells why.
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES' || code === 'EPERM' || code === 'ELOOP')
      return false
    throw corrupt(error)
  }
}

async function toolOf(folder: string, reader: DocumentReader, { signal }: DiscoveryOptions): Promise<ResourceDraft> {
  const path = await fileInside(folder, toolManifestName)
  const tool = await reader.read(
    { wanted: 'toolManifest', source: { kind: 'file', path, maxBytes: maxManifestBytes } },
    signal,
  )
  if (tool?.kind !== 'toolManifest') throw new QuarryError('internal', 'A manifest was parsed as another type.')
  await fileInside(folder, tool.entry)
  return {
    resourceId: resourceIdOf('tool', folder),
    type: 'tool',
    parentId: null,
    ...tool.words,
    capabilities: [...tool.words.capabilities],
    metadata: {
      type: 'tool',
      builtIn: false,
      tier: tool.tier,
      inputSchema: { ...tool.inputSchema },
      entry: tool.entry,
      env: [...tool.env],
    },
    origin: { kind: 'folder', path: folder },
    status: 'ready',
    error: null,
  }
}

/** A plugin as its files are now. It is off until a person approves them by their hash. */
async function pluginOf(folder: string, reader: DocumentReader, { signal }: DiscoveryOptions): Promise<ResourceDraft> {
  const path = await fileInside(folder, pluginManifestName)
  const plugin = await reader.read(
    { wanted: 'pluginManifest', source: { kind: 'file', path, maxBytes: maxPluginManifestBytes } },
    signal,
  )
  if (plugin?.kind !== 'pluginManifest') throw new QuarryError('internal', 'A manifest was parsed as another type.')
  const { words, provides, main } = plugin
  await fileInside(folder, main)
  const { hash } = await readPluginFiles(folder, main)
  return {
    resourceId: resourceIdOf('tool', folder),
    type: 'tool',
    parentId: null,
    ...words,
    capabilities: [...words.capabilities],
    metadata: {
      type: 'tool',
      builtIn: false,
      tier: provides.tools.every(({ effect }) => effect === 'reads') ? 'L2' : 'L3',
      inputSchema: {},
      entry: main,
      plugin: { ...provides, hash },
    },
    origin: { kind: 'folder', path: folder },
    status: 'ready',
    error: null,
  }
}

/** One of several that cannot be used does not hold back the others, and says why. */
function brokenTool(folder: string, error: unknown): ResourceDraft {
  if (!(error instanceof QuarryError) || error.code === 'cancelled') throw error
  return {
    resourceId: resourceIdOf('tool', folder),
    type: 'tool',
    parentId: null,
    name: basename(folder),
    description: '',
    capabilities: [],
    usageInfo: '',
    metadata: { type: 'tool', builtIn: false, tier: 'L3', inputSchema: {}, entry: null },
    origin: { kind: 'folder', path: folder },
    status: 'unavailable',
    error: toErrorShape(error),
  }
}

/** The real path of a regular file in the folder. Throws `resource.invalid` where it leads out, or nothing is there. */
async function fileInside(folder: string, entry: string): Promise<string> {
  const isRelative = !posix.isAbsolute(entry) && !win32.isAbsolute(entry) && !/^[a-z]:/i.test(entry)
  if (!isRelative || entry.split(/[\\/]/).includes('..')) throw outside(entry)
  const [root, real] = await withCode(
    async () => [await realpath(folder), await realpath(join(folder, entry))] as const,
  )
  if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) throw outside(entry)
  if (!(await withCode(() => stat(real))).isFile()) {
    throw new QuarryError('resource.invalid', `“${entry}” of the tool is not a file.`, { context: { entry } })
  }
  return real
}

function outside(entry: string): QuarryError {
  return new QuarryError('resource.invalid', `“${entry}” is outside the tool's folder.`, {
    remedy: 'nameFileInside',
    context: { entry },
  })
}

async function withCode<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') {
      throw new QuarryError('resource.invalid', 'A file named by the tool is missing.', { cause: error })
    }
    throw corrupt(error)
  }
}

function corrupt(error: unknown): QuarryError {
  const message = error instanceof Error ? error.message : String(error)
  return new QuarryError('resource.corrupt', `The folder cannot be read: ${message}`, { cause: error })
}

import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ErrorShape } from '../../../contract/error-shape'
import { QuarryError, toErrorShape } from '../../../contract/errors'
import { knownModelServers } from '../../../contract/models/model-address'
import type { ModelProbe } from '../../../contract/models/model-probe'
import type { Secrets } from '../../secrets'
import { discoverWith, targetOfPath } from '../discover'
import { mayHoldTables } from '../discoverers/databases/file-kinds'
import type { Discoverer, Discovery, DiscoveryOptions } from '../discoverers/discoverer'
import type { Scanner } from '../resources'
import { type FoundFiles, findFiles } from './find-files'
import { findDescriptions } from './folder-contents'
import { askModelServers, modelServerDraft, silentOllamaDraft } from './model-servers'
import {
  ggufFolders,
  type KnownFile,
  type Machine,
  mcpConfigurations,
  ollamaManifests,
  projectMcpConfigurations,
} from './places'

/** Tables of text and workbooks are of a dropped folder, and not looked for by themselves. */
const databaseKinds = ['sqlite', 'duckdb', 'parquet'] as const
/** Of a model in several files the first; projectors for images are no model of their own. */
const modelFiles = /^(?!mmproj).*(?<!-(?!00001)\d{5}-of-\d{5})\.gguf$/i
const databaseLimits = { maxDepth: 6, maxEntries: 20_000, maxFound: 50 }
const modelLimits = { maxDepth: 4, maxEntries: 5000, maxFound: 100 }

export interface ScannerOptions {
  /** Folder of the built workers, with `scan.js` in it. */
  readonly workersDir: string
  /** What looks into what is found: MCP configurations, databases and model files. */
  readonly discoverers: readonly Discoverer[]
  /** Folders that the person works in: the library's. */
  readonly projectFolders: () => Promise<readonly string[]>
  /** Default: this one. */
  readonly machine?: Machine
  /** Default: the well-known ones. */
  readonly modelServers?: readonly ModelProbe[]
  /** After which no further file of a folder is looked at. Default: what a person waits for. */
  readonly longestMs?: number
}

type Failure = { readonly place: string; readonly error: ErrorShape }

/**
 * Looks, when asked, for what is already on this machine: model servers on loopback, MCP configurations of other
 * programs, model files, and in the library's folders databases and descriptions of APIs and MCP servers. Takes nothing in,
 * starts nothing, writes nothing.
 */
export function createScanner(options: ScannerOptions): Scanner {
  return {
    async scan({ signal, secrets }) {
      const run = new Scan(options, { signal, secrets })
      await run.modelServers()
      await run.mcpConfigurations()
      await run.modelFiles()
      await run.databases()
      await run.descriptions()
      return { found: run.found, looked: [...run.looked], failures: run.failures }
    },
  }
}

class Scan {
  readonly found: Discovery[] = []
  readonly looked = new Set<string>()
  readonly failures: Failure[] = []
  readonly #options: ScannerOptions
  readonly #discovery: DiscoveryOptions
  readonly #machine: Machine
  /** The same server in the settings of two programs is offered once. */
  readonly #servers = new Set<string>()

  constructor(options: ScannerOptions, discovery: { readonly signal: AbortSignal; readonly secrets: Secrets }) {
    this.#options = options
    this.#discovery = discovery
    this.#machine = options.machine ?? { home: homedir(), platform: process.platform, env: process.env }
  }

  async modelServers(): Promise<void> {
    const probes = this.#options.modelServers ?? knownModelServers
    for (const { program, port } of probes) this.looked.add(`http://127.0.0.1:${port} (${program})`)
    const answer = await this.#at('127.0.0.1', () =>
      askModelServers(this.#options.workersDir, probes, this.#discovery.signal),
    )
    if (answer === null) return
    this.failures.push(...answer.failures)
    for (const server of answer.found) this.#add([modelServerDraft(server)])
    const ollama = probes.find(({ api }) => api === 'ollama')
    if (ollama === undefined || answer.found.some(({ probe }) => probe.api === 'ollama')) return
    const folder = ollamaManifests(this.#machine)
    const manifests = await this.#files(folder, () => true, modelLimits)
    const models = manifests.map((path) => path.split('/').slice(-2).join(':'))
    if (models.length > 0) this.#add([silentOllamaDraft(ollama, models)])
  }

  async mcpConfigurations(): Promise<void> {
    const folders = await this.#projectFolders()
    const files = [...mcpConfigurations(this.#machine), ...folders.flatMap(projectMcpConfigurations)]
    for (const file of files) {
      const discovery = await this.#inspect(file, ['mcp-servers'])
      if (discovery !== null) this.#addOnce(discovery)
    }
  }

  /** Files of the project folders that describe APIs or MCP servers, whatever they are called. */
  async descriptions(): Promise<void> {
    for (const folder of await this.#projectFolders()) {
      const { discoverers, longestMs } = this.#options
      const all = await this.#at(folder, () => findDescriptions(folder, discoverers, { ...this.#discovery, longestMs }))
      for (const discovery of all?.found ?? []) this.#addOnce(discovery)
      for (const { path, error } of all?.failures ?? []) this.#fail(path, error)
      if (all?.isCut) {
        const message = `Not all of its files were looked at for descriptions of APIs and MCP servers.`
        this.#fail(folder, new QuarryError('resource.tooLarge', message, { remedy: 'dropByHand' }))
      }
    }
  }

  async modelFiles(): Promise<void> {
    for (const { program, path: folder } of ggufFolders(this.#machine)) {
      for (const path of await this.#files(folder, (name) => modelFiles.test(name), modelLimits)) {
        const discovery = await this.#inspect({ program, path: join(folder, path) }, ['gguf'])
        if (discovery !== null) this.found.push(discovery)
      }
    }
  }

  async databases(): Promise<void> {
    for (const folder of await this.#projectFolders()) {
      for (const path of await this.#files(folder, (name) => mayHoldTables(name, databaseKinds), databaseLimits)) {
        const file = { program: folder, path: join(folder, path) }
        const discovery = await this.#inspect(file, databaseKinds, false)
        if (discovery !== null) this.found.push(discovery)
      }
    }
  }

  async #projectFolders(): Promise<readonly string[]> {
    return (await this.#at('library', () => this.#options.projectFolders())) ?? []
  }

  /** Files of a folder; what could not be read of it, and that there are more than are looked at, are failures. */
  async #files(
    folder: string,
    isWanted: (name: string) => boolean,
    limits: typeof databaseLimits,
  ): Promise<readonly string[]> {
    this.looked.add(folder)
    const files: FoundFiles | null = await this.#at(folder, () =>
      findFiles(folder, isWanted, limits, this.#discovery.signal),
    )
    if (files === null) return []
    for (const { path, error } of files.refused.slice(0, 20)) this.#fail(path, error)
    if (files.isCut) {
      const message = `Only the first ${limits.maxEntries} entries, ${limits.maxDepth} folders deep, and ${limits.maxFound} files were looked at.`
      this.#fail(folder, new QuarryError('resource.tooLarge', message, { remedy: 'dropByHand' }))
    }
    return files.paths
  }

  /** What a file is to discoverers of these names; null where it is not there or nothing to them. */
  async #inspect({ path }: KnownFile, names: readonly string[], isPlace = true): Promise<Discovery | null> {
    if (isPlace) this.looked.add(path)
    const discoverers = this.#options.discoverers.filter(({ name }) => names.includes(name))
    return this.#at(path, async () => discoverWith(discoverers, await targetOfPath(path), this.#discovery))
  }

  #addOnce(discovery: Discovery): void {
    const drafts = discovery.drafts.filter(({ type, name, metadata }) => {
      if (type !== 'mcp_server') return true
      const key = JSON.stringify([name, metadata])
      return !this.#servers.has(key) && this.#servers.add(key)
    })
    if (drafts.length > 0) this.found.push({ ...discovery, drafts })
  }

  #add(drafts: Discovery['drafts']): void {
    this.found.push({ drafts, exclusive: true, secrets: {} })
  }

  /** One place that fails does not hold back the others. Throws only where the scan itself is given up. */
  async #at<Value>(place: string, work: () => Promise<Value>): Promise<Value | null> {
    try {
      return await work()
    } catch (error) {
      if (this.#discovery.signal.aborted) throw new QuarryError('cancelled', 'Cancelled.', { cause: error })
      const { code } = error as NodeJS.ErrnoException
      // Nothing is there: the program is not on this machine.
      if (code !== 'ENOENT' && code !== 'ENOTDIR') this.#fail(place, error)
      return null
    }
  }

  #fail(place: string, error: unknown): void {
    const { code } = error as NodeJS.ErrnoException
    const isForbidden = code === 'EACCES' || code === 'EPERM'
    const message = 'Quarry has no permission to read this file.'
    const shape = toErrorShape(isForbidden ? new QuarryError('read.forbidden', message, { cause: error }) : error)
    const isTold = this.failures.some((one) => one.place === place && one.error.message === shape.message)
    if (!isTold) this.failures.push({ place, error: shape })
  }
}

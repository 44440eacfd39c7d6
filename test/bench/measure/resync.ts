import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ResourceDraft } from '../../../contract/resources/resource'
import type { Inference } from '../../../main/inference'
import { startChildProcess } from '../../../main/processes'
import { createDiscoverers, createResources } from '../../../main/resources'
import { openStore } from '../../../main/store'

export interface Sync {
  readonly ms: number
  readonly texts: number
}

/** One change beside everything changed, by two ways in. */
export interface Resync {
  readonly all: Sync
  /** The median of several changes, one after the other. */
  readonly one: Sync
  /** Everything looked at again, nothing of it changed. */
  readonly none: Sync
}

interface Tool {
  readonly name: string
  readonly description: string
}

const rounds = 9

/**
 * What a change costs, through the product's own ways: `files`, a folder of tools by their manifests, of which one is
 * written anew and looked at as the watch does (its pause for a quiet second left out); `drafts`, without any reading.
 */
export async function measureResync(options: {
  readonly tools: readonly Tool[]
  readonly inference: Inference
  readonly workersDir: string
}): Promise<{ readonly files: Resync; readonly drafts: Resync }> {
  const { tools, inference, workersDir } = options
  const folder = await mkdtemp(join(tmpdir(), 'quarry-bench-resync-'))
  const toolsFolder = join(folder, 'tools')
  const found = createDiscoverers({ workersDir, start: startChildProcess, egress: () => 'offline' })
  const store = await openStore({ directory: join(folder, 'library'), workersDir })
  const resources = createResources({
    database: store.database,
    inference,
    secrets: { get: async () => null, set: async () => 'session', remove: async () => undefined },
    projectId: 'default',
    discoverers: found.discoverers,
    watch: false,
    onBackgroundError: (error) => console.error(error),
  })
  const folderOf = (index: number): string => join(toolsFolder, `tool-${index}`)
  async function writeManifest(index: number, suffix: string): Promise<void> {
    const { name, description } = tools[index]!
    const manifest = { name, description: `${description}${suffix}`, tier: 'L2', entry: 'run.js', inputSchema }
    await writeFile(join(folderOf(index), 'quarry-tool.json'), JSON.stringify(manifest))
  }
  async function timed(work: () => Promise<unknown>): Promise<Sync> {
    const { textsEmbedded } = resources.work()
    const startedAt = performance.now()
    await work()
    await resources.whenVectorized()
    return { ms: performance.now() - startedAt, texts: resources.work().textsEmbedded - textsEmbedded }
  }
  try {
    for (const index of tools.keys()) {
      await mkdir(folderOf(index), { recursive: true })
      await writeFile(join(folderOf(index), 'run.js'), 'export default () => null\n')
      await writeManifest(index, '')
    }
    await resources.start()
    const taken = await resources.add([toolsFolder])
    await resources.whenVectorized()
    // The matcher is in memory, as in a window that was asked once.
    await resources.match(tools[0]!.description)

    for (const index of tools.keys()) await writeManifest(index, ` (${index})`)
    const all = await timed(() => resources.add([toolsFolder]))
    const ones: Sync[] = []
    for (let round = 0; round < rounds; round += 1) {
      const index = (round * 17) % tools.length
      await writeManifest(index, ` (${index}) changed`)
      const id = taken.find(({ name }) => name === tools[index]!.name)!.resourceId
      ones.push(await timed(() => resources.refresh(id)))
    }
    await resources.add([toolsFolder])
    const none = await timed(() => resources.add([toolsFolder]))
    return { files: { all, one: medianOf(ones), none }, drafts: await byDrafts() }
  } finally {
    await resources.close()
    await found.close()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }

  async function byDrafts(): Promise<Resync> {
    const drafts = tools.map((tool, index) =>
      draftOf({ ...tool, description: `${tool.description} [${index}]` }, index),
    )
    await resources.register(tools.map(draftOf))
    await resources.whenVectorized()
    const all = await timed(() => resources.register(drafts))
    const ones: Sync[] = []
    for (let round = 0; round < rounds; round += 1) {
      const index = (round * 17) % drafts.length
      drafts[index] = { ...drafts[index]!, description: `${drafts[index]!.description} changed` }
      // All are given, as nobody told which of them changed.
      ones.push(await timed(() => resources.register(drafts)))
    }
    return { all, one: medianOf(ones), none: await timed(() => resources.register(drafts)) }
  }
}

const inputSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }

const medianOf = (syncs: readonly Sync[]): Sync => syncs.toSorted((a, b) => a.ms - b.ms)[Math.floor(syncs.length / 2)]!

/** A tool of the collection as it is registered. */
export function draftOf({ name, description }: Tool, index: number): ResourceDraft {
  return {
    resourceId: `tool:bench-${index}`,
    type: 'tool',
    parentId: null,
    name,
    description,
    capabilities: [],
    usageInfo: '',
    metadata: { type: 'tool', builtIn: false, tier: 'L2', inputSchema: {}, entry: null },
    origin: { kind: 'connection', path: null },
    status: 'ready',
    error: null,
  }
}

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startInference } from '../../main/inference'
import { createResources, type Resources } from '../../main/resources'
import { openStore } from '../../main/store'
import { type ManyResources, measureManyResources } from './measure/many-resources'
import { draftOf, measureResync, type Resync, type Sync } from './measure/resync'

/**
 * Registers a collection's tools as resources, in a fresh data directory, and answers its sentences.
 *
 *   npm run bench -- match --set COLLECTION.json --out run.json [--history K] [--model DIRECTORY] [--quick]
 *   npm run bench -- match --set COLLECTION.json --change
 *
 * Writes {"<index of the sentence>": ["<tool name>", … best first, 10]}. With --history K the first K sentences of each
 * tool are confirmed as its uses, and only the others are answered. Latencies, the cost of vectorising and of a change go
 * to stderr; --quick leaves 10,000 resources and the change out, --change measures the change alone.
 */

interface Collection {
  readonly tools: readonly { readonly name: string; readonly description: string }[]
  readonly queries: readonly { readonly query: string; readonly tool: string }[]
}

const toolsPerAnswer = 10
/** Quarry's own tools stand beside those of the collection, as they do on any machine; they are left out of the answer. */
const ownToolsAtMost = 20
const manyResources = 10_000

const workersDir = resolve('out/workers')

/** Runs the benchmark; answers the exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      set: { type: 'string' },
      out: { type: 'string' },
      history: { type: 'string', default: '0' },
      model: { type: 'string', default: '.cache/models/quarry-use-lite-en' },
      quick: { type: 'boolean', default: false },
      change: { type: 'boolean', default: false },
    },
  })
  const history = Number(values.history)
  const isAsked = values.out !== undefined || values.change
  if (values.set === undefined || !isAsked || !Number.isInteger(history) || history < 0) {
    console.error('usage: npm run bench -- match --set COLLECTION.json --out run.json [--history K] [--quick]')
    console.error('       npm run bench -- match --set COLLECTION.json --change')
    return 2
  }
  const collection = JSON.parse(await readFile(resolve(values.set), 'utf8')) as Collection
  const inference = await startInference({ modelDirectory: resolve(values.model), workersDir })
  const printResyncs = async (): Promise<void> => {
    const { files, drafts } = await measureResync({ tools: collection.tools, inference, workersDir })
    printResync('of files', files)
    printResync('of drafts, all compared', drafts)
  }
  if (values.change) {
    try {
      await printResyncs()
    } finally {
      await inference.close()
    }
    return 0
  }
  const folder = await mkdtemp(join(tmpdir(), 'quarry-bench-'))
  const store = await openStore({ directory: join(folder, 'library'), workersDir })
  const resources = createResources({
    database: store.database,
    inference,
    secrets: { get: async () => null, set: async () => 'session', remove: async () => undefined },
    projectId: 'default',
    discoverers: [],
    watch: false,
    onBackgroundError: (error) => console.error(error),
  })
  try {
    await resources.start()
    await resources.whenVectorized()
    const toolOf = await registerTools(collection, resources)
    const asked = await confirmUses(collection.queries, history, toolOf, resources)
    const answers: Record<string, string[]> = {}
    const tookMs: number[] = []
    for (const index of asked) {
      const { matches, tookMs: ms } = await resources.match(collection.queries[index]!.query, {
        maxResources: toolsPerAnswer + ownToolsAtMost,
      })
      tookMs.push(ms)
      const names = matches.flatMap(({ resource }) => toolOf.get(resource.resourceId) ?? [])
      answers[index] = names.slice(0, toolsPerAnswer)
    }
    await writeFile(resolve(values.out ?? ''), `${JSON.stringify(answers)}\n`)
    console.error(`match among ${toolOf.size} tools, sentences embedded: ${percentiles(tookMs)}`)
    if (!values.quick) {
      await printResyncs()
      printMany(
        await measureManyResources({
          texts: collection.tools,
          queries: collection.queries.slice(0, 300).map(({ query }) => query),
          count: manyResources,
          inference,
        }),
      )
    }
  } finally {
    await resources.close()
    await store.close()
    await inference.close()
    await rm(folder, { recursive: true, force: true })
  }
  return 0
}

/** Registers and vectorises the tools; answers their names by resource. */
async function registerTools({ tools }: Collection, resources: Resources): Promise<Map<string, string>> {
  const drafts = tools.map(draftOf)
  const startedAt = performance.now()
  await resources.register(drafts)
  await resources.whenVectorized()
  const perResource = (performance.now() - startedAt) / Math.max(1, tools.length)
  console.error(`registered and vectorised: ${tools.length} tools, ${perResource.toFixed(1)} ms each`)
  return new Map(drafts.map(({ resourceId, name }) => [resourceId, name]))
}

/** Confirms the first `history` sentences of each tool as its uses; answers the indexes of the others. */
async function confirmUses(
  queries: Collection['queries'],
  history: number,
  toolOf: ReadonlyMap<string, string>,
  resources: Resources,
): Promise<readonly number[]> {
  const idOf = new Map([...toolOf].map(([id, name]) => [name, id]))
  const seen = new Map<string, number>()
  const others: number[] = []
  for (const [index, { query, tool }] of queries.entries()) {
    const count = (seen.get(tool) ?? 0) + 1
    seen.set(tool, count)
    if (count > history) others.push(index)
    else {
      const resourceId = idOf.get(tool)!
      // Neither fast nor slow: what is measured is the sentence.
      await resources.recordUse({ resourceId, sessionId: null, stepId: null, query, success: true, durationMs: 5000 })
    }
  }
  return others
}

function printResync(way: string, { all, one, none }: Resync): void {
  const times = (of: keyof Sync): string => `${(all[of] / one[of]).toFixed(0)} times`
  console.error(
    `re-sync ${way}: all changed ${all.ms.toFixed(0)} ms, ${all.texts} texts; one ${one.ms.toFixed(1)} ms, ${one.texts} texts; ` +
      `none ${none.ms.toFixed(1)} ms; less by ${times('ms')} in time, ${times('texts')} in texts`,
  )
}

function printMany({ count, tookMs, fillMs, changeMs, loopDelayMs }: ManyResources): void {
  console.error(`match among ${count} resources, sentences in the cache: ${percentiles(tookMs)}`)
  console.error(
    `99th percentile of holding the thread meanwhile ${loopDelayMs.toFixed(1)} ms; filled in ${fillMs.toFixed(0)} ms, one changed in ${changeMs.toFixed(2)} ms`,
  )
}

function percentiles(tookMs: readonly number[]): string {
  const sorted = [...tookMs].sort((a, b) => a - b)
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
  return `median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms over ${sorted.length}`
}

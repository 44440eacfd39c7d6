import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Connection } from '../../main/api'
import { startRuntime } from '../../main/runtime'
import { runtimePaths } from '../../main/system/paths'
import { median, research, whenIndexed } from './measure/sessions'
import { checkCitedness } from './research/citedness'
import { readCollection, relevantByQuery, writeDocuments } from './research/collection'

/**
 * A headless session per query of a collection, plan accepted as planned, through the product's own runtime.
 *
 *   npm run bench -- research --set COLLECTION.json --out run.json [--limit N]
 *
 * Writes `{queries: {id: [cited document ids in order of first citation]}, supportedShare, medianMs,
 * relevantShare, …}`. A sentence is supported where its letters stand at every place that it cites, in the source as
 * opened after the session was done. Exits with 1 where one is not, or a session did not finish.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { set: { type: 'string' }, out: { type: 'string' }, limit: { type: 'string' } },
  })
  if (values.set === undefined || values.out === undefined) {
    console.error('usage: npm run bench -- research --set COLLECTION.json --out run.json [--limit N]')
    return 2
  }
  const collection = await readCollection(resolve(values.set))
  const relevant = relevantByQuery(collection)
  const queries = spread(
    collection.queries,
    values.limit === undefined ? collection.queries.length : Number(values.limit),
  )
  const folder = await mkdtemp(join(tmpdir(), 'quarry-research-'))
  try {
    const material = join(folder, 'material')
    const idByName = await writeDocuments(collection, material)
    const runtime = await startRuntime({
      paths: runtimePaths(resolve('.'), join(folder, 'data')),
      onBackgroundError: (error) => console.error(error),
      resumeSessions: false,
    })
    try {
      const { connection } = runtime
      await connection.call('library.add', { paths: [material] })
      await whenIndexed(connection)
      const cited: Record<string, string[]> = {}
      const durations: number[] = []
      const shares: number[] = []
      const failures: string[] = []
      let claims = 0
      let supported = 0
      for (const [at, query] of queries.entries()) {
        const startedAt = performance.now()
        const view = await research(connection, query.text)
        durations.push(performance.now() - startedAt)
        if (view.state !== 'done' || view.report === null) {
          failures.push(`${query.id}: ${view.state} ${view.error?.message ?? ''}`)
          cited[query.id] = []
          continue
        }
        const checked = await checkCitedness(view.report, (sourceId) => openSource(connection, sourceId))
        claims += checked.claims
        supported += checked.supported
        failures.push(...checked.failures.map((failure) => `${query.id}: ${failure}`))
        const documents = [
          ...new Set(
            view.report.citations.flatMap(({ place }) =>
              place.kind === 'source' ? [idByName.get(place.sourceName) ?? place.sourceName] : [],
            ),
          ),
        ]
        cited[query.id] = documents
        const judged = relevant.get(query.id)
        if (judged !== undefined && documents.length > 0)
          shares.push(documents.filter((document) => judged.has(document)).length / documents.length)
        process.stderr.write(`\r${at + 1} of ${queries.length} sessions`)
      }
      process.stderr.write('\n')
      const outcome = {
        queries: cited,
        supportedShare: claims === 0 ? 0 : supported / claims,
        medianMs: median(durations),
        /** Mean over queries: cited documents that the collection judges relevant; null without judgements. */
        relevantShare: shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length,
        claims,
        documentsPerReport: Object.values(cited).reduce((sum, documents) => sum + documents.length, 0) / queries.length,
        withoutCitation: Object.values(cited).filter((documents) => documents.length === 0).length,
        failures: failures.slice(0, 50),
      }
      await writeFile(resolve(values.out), `${JSON.stringify(outcome, null, 2)}\n`)
      const { queries: _, ...figures } = outcome
      console.log(JSON.stringify({ benchmark: 'research', set: values.set, sessions: queries.length, ...figures }))
      return failures.length === 0 ? 0 : 1
    } finally {
      await runtime.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** `count` items spread evenly over all: the first N of a collection are often of one kind. */
function spread<Item>(items: readonly Item[], count: number): Item[] {
  if (!Number.isInteger(count) || count < 1 || count >= items.length) return [...items]
  return items.filter(
    (_, at) => Math.floor((at * count) / items.length) !== Math.floor(((at - 1) * count) / items.length),
  )
}

async function openSource(connection: Connection, sourceId: string): Promise<string | null> {
  return (await connection.call('library.text', { sourceId })).text
}

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { RecallHit } from '../../contract/recall/recall'
import { createSimilarityIndex, startInference } from '../../main/inference'
import { createLibrary } from '../../main/knowledge'
import { createReaderPool } from '../../main/knowledge/reading'
import { createRecall } from '../../main/recall'
import { createCitationIndex } from '../../main/research'
import { openStore } from '../../main/store'
import { withCachedVectors } from './measure/cached-vectors'
import { type Collection, ndcg10, rankByOthers } from './measure/other-searches'

/**
 * Answers a collection's queries through the product's own ingest and recall, in a fresh data directory.
 *
 *   npm run bench -- recall --set COLLECTION.json --out run.json [--model DIRECTORY]
 *
 * Writes {"<query id>": ["<document id>", … best first]}; latency, counts and, where the collection has its
 * judgements, nDCG@10 beside that of MiniSearch and Orama go to stderr.
 */

/** Passages asked for: their documents are far more than the 50 that a run must name. */
const passagesPerQuery = 200
const filesPerFolder = 1000

const projectId = 'default'
const workersDir = resolve('out/workers')

/** Runs the benchmark; answers the exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      set: { type: 'string' },
      out: { type: 'string' },
      model: { type: 'string', default: '.cache/models/quarry-use-lite-en' },
    },
  })
  if (values.set === undefined || values.out === undefined) {
    console.error('usage: npm run bench -- recall --set COLLECTION.json --out run.json')
    return 2
  }
  const collection = JSON.parse(await readFile(resolve(values.set), 'utf8')) as Collection
  const folder = await mkdtemp(join(tmpdir(), 'quarry-bench-'))
  try {
    const answers = await ingestAndAsk(collection, folder, resolve(values.model))
    await writeFile(resolve(values.out), `${JSON.stringify(answers)}\n`)
    const { qrels } = collection
    if (qrels !== undefined) {
      for (const [name, rankings] of Object.entries({ Quarry: answers, ...(await rankByOthers(collection)) }))
        console.error(`${name}: nDCG@10 ${ndcg10(qrels, rankings).toFixed(3)}`)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return 0
}

async function ingestAndAsk(
  collection: Collection,
  folder: string,
  modelDirectory: string,
): Promise<Record<string, string[]>> {
  const opened: { close(): Promise<void> | void }[] = []
  const keep = <Part extends { close(): Promise<void> | void }>(part: Part): Part => {
    opened.push(part)
    return part
  }
  try {
    const { database } = keep(await openStore({ directory: join(folder, 'library'), workersDir }))
    const inference = await withCachedVectors(keep(await startInference({ modelDirectory, workersDir })))
    const readers = keep(createReaderPool({ workersDir }))
    const maxBytes = 1024 * 1024 * 1024
    const similarity = keep(await createSimilarityIndex({ database, inference, workersDir, projectId, maxBytes }))
    const recall = keep(createRecall({ database, inference, similarity, projectId }))
    const library = keep(
      await createLibrary({
        database,
        readers,
        inference,
        projectId,
        citations: createCitationIndex(database, projectId),
        onIndexChanged: () => {
          similarity.changed()
          recall.invalidate()
        },
        onBackgroundError: (error) => {
          throw error
        },
      }),
    )
    const material = join(folder, 'material')
    const documentOfFile = await writeDocuments(material, collection.docs)
    const startedAt = performance.now()
    library.start()
    await library.add([material])
    await library.whenIdle()
    await inference.keep()
    const summary = await library.summary()
    const seconds = (performance.now() - startedAt) / 1000
    console.error(
      `${summary.total} sources (${summary.byState.failed} failed), ${summary.passages} passages in ${seconds.toFixed(1)} s`,
    )
    const answers: Record<string, string[]> = {}
    const tookMs: number[] = []
    for (const { id, text } of collection.queries) {
      const { hits, tookMs: ms } = await recall.recall(text, { top: passagesPerQuery })
      tookMs.push(ms)
      answers[id] = rankDocuments(hits, documentOfFile)
    }
    tookMs.sort((a, b) => a - b)
    const at = (share: number): string => (tookMs[Math.floor(tookMs.length * share)] ?? 0).toFixed(1)
    console.error(`${tookMs.length} queries: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms`)
    return answers
  } finally {
    for (const part of opened.reverse()) await part.close()
  }
}

/** Documents in the order of their best passage. */
function rankDocuments(hits: readonly RecallHit[], documentOfFile: ReadonlyMap<string, string>): string[] {
  const documents = new Set<string>()
  for (const hit of hits) {
    const document = documentOfFile.get(hit.sourceName)
    if (document === undefined) throw new Error(`A hit in a file that was not written: ${hit.sourceName}`)
    documents.add(document)
  }
  return [...documents]
}

/** One text file per document, title first; answers the document's id by file name. */
async function writeDocuments(folder: string, documents: Collection['docs']): Promise<Map<string, string>> {
  const documentOfFile = new Map<string, string>()
  for (const [index, { id, title, text }] of documents.entries()) {
    const subfolder = join(folder, String(Math.floor(index / filesPerFolder)))
    if (index % filesPerFolder === 0) await mkdir(subfolder, { recursive: true })
    const file = `document-${index}.txt`
    documentOfFile.set(file, id)
    await writeFile(
      join(subfolder, file),
      `${[title, text].filter((part) => part !== undefined && part !== '').join('\n\n')}\n`,
    )
  }
  return documentOfFile
}

import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createSimilarityIndex, startInference } from '../../main/inference'
import { createRecall } from '../../main/recall'
import { openStore } from '../../main/store'
import { withCachedVectors } from './measure/cached-vectors'
import { fillLibrary, sourcesOf } from './measure/mixed-library'
import { readMaterial } from './measure/mixed-passages'
import { createPartTimes, percentile } from './measure/part-times'
import { openSqliteVec } from './measure/sqlite-vec'

/**
 * What recall takes in a library of N passages, through the product's store and recall.
 *
 *   npm run bench -- recall-scale --passages N --out run.json [--material FOLDER] [--model DIRECTORY]
 *
 * The first passages are real ones of the folder's texts, the others mixed from sentences of two of them. The encoder
 * reads the real ones alone; a mixed passage has the mean of their two vectors with noise of a third of its length,
 * which keeps a library of 200,000 to some minutes. Questions are sentences of the real ones, encoded as ever; each is
 * asked once, as answers are cached. `vectorRecall10` is the share of the ten nearest of all vectors (compared one by
 * one in double precision as they are made) that the index finds, also among sources with 5% and 0.1% of the passages.
 * Beside each recall stands sqlite-vec's search of the same question among the same vectors, and nothing else.
 */

const realPassages = 4000
const questionsAsked = 120
const vectorQuestions = 50
const nearest = 10
const projectId = 'default'
const workersDir = resolve('out/workers')

/** Runs the benchmark; answers the exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      passages: { type: 'string' },
      out: { type: 'string' },
      material: { type: 'string', default: 'docs' },
      model: { type: 'string', default: '.cache/models/quarry-use-lite-en' },
    },
  })
  const passages = Number(values.passages)
  if (!Number.isInteger(passages) || passages < 1000 || values.out === undefined) {
    console.error('usage: npm run bench -- recall-scale --passages N --out run.json   (N: 1,000 at least)')
    return 2
  }
  const directory = await mkdtemp(join(tmpdir(), 'quarry-bench-'))
  try {
    const figures = await measure(passages, directory, resolve(values.material), resolve(values.model))
    console.table(Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value.toFixed(3))])))
    await writeFile(resolve(values.out), `${JSON.stringify(figures, null, 2)}\n`)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
  return 0
}

async function measure(
  passages: number,
  directory: string,
  materialFolder: string,
  modelDirectory: string,
): Promise<Record<string, number>> {
  const opened: { close(): Promise<void> | void }[] = []
  const keep = <Part extends { close(): Promise<void> | void }>(part: Part): Part => {
    opened.push(part)
    return part
  }
  try {
    const library = join(directory, 'library')
    const { database } = keep(await openStore({ directory: library, workersDir }))
    const inference = await withCachedVectors(keep(await startInference({ modelDirectory, workersDir })))
    const material = readMaterial(materialFolder, Math.min(realPassages, passages))
    const questions = material.questions.slice(0, 2 * questionsAsked)
    const queries = await inference.embed(questions.slice(-vectorQuestions))
    const startedAt = performance.now()
    const beside = openSqliteVec()
    const exact = await fillLibrary(database, inference, material, passages, { queries, beside })
    await inference.keep()
    await database.maintain()
    const fillSeconds = (performance.now() - startedAt) / 1000
    console.error(`${passages} passages in ${fillSeconds.toFixed(0)} s`)
    const vectorsDirectory = join(library, 'vectors')
    await mkdir(vectorsDirectory)
    const openIndex = () =>
      createSimilarityIndex({
        database,
        inference,
        workersDir,
        projectId,
        maxBytes: 2 ** 32,
        directory: vectorsDirectory,
      })
    const builtAt = performance.now()
    const built = await openIndex()
    await built.refresh()
    const indexBuildMs = performance.now() - builtAt
    await built.close()
    const similarity = keep(await openIndex())
    const times = createPartTimes()
    const recall = keep(
      createRecall({
        database: times.watch(database, {
          searchKeywords: 'keywords',
          searchSections: 'sections',
          rarityOfWords: 'feedback',
        }),
        inference: times.watch(inference, { embed: 'encoder' }),
        similarity: times.watch(similarity, { top: 'vectors', scores: 'vectors' }),
        projectId,
      }),
    )
    const loadedAt = performance.now()
    await recall.recall('a first question')
    const firstRecallMs = performance.now() - loadedAt
    times.take()
    const took: number[] = []
    const tookBeside: number[] = []
    const asked = await inference.embed(questions.slice(0, questionsAsked))
    const parts = new Map<string, number[]>()
    for (const [index, question] of questions.slice(0, questionsAsked).entries()) {
      const { tookMs } = await recall.recall(question)
      took.push(tookMs)
      const startedBeside = performance.now()
      beside.nearest(asked[index]!)
      tookBeside.push(performance.now() - startedBeside)
      const taken = times.take()
      taken.set('fusionAndRows', tookMs - [...taken.values()].reduce((sum, value) => sum + value, 0))
      for (const [part, value] of taken) parts.set(part, [...(parts.get(part) ?? []), value])
    }
    const typed: number[] = []
    for (const question of questions.slice(0, questionsAsked)) {
      // Each time a letter was typed, from the second one on, up to three words.
      const end = question.split(' ').slice(0, 3).join(' ').length
      for (let letters = 2; letters <= end; letters += 1) {
        const before = performance.now()
        await recall.recallAsTyped(question.slice(0, letters), { top: 8 })
        typed.push(performance.now() - before)
      }
    }
    const found = async (among: readonly string[] | undefined, expected: readonly (readonly number[])[]) => {
      let shared = 0
      let all = 0
      const topMs: number[] = []
      for (const [index, query] of queries.entries()) {
        const before = performance.now()
        const hits = await similarity.top(query, nearest, { sourceIds: among })
        topMs.push(performance.now() - before)
        const ids = new Set(hits.map(({ passageId }) => passageId))
        all += expected[index]!.length
        shared += expected[index]!.filter((id) => ids.has(id)).length
      }
      return { recall10: shared / all, p95Ms: percentile(topMs, 0.95) }
    }
    const whole = await found(undefined, exact.whole)
    const fivePercent = await found(sourcesOf(passages, 0.05), exact.fivePercent)
    const onePerMille = await found(sourcesOf(passages, 0.001), exact.onePerMille)
    const [sizes] = await database.query<{ keywords: number; sections: number; vectors: number }>(
      `select pg_relation_size('passages_search')::float8 as keywords, pg_relation_size('sections_search')::float8 as sections,
              pg_total_relation_size('passage_vectors')::float8 as vectors`,
    )
    const megabytes = (bytes: number): number => bytes / 1024 / 1024
    return {
      passages,
      fillSeconds,
      typeaheadP50Ms: percentile(typed, 0.5),
      typeaheadP95Ms: percentile(typed, 0.95),
      recallP50Ms: percentile(took, 0.5),
      recallP95Ms: percentile(took, 0.95),
      sqliteVecP50Ms: percentile(tookBeside, 0.5),
      sqliteVecP95Ms: percentile(tookBeside, 0.95),
      recallToSqliteVec: percentile(took, 0.5) / percentile(tookBeside, 0.5),
      ...Object.fromEntries(
        [...parts].flatMap(([part, values]) => [
          [`${part}P50Ms`, percentile(values, 0.5)],
          [`${part}P95Ms`, percentile(values, 0.95)],
        ]),
      ),
      indexBuildMs,
      firstRecallMs,
      vectorTopP95Ms: whole.p95Ms,
      vectorTop5PercentP95Ms: fivePercent.p95Ms,
      vectorTop01PercentP95Ms: onePerMille.p95Ms,
      vectorRecall10: whole.recall10,
      vectorRecall10Of5Percent: fivePercent.recall10,
      vectorRecall10Of01Percent: onePerMille.recall10,
      rssMb: megabytes(process.memoryUsage.rss()),
      matrixMb: megabytes(similarity.stats().bytes),
      keywordIndexMb: megabytes(sizes!.keywords),
      sectionIndexMb: megabytes(sizes!.sections),
      vectorTableMb: megabytes(sizes!.vectors),
      libraryMb: megabytes(await bytesOf(library)),
    }
  } finally {
    for (const part of opened.reverse()) await part.close()
  }
}

async function bytesOf(directory: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  }
  return bytes
}

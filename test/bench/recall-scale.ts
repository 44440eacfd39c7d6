import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createSimilarityIndex, type Inference, startInference } from '../../main/inference'
import { createRecall } from '../../main/recall'
import { type Database, openStore } from '../../main/store'
import { withCachedVectors } from './measure/cached-vectors'
import { insertVectors } from './measure/library-rows'
import { randomVectors, seededRandom } from './measure/material'
import { type MixedMaterial, readMaterial } from './measure/mixed-passages'
import { createPartTimes, percentile } from './measure/part-times'

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
 */

const passagesPerSource = 20
const rowsPerBatch = 2000
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
    const exact = await fill(database, inference, material, passages, queries)
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
    const parts = new Map<string, number[]>()
    for (const question of questions.slice(0, questionsAsked)) {
      const { tookMs } = await recall.recall(question)
      took.push(tookMs)
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

/** Sources, spread evenly, that hold this share of the passages. */
function sourcesOf(passages: number, share: number): string[] {
  const sources = Math.ceil(passages / passagesPerSource)
  const count = Math.max(1, Math.round(sources * share))
  return Array.from({ length: count }, (_, index) => `s${Math.floor((index * sources) / count)}`)
}

interface ExactNearest {
  readonly whole: number[][]
  readonly fivePercent: number[][]
  readonly onePerMille: number[][]
}

/** Writes the passages with sections and vectors; answers the nearest of each query, compared one by one. */
async function fill(
  database: Database,
  inference: Inference,
  material: MixedMaterial,
  passages: number,
  queries: readonly Float32Array[],
): Promise<ExactNearest> {
  const real = await inference.embed(material.real, { priority: 'bulk' })
  const noise = randomVectors(1024, seededRandom(3), inference.model.dimensions)
  const random = seededRandom(11)
  const five = new Set(sourcesOf(passages, 0.05))
  const perMille = new Set(sourcesOf(passages, 0.001))
  const nearestOf = {
    whole: queries.map(() => newest()),
    five: queries.map(() => newest()),
    perMille: queries.map(() => newest()),
  }
  await database.query(
    `insert into sources (source_id, project_id, kind, name, state, media_type, passage_count)
     select 's' || n, $2, 'note', 'note ' || n, 'indexed', 'text', $3::int from generate_series(0, $1::int - 1) n`,
    [Math.ceil(passages / passagesPerSource), projectId, passagesPerSource],
  )
  for (let from = 0; from < passages; from += rowsPerBatch) {
    const count = Math.min(rowsPerBatch, passages - from)
    const mixed = Array.from({ length: count }, (_, index) => material.passage(from + index))
    const vectors = mixed.map(({ of: [one, other] }, index) => {
      if (from + index < real.length) return real[one]!
      const random1 = noise[Math.floor(random() * noise.length)]!
      return normalised(real[one]!.map((value, at) => (value + real[other]![at]!) / 2 + random1[at]! / 3))
    })
    await database.transaction(async (transaction) => {
      const rows = await transaction.query<{ passage_id: number }>(
        `insert into passages (project_id, source_id, ordinal, start_offset, end_offset, line_start, line_end, text,
           text_hash, words, search_text)
         select $1, 's' || n / ${passagesPerSource}, n, 0, length(t), 1, 1, t, n, 80, t
         from (select $2::int + ordinality - 1 as n, t from unnest($3::text[]) with ordinality as u(t, ordinality)) rows
         order by n returning passage_id`,
        [projectId, from, mixed.map(({ text }) => text)],
      )
      const ids = rows.map((row) => row.passage_id)
      await insertVectors(transaction, ids, vectors, inference.model.id)
      for (const [index, vector] of vectors.entries()) {
        const source = `s${Math.floor((from + index) / passagesPerSource)}`
        const inFive = five.has(source)
        const inPerMille = perMille.has(source)
        for (const [at, query] of queries.entries()) {
          const score = dot(query, vector)
          offer(nearestOf.whole[at]!, ids[index]!, score)
          if (inFive) offer(nearestOf.five[at]!, ids[index]!, score)
          if (inPerMille) offer(nearestOf.perMille[at]!, ids[index]!, score)
        }
      }
    })
    if (from % 20_000 === 0 && from > 0) console.error(`${from} of ${passages} …`)
  }
  await database.query(
    `insert into sections (project_id, source_id, first_ordinal, last_ordinal, search_text)
     select project_id, source_id, first_ordinal, last_ordinal, search_text from sections_of_passages`,
  )
  const ids = (lists: readonly Scored[][]): number[][] => lists.map((list) => list.map(({ id }) => id))
  return { whole: ids(nearestOf.whole), fivePercent: ids(nearestOf.five), onePerMille: ids(nearestOf.perMille) }
}

interface Scored {
  readonly id: number
  readonly score: number
}

const newest = (): Scored[] => []

function offer(best: Scored[], id: number, score: number): void {
  if (best.length === nearest && score <= best.at(-1)!.score) return
  const at = best.findIndex((other) => other.score < score)
  best.splice(at < 0 ? best.length : at, 0, { id, score })
  if (best.length > nearest) best.pop()
}

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0
  for (let at = 0; at < left.length; at++) sum += left[at]! * right[at]!
  return sum
}

function normalised(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector))
  return vector.map((value) => value / length)
}

async function bytesOf(directory: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  }
  return bytes
}

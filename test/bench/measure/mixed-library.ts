import type { Inference } from '../../../main/inference'
import type { Database } from '../../../main/store'
import { insertVectors } from './library-rows'
import { randomVectors, seededRandom } from './material'
import type { MixedMaterial } from './mixed-passages'
import type { SqliteVec } from './sqlite-vec'

const projectId = 'default'
const passagesPerSource = 20
const rowsPerBatch = 2000
const nearest = 10

/** Sources, spread evenly, that hold this share of the passages. */
export function sourcesOf(passages: number, share: number): string[] {
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
export async function fillLibrary(
  database: Database,
  inference: Inference,
  material: MixedMaterial,
  passages: number,
  { queries, beside }: { readonly queries: readonly Float32Array[]; readonly beside: SqliteVec },
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
      beside.add(ids, vectors)
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

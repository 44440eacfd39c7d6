import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createSimilarityIndex } from '../../main/inference'
import { openStore } from '../../main/store'
import { fillLibrary } from './measure/library-rows'
import { randomVectors, seededRandom } from './measure/material'
import { timePair } from './measure/paired'
import { ms, printFigures } from './measure/table'

interface SqliteDatabase {
  exec(sql: string): void
  prepare(sql: string): { all(...parameters: unknown[]): { rowid: number }[]; run(...parameters: unknown[]): void }
  transaction(work: () => void): () => void
}

const workersDir = resolve('out/workers')
const model = 'bench'

/** Exact top 10 of 50,000 × 512: the matrix in a thread, round trip included, against sqlite-vec's scan of the same vectors. */
export async function run(argv: readonly string[]): Promise<number> {
  const count = Number(argv[0] ?? 50_000)
  const random = seededRandom(7)
  const vectors = randomVectors(count, random)
  const queries = randomVectors(41, random)
  const directory = await mkdtemp(join(tmpdir(), 'quarry-bench-'))
  const store = await openStore({ directory, workersDir })
  try {
    await fillLibrary(store.database, { texts: vectors.map((_, index) => `text ${index}`), vectors, model })
    const similarity = await createSimilarityIndex({
      database: store.database,
      inference: { model: { id: model, dimensions: 512 } },
      workersDir,
      projectId: 'default',
      maxBytes: 2 ** 31,
    })
    const sqlite = fillSqliteVec(vectors)
    let agreed = 0
    for (const query of queries) {
      const theirs = new Set(sqlite(query))
      agreed += (await similarity.top(query, 10)).filter(({ passageId }) => theirs.has(passageId)).length
    }
    const alone = await timePair(
      queries.length - 1,
      (round) => similarity.top(queries[round] ?? new Float32Array(512), 10),
      (round) => sqlite(queries[round] ?? new Float32Array(512)),
    )
    await similarity.close()
    return printFigures('vectors', [
      {
        what: `exact top 10 of ${count} vectors, against sqlite-vec`,
        ours: ms(alone.oursMs),
        theirs: ms(alone.theirsMs),
        value: alone.ratio,
        goal: { atMost: 0.25 },
      },
      {
        what: 'share of the same ten found by both',
        ours: `${agreed}`,
        theirs: `${queries.length * 10}`,
        value: agreed / (queries.length * 10),
        goal: { atLeast: 0.999 },
      },
    ])
  } finally {
    await store.close()
    await rm(directory, { recursive: true, force: true })
  }
}

/** A sqlite-vec table in memory; answers the ten nearest rowids, which are the passages' ids. */
function fillSqliteVec(vectors: readonly Float32Array[]): (query: Float32Array) => number[] {
  const require = createRequire(resolve('test/bench/package.json'))
  const Database = require('better-sqlite3') as new (file: string) => SqliteDatabase
  const database = new Database(':memory:')
  ;(require('sqlite-vec') as { load(target: SqliteDatabase): void }).load(database)
  database.exec('create virtual table vectors using vec0(embedding float[512] distance_metric=cosine)')
  const insert = database.prepare('insert into vectors(rowid, embedding) values (?, ?)')
  database.transaction(() => {
    for (const [index, vector] of vectors.entries()) insert.run(BigInt(index + 1), Buffer.from(vector.buffer))
  })()
  const search = database.prepare('select rowid from vectors where embedding match ? and k = 10 order by distance')
  return (query) => search.all(Buffer.from(query.buffer)).map(({ rowid }) => Number(rowid))
}

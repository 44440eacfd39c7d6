import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createSimilarityIndex } from '../../main/inference'
import { openStore } from '../../main/store'
import { fillLibrary } from './measure/library-rows'
import { randomVectors, seededRandom } from './measure/material'
import { timePair } from './measure/paired'
import { openSqliteVec } from './measure/sqlite-vec'
import { ms, printFigures } from './measure/table'

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
    const sqlite = openSqliteVec()
    sqlite.add(
      vectors.map((_, index) => index + 1),
      vectors,
    )
    let agreed = 0
    for (const query of queries) {
      const theirs = new Set(sqlite.nearest(query))
      agreed += (await similarity.top(query, 10)).filter(({ passageId }) => theirs.has(passageId)).length
    }
    const alone = await timePair(
      queries.length - 1,
      (round) => similarity.top(queries[round] ?? new Float32Array(512), 10),
      (round) => sqlite.nearest(queries[round] ?? new Float32Array(512)),
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

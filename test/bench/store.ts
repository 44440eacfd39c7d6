import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_textsearch } from '@electric-sql/pglite-pg_textsearch'
import { vector } from '@electric-sql/pglite-pgvector'
import { openStore, registerModel } from '../../main/store'
import { fillLibrary, insertVectors } from './measure/library-rows'
import { randomTexts, randomVectors, seededRandom } from './measure/material'
import { timePair } from './measure/paired'
import { ms, printFigures } from './measure/table'

const workersDir = resolve('out/workers')

/** Rows with vectors a second against the text form, and opening a library of 5,000 passages against bare PGlite. */
export async function run([opener, openedDirectory]: readonly string[] = []): Promise<number> {
  if (openedDirectory !== undefined) return openOnce(opener === 'ours' ? openOurs : openBare, openedDirectory)
  const random = seededRandom(5)
  const directory = await mkdtemp(join(tmpdir(), 'quarry-bench-'))
  try {
    const passages = 5000
    const first = await openStore({ directory, workersDir })
    await fillLibrary(first.database, {
      texts: randomTexts(passages, 80, random),
      vectors: randomVectors(passages, random),
      model: 'bench',
    })
    const vectors = randomVectors(1000, random)
    const ids = (await first.database.query<{ passage_id: number }>('select passage_id from passages limit 1000')).map(
      (row) => row.passage_id,
    )
    const insertion = await timePair(
      5,
      (round) => insertVectors(first.database, ids, vectors, `binary ${round}`),
      async (round) => {
        await registerModel(first.database, { id: `text ${round}`, dimensions: 512 })
        // One row a statement, each vector spelled out: what pgvector's clients do by default.
        for (const [index, id] of ids.entries()) {
          await first.database.query(
            'insert into passage_vectors (model, dimensions, passage_id, embedding) values ($1, 512, $2, $3::text::vector)',
            [`text ${round}`, id, `[${(vectors[index] ?? []).join(',')}]`],
          )
        }
      },
    )
    await first.close()
    const opening = await timePair(
      5,
      () => openInFreshProcess('ours', directory),
      () => openInFreshProcess('bare', directory),
    )
    const rows = (milliseconds: number): string => `${((1000 / milliseconds) * 1000).toFixed(0)} rows/s`
    return printFigures('store', [
      {
        what: 'rows with vectors a second, against text form',
        ours: rows(insertion.oursMs),
        theirs: rows(insertion.theirsMs),
        value: 1 / insertion.ratio,
        goal: { atLeast: 20 },
      },
      {
        what: `a process that opens a library of ${passages} passages, asks and closes, against bare PGlite`,
        ours: ms(opening.oursMs),
        theirs: ms(opening.theirsMs),
        value: opening.ratio,
        goal: { atMost: 1.5 },
      },
    ])
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** A process has its own caches of compiled code: neither side is to profit from the round before. */
function openInFreshProcess(opener: 'ours' | 'bare', directory: string): void {
  const script = 'import(process.argv[1]).then((bench) => bench.run(process.argv.slice(2))).then(() => process.exit())'
  const { status, stderr } = spawnSync(process.execPath, ['--eval', script, import.meta.filename, opener, directory], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The ${opener} process failed: ${stderr}`)
}

async function openOnce(open: (directory: string) => Promise<void>, directory: string): Promise<number> {
  await open(directory)
  return 0
}

async function openOurs(directory: string): Promise<void> {
  const store = await openStore({ directory, workersDir })
  await store.database.query('select count(*) from sources')
  await store.close()
}

async function openBare(directory: string): Promise<void> {
  const bare = await PGlite.create({ dataDir: join(directory, 'pg'), extensions: { vector, pg_textsearch } })
  await bare.query('select count(*) from sources')
  await bare.close()
}

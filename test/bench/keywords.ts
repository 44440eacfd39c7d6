import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openStore } from '../../main/store'
import { fillLibrary } from './measure/library-rows'
import { randomTexts, seededRandom } from './measure/material'
import { timePair } from './measure/paired'
import { ms, printFigures } from './measure/table'

interface MiniSearchLike {
  addAll(documents: readonly { id: number; text: string }[]): void
  search(query: string): { id: number }[]
}

/** BM25 over 20,000 passages of 80 words in the store's thread, against MiniSearch in this one. */
export async function run(argv: readonly string[]): Promise<number> {
  const count = Number(argv[0] ?? 20_000)
  const random = seededRandom(11)
  const texts = randomTexts(count, 80, random)
  const queries = randomTexts(41, 6, random)
  const directory = await mkdtemp(join(tmpdir(), 'quarry-bench-'))
  const store = await openStore({ directory, workersDir: resolve('out/workers') })
  try {
    await fillLibrary(store.database, { texts, vectors: [], model: 'bench' })
    const MiniSearch = (createRequire(resolve('test/bench/package.json'))('minisearch').default ??
      createRequire(resolve('test/bench/package.json'))('minisearch')) as new (
      options: object,
    ) => MiniSearchLike
    const other = new MiniSearch({ fields: ['text'] })
    other.addAll(texts.map((text, id) => ({ id, text })))
    const pair = await timePair(
      queries.length - 1,
      (round) =>
        store.database.query(
          `select passage_id from passages order by search_text <@> to_bm25query($1, 'passages_search') limit 50`,
          [queries[round] ?? ''],
        ),
      (round) => other.search(queries[round] ?? '').slice(0, 50),
    )
    return printFigures('keywords', [
      {
        what: `BM25, top 50 of ${count} passages, 6 words, against MiniSearch`,
        ours: ms(pair.oursMs),
        theirs: ms(pair.theirsMs),
        value: pair.ratio,
        goal: null,
      },
    ])
  } finally {
    await store.close()
    await rm(directory, { recursive: true, force: true })
  }
}

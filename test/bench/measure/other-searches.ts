import { createRequire } from 'node:module'
import { resolve } from 'node:path'

export interface Collection {
  readonly docs: readonly { readonly id: string; readonly title?: string; readonly text: string }[]
  readonly queries: readonly { readonly id: string; readonly text: string }[]
  /** Pairs of query and document; absent where whoever scores keeps them. */
  readonly qrels?: readonly (readonly [queryId: string, documentId: string, ...rest: unknown[]])[]
}

/** Document ids by query id, best first. */
export type Rankings = Record<string, string[]>

interface MiniSearchLike {
  addAll(documents: readonly object[]): void
  search(query: string): { id: number }[]
}

interface OramaLike {
  create(options: object): unknown
  insertMultiple(database: unknown, documents: readonly object[]): Promise<unknown>
  search(database: unknown, options: object): Promise<{ hits: { id: string }[] }>
}

const top = 50

/**
 * What keyword searches of npm make of a collection, each as it comes: whole documents with title and text, default
 * options, in this process.
 */
export async function rankByOthers({ docs, queries }: Collection): Promise<Record<'MiniSearch' | 'Orama', Rankings>> {
  const require = createRequire(resolve('test/bench/package.json'))
  const fields = docs.map(({ title = '', text }) => ({ title, text }))

  const miniModule = require('minisearch')
  const MiniSearch = (miniModule.default ?? miniModule) as new (options: object) => MiniSearchLike
  const mini = new MiniSearch({ fields: ['title', 'text'] })
  mini.addAll(fields.map((document, id) => ({ ...document, id })))

  const orama = require('@orama/orama') as OramaLike
  const database = orama.create({ schema: { title: 'string', text: 'string' } })
  await orama.insertMultiple(
    database,
    fields.map((document, id) => ({ ...document, id: String(id) })),
  )

  const byMini: Rankings = {}
  const byOrama: Rankings = {}
  for (const { id, text } of queries) {
    byMini[id] = mini
      .search(text)
      .slice(0, top)
      .map((hit) => docs[hit.id]!.id)
    const { hits } = await orama.search(database, { term: text, limit: top })
    byOrama[id] = hits.map((hit) => docs[Number(hit.id)]!.id)
  }
  return { MiniSearch: byMini, Orama: byOrama }
}

/** Mean nDCG@10 over the queries, relevance of 0 or 1; a query without a relevant document is left out. */
export function ndcg10(qrels: NonNullable<Collection['qrels']>, rankings: Rankings): number {
  const relevant = new Map<string, Set<string>>()
  for (const [query, document] of qrels) relevant.set(query, (relevant.get(query) ?? new Set()).add(document))
  const gain = (at: number): number => 1 / Math.log2(at + 2)
  const scores = Array.from(relevant, ([query, documents]) => {
    let sum = 0
    let ideal = 0
    for (const [at, document] of [...new Set(rankings[query])].slice(0, 10).entries())
      if (documents.has(document)) sum += gain(at)
    for (let at = 0; at < Math.min(10, documents.size); at++) ideal += gain(at)
    return sum / ideal
  })
  return scores.reduce((sum, score) => sum + score, 0) / scores.length
}

import { mkdir, mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import { buildSearchText } from '../../../contract/recall/search-text'
import type { Reranker } from '../../../main/inference'
import { createSimilarityIndex, type Inference, type SimilarityIndex, startInference } from '../../../main/inference'
import { createRecall, createSearch, type Recall } from '../../../main/recall'
import { mix } from '../../../main/recall/fuse'
import { type EmbeddingModel, openStore, registerModel, type Store } from '../../../main/store'
import { templateDirectory, workersDir } from '../../prepared-store'

/** What a search asks beside recall. */
const beside = { domains: { named: async () => [] }, answersTo: async () => [] }

const root = join(import.meta.dirname, '..', '..', '..')
const projectId = 'default'

/** [source, title, text] of passages about three things, in two languages. */
const material: [string, string, string][] = [
  ['flow', 'Boundary layers', 'The boundary layer on a flat plate thickens downstream and turns turbulent at last.'],
  [
    'flow',
    'Boundary layers',
    'Suction through the wall removes slow fluid, so that separation of the layer is delayed.',
  ],
  ['flow', 'Boundary layers', 'Heat transfer at the stagnation point of a blunt body was measured in a shock tube.'],
  ['paging', 'Operating systems', 'Demand paging brings a page into memory when a program first touches it.'],
  ['paging', 'Operating systems', 'The working set of a program is the set of pages that it used in the recent past.'],
  ['paging', 'Operating systems', 'Thrashing begins when the working sets of all programs no longer fit into memory.'],
  ['wangfahui', '王法慧', '王法慧是晋孝武帝司马曜的皇后，她的父亲是晋陵郡太守王蕴。'],
  ['yuelin', '欧洲越橘', '欧洲越橘是杜鹃花科越橘属的植物，果实可以食用，叶子可以入药。'],
]

let folder: string
let store: Store
let inference: Inference
let similarity: SimilarityIndex
let recall: Recall

async function addPassage([source, title, text]: [string, string, string], ordinal: number): Promise<number> {
  const { database } = store
  await database.query(
    `insert into sources (source_id, project_id, kind, name, title, state) values ($1, $2, 'note', $3, $4, 'indexed')
     on conflict do nothing`,
    [source, projectId, `${source}.md`, title],
  )
  const dense = inference.covers(text)
  const [row] = await database.query<{ passage_id: number }>(
    `insert into passages (project_id, source_id, ordinal, start_offset, end_offset, line_start, line_end, text,
                           text_hash, words, coverage, search_text)
     values ($1, $2, $3, 0, $4, 1, 1, $5, '', 10, $6, $7) returning passage_id`,
    [
      projectId,
      source,
      ordinal,
      text.length,
      text,
      dense ? 'dense' : 'keyword',
      buildSearchText({ title, headingPath: [], text }),
    ],
  )
  const passageId = row!.passage_id
  if (dense) {
    const [vector] = await inference.embed([text])
    await addVector(passageId, inference.model, vector!)
  }
  return passageId
}

async function addVector(passageId: number, model: EmbeddingModel, vector: Float32Array): Promise<void> {
  await registerModel(store.database, model)
  await store.database.query(
    'insert into passage_vectors (passage_id, model, dimensions, embedding) values ($1, $2, $3, $4)',
    [passageId, model.id, model.dimensions, vector],
  )
}

const newIndex = (
  maxBytes: number,
  directory?: string,
  database = store.database,
  onFileError?: (error: unknown) => void,
): Promise<SimilarityIndex> =>
  createSimilarityIndex({ database, inference, workersDir, projectId, maxBytes, directory, onFileError })

/** As an ingest writes them with the passages. */
async function addSections(): Promise<void> {
  await store.database.query(
    `insert into sections (project_id, source_id, first_ordinal, last_ordinal, search_text)
     select * from sections_of_passages on conflict do nothing`,
  )
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-recall-'))
  store = await openStore({ directory: folder, workersDir, templateDirectory })
  inference = await startInference({
    modelDirectory: join(root, '.cache', 'models', 'quarry-use-lite-en'),
    workersDir,
    threads: 1,
  })
  for (const [ordinal, passage] of material.entries()) await addPassage(passage, ordinal)
  await addSections()
  similarity = await newIndex(1e9)
  recall = createRecall({ database: store.database, inference, similarity, projectId })
}, 180_000)
afterAll(async () => {
  recall?.close()
  await similarity?.close()
  await inference?.close()
  await store?.close()
  await rm(folder, { recursive: true, force: true })
})

test('programs are told from settings and style sheets', async () => {
  const languages = { 'app.ts': 'typescript', 'site.css': 'css', 'ci.yaml': 'yaml', 'notes.sql': null }
  const names = Object.keys(languages)
  for (const [name, language] of Object.entries(languages)) {
    await store.database.query(
      `insert into sources (source_id, project_id, kind, name, state, media_type, language)
       values ($1, $2, 'file', $1, 'failed', 'code', $3)`,
      [name, projectId, language],
    )
    await store.database.query(
      `insert into extracts (source_id, text, language, reader, reader_version, content_hash)
       values ($1, 'a', $2, 'code', 1, 'h')`,
      [name, language],
    )
  }
  expect([...(await recall.codeAmong(names, {}))].sort()).toEqual(['app.ts', 'notes.sql'])
  expect((await recall.readCode(names, {})).map(({ sourceId }) => sourceId)).toEqual(['app.ts', 'notes.sql'])
  await store.database.query('delete from sources where source_id = any($1::text[])', [names])
})

describe('recall', () => {
  test('finds by all paths, and each hit says why and where', async () => {
    const { hits, paths, notes } = await recall.recall('When does thrashing begin?')
    expect(paths).toEqual(['keyword', 'dense', 'feedback', 'section', 'neighbours'])
    expect(notes).toEqual([])
    expect(hits[0]).toMatchObject({ sourceId: 'paging', sourceName: 'paging.md', title: 'Operating systems' })
    expect(hits[0]!.text).toContain('Thrashing')
    const { reason, locator } = hits[0]!
    expect(reason.keyword).toBe(1)
    for (const score of [reason.dense, reason.section, reason.score]) {
      expect(score).toBeGreaterThan(0)
      expect(score).toBeLessThanOrEqual(1)
    }
    expect(reason.rankAfter).toBe(1)
    expect(locator).toMatchObject({ sourceId: 'paging', start: 0, end: hits[0]!.text.length })
    expect(hits.map((hit) => hit.reason.rankAfter)).toEqual(hits.map((_, index) => index + 1))
  })

  test('finds words of the title alone', async () => {
    const { hits } = await recall.recall('operating systems', { top: 3 })
    expect(hits.map((hit) => hit.sourceId)).toEqual(['paging', 'paging', 'paging'])
  })

  test.each([
    ['What of demand paging and thrashing stands in “slow fluid, so that separation”?', 'slow fluid'],
    ['Which page of paging.md tells of the heat transfer at the stagnation point?', 'page'],
    ['程序的内存：“叶子可以入药”', '叶子可以入药'],
  ])('what a question names comes first, whatever its other words: %s', async (question, words) => {
    const { hits, paths } = await recall.recall(question)
    expect(hits[0]!.text).toContain(words)
    expect(hits[0]!.reason.named).toBe(1)
    expect(paths).toContain('named')
  })

  test('what stands nowhere hides nothing', async () => {
    const { hits, paths } = await recall.recall('When does thrashing begin? “zxqv vqxz” nowhere.pdf')
    expect(hits[0]!.text).toContain('Thrashing')
    expect(paths).not.toContain('named')
  })

  test('puts a page that is about the question before a passage that merely has its words', async () => {
    const title = 'Cleaning a telescope mirror'
    const about = [
      'Rinse the coated glass under running water until loose dust has come off its surface.',
      'Never wipe the mirror dry: let drops run off while it stands upright on its edge.',
      'Cleaning once in two years is enough where the tube stays covered between nights.',
    ]
    const aside = [
      'The club meets on Fridays at seven in the old school by the river. '.repeat(5),
      'Cleaning of the telescope mirror: Ann.',
      'Members who move house tell the treasurer their new address before summer. '.repeat(5),
      'The outing to the seaside was a success, though it rained all afternoon. '.repeat(5),
    ]
    const added: number[] = []
    for (const [index, text] of about.entries()) added.push(await addPassage(['page', title, text], 200 + index))
    for (const [index, text] of aside.entries()) added.push(await addPassage(['club', 'Club news', text], 300 + index))
    await addSections()
    similarity.changed()
    recall.invalidate()
    const { hits } = await recall.recall('cleaning of the telescope mirror')
    expect(hits[0]).toMatchObject({ sourceId: 'page', reason: { section: 1 } })
    const club = hits.find((hit) => hit.sourceId === 'club')!
    expect(club.reason).toMatchObject({ keyword: 1 })
    const bySelf = { dense: true, feedback: false, section: false, neighbours: false, named: false }
    expect(mix(club.reason, bySelf)).toBeGreaterThan(mix(hits[0]!.reason, bySelf))

    await store.database.query(`delete from sources where source_id in ('page', 'club')`)
    similarity.changed()
    recall.invalidate()
  })

  test('searches Chinese by keyword only, and says so', async () => {
    const { hits, paths, notes } = await recall.recall('王法慧的父亲是谁？')
    expect(hits[0]!.sourceId).toBe('wangfahui')
    expect(hits[0]!.reason).toMatchObject({ dense: null })
    expect(paths).not.toContain('dense')
    expect(notes).toEqual([{ kind: 'scriptNotCovered', values: {} }])
  })

  test('says what the library calls a term in the other language, by which it is found there', async () => {
    await addPassage(['fenye', '操作系统', '请求分页（demand paging）只在程序第一次访问时才把页面调入内存。'], 200)
    similarity.changed()
    recall.invalidate()
    const search = createSearch({ database: store.database, projectId, recall, ...beside })
    const { notes } = await search.search({ query: '请求分页如何工作？' })
    expect(notes).toEqual([
      { kind: 'scriptNotCovered', values: {} },
      {
        kind: 'bilingualTerms',
        values: { terms: [{ term: '请求分页', translation: 'demand paging' }], query: 'demand paging' },
      },
    ])
    const there = await search.search({ query: 'demand paging', top: 3 })
    expect(there.hits.map(({ sourceId }) => sourceId)).toContain('paging')
    // What is searched for by whoever writes a report has no such offer: it asks recall.
    expect((await recall.recall('请求分页如何工作？')).notes).toEqual([{ kind: 'scriptNotCovered', values: {} }])
    await store.database.query('delete from sources where source_id = $1', ['fenye'])
    similarity.changed()
    recall.invalidate()
  })

  test('keeps to the sources asked for', async () => {
    const { hits } = await recall.recall('What delays separation of a program?', { sourceIds: ['flow'] })
    expect(hits.length).toBeGreaterThan(0)
    expect(new Set(hits.map((hit) => hit.sourceId))).toEqual(new Set(['flow']))
  })

  test('finds by the beginning of the last word, as it is typed', async () => {
    const sources = async (typed: string) =>
      (await recall.recallAsTyped(typed, { top: 8 })).hits.map(({ sourceId }) => sourceId)
    expect((await sources('thrash'))[0]).toBe('paging')
    expect((await sources('when does Thra'))[0]).toBe('paging')
    // A space says that the word is whole.
    expect(await sources('thra ')).toEqual([])
    expect((await sources('王法'))[0]).toBe('wangfahui')
    expect(await sources('?')).toEqual([])
    const { hits, query } = await recall.recallAsTyped('When does Thrash', { top: 1 })
    expect(query).toBe('When does thrashing')
    for (const finished of ['pages of memory', 'what is the']) {
      expect((await recall.recallAsTyped(finished, { top: 1 })).query).toBe(finished)
    }
    expect(hits[0]!.reason).toMatchObject({ keyword: 1, score: 1, dense: null, rankAfter: 1 })
  })

  test('stays within the sources that fit, however few, by words and by meaning', async () => {
    const { database } = store
    await database.query(`update sources set tags = '{wet}', language = 'en' where source_id = 'flow'`)
    const filter = { tags: ['wet'] }
    // Nothing in it speaks of this: what there is comes all the same, and nothing else.
    const narrowed = await recall.recall('When does thrashing begin?', { filter })
    expect(new Set(narrowed.hits.map(({ sourceId }) => sourceId))).toEqual(new Set(['flow']))
    expect(narrowed.hits).toHaveLength(3)
    // Where nothing fits, nothing is searched either.
    expect(await recall.recall('thrashing', { filter, sourceIds: ['paging'] })).toMatchObject({ hits: [], paths: [] })
    expect((await recall.recallAsTyped('thrash', { top: 8, filter })).hits).toEqual([])
    expect((await recall.recallAsTyped('lay', { top: 8, filter })).hits[0]?.sourceId).toBe('flow')
    // A filter that changed is another question.
    await database.query(`update sources set tags = '{}' where source_id = 'flow'`)
    expect((await recall.recall('When does thrashing begin?', { filter })).hits).toEqual([])
  })

  test('finds of a mailbox the messages that were sent in time', async () => {
    const { database } = store
    const texts = [
      'The pump was quiet in spring.',
      'The pump was loud in summer.',
      'The pump was gone: nobody says when.',
    ]
    for (const [at, text] of texts.entries()) await addPassage(['box', '', text], at)
    await database.query(`update sources set media_type = 'email', title = null, kind = 'file' where source_id = 'box'`)
    const headings = ['Visit (2019-03-04)', 'Visit (2019-07-05)', 'Visit (2019-02-31)']
    for (const [at, heading] of headings.entries()) {
      await database.query(`update passages set heading_path = $2::jsonb where source_id = 'box' and ordinal = $1`, [
        at,
        JSON.stringify([heading]),
      ])
    }
    similarity.changed()
    recall.invalidate()
    const search = createSearch({ database, projectId, recall, ...beside })
    const found = async (filter: object) =>
      (await search.search({ query: 'When was the pump quiet or loud?', filter: { types: ['email'], ...filter } })).hits
        .map(({ text, changedAt }) => [text, changedAt.slice(0, 10)])
        .toSorted()
    expect(await found({ until: '2019-06-01' })).toEqual([[texts[0], '2019-03-04']])
    expect(await found({ since: '2019-03-05', until: '2019-12-31' })).toEqual([[texts[1], '2019-07-05']])
    expect((await found({})).map(([text]) => text)).toEqual(texts.toSorted())
    expect((await search.byWords({ query: 'pump', filter: { until: '2019-06-01' } })).hits[0]?.text).toBe(texts[0])
    await database.query(`delete from sources where source_id = 'box'`)
    similarity.changed()
    recall.invalidate()
  })

  test('shows the same passage of several sources once, and what each path said', async () => {
    const copied = material[5]!
    await addPassage(['copy', 'Operating systems', copied[2]], 0)
    similarity.changed()
    recall.invalidate()
    const search = createSearch({ database: store.database, projectId, recall, ...beside })
    const plain = await recall.recall('When does thrashing begin?', { top: 3 })
    const { hits, intent } = await search.search({ query: 'When does thrashing begin?', top: 3, explain: true })
    expect(plain.hits.slice(0, 2).map(({ text }) => text)).toEqual([copied[2], copied[2]])
    expect(hits).toHaveLength(3)
    expect(hits[0]).toMatchObject({ kind: 'passage', sourceType: 'note', symbol: null, text: copied[2] })
    expect([hits[0]!.sourceId, ...hits[0]!.alike.map(({ sourceId }) => sourceId)].toSorted()).toEqual([
      'copy',
      'paging',
    ])
    expect(hits[1]!.text).not.toBe(copied[2])
    await store.database.query(
      `insert into code_fragments (project_id, passage_id, language, symbol) values ($1, $2, 'python', 'begin_thrashing')`,
      [projectId, hits[0]!.passageId],
    )
    const [fragment] = (await search.search({ query: 'When does thrashing begin?', top: 1 })).hits
    expect(fragment).toMatchObject({ kind: 'code', symbol: 'begin_thrashing' })
    await store.database.query('delete from code_fragments')
    const keyword = hits[0]!.findings!.find(({ path }) => path === 'keyword')
    expect(keyword).toMatchObject({ score: hits[0]!.reason.keyword })
    expect(keyword!.raw).toBeGreaterThan(1)
    expect(intent).toMatchObject({ action: 'find', keywords: ['thrashing'], domains: [] })
    expect(await search.understand('What is “slip flow”?')).toMatchObject({ action: 'explain', phrases: ['slip flow'] })
    expect(hits[0]!.findings!.map(({ path }) => path)).toEqual([
      'keyword',
      'dense',
      'feedback',
      'section',
      'neighbours',
    ])
    const typed = await search.byWords({ query: 'thrash', top: 2 })
    expect(typed.hits[0]!.alike).toHaveLength(1)
    expect(typed.hits[0]!.findings).toBeUndefined()
    await store.database.query('delete from sources where source_id = $1', ['copy'])
    similarity.changed()
    recall.invalidate()
  })

  test('refuses an empty query and honours a signal', async () => {
    await expect(recall.recall('  ')).rejects.toMatchObject({ code: 'input.empty' })
    await expect(recall.recall('x', { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' })
  })

  test('answers from its cache until the index changes', async () => {
    const query = 'ablation of a nose cone'
    const before = await recall.recall(query)
    const added = await addPassage(['cone', 'Ablation', 'Ablation of the nose cone protects it from heat.'], 100)
    expect((await recall.recall(query)).hits).toEqual(before.hits)
    similarity.changed()
    recall.invalidate()
    expect((await recall.recall(query)).hits[0]!.passageId).toBe(added)

    await store.database.query('delete from sources where source_id = $1', ['cone'])
    similarity.changed()
    recall.invalidate()
    expect((await recall.recall(query)).hits.map((hit) => hit.passageId)).not.toContain(added)
  })
})

describe('two models in one library', () => {
  /** Stands for an encoder of few dimensions that finds everything alike to the first passage of all. */
  const contrary = {
    model: { id: 'contrary', dimensions: 3 },
    embed: async (texts: readonly string[]) => texts.map(() => Float32Array.of(1, 0, 0)),
    covers: () => true,
    lateInteraction: async () => new Float32Array(),
  }

  test('are never compared: recall asks the vectors of the chosen one alone', async () => {
    const rows = await store.database.query<{ passage_id: number }>('select passage_id from passages order by 1')
    for (const [index, { passage_id: id }] of rows.entries()) {
      await addVector(id, contrary.model, index === 0 ? Float32Array.of(1, 0, 0) : Float32Array.of(0, 1, index))
    }
    const query = 'zxqv'
    for (const maxBytes of [1e9, 1]) {
      const index = await createSimilarityIndex({
        database: store.database,
        inference: contrary,
        workersDir,
        projectId,
        maxBytes,
      })
      expect((await index.top(Float32Array.of(1, 0, 0), 20)).map(({ score }) => score)).toEqual([
        1,
        ...rows.slice(1).map(() => 0),
      ])
      expect(index.stats().rows).toBe(rows.length)
      const other = createRecall({ database: store.database, inference: contrary, similarity: index, projectId })
      const { hits } = await other.recall(query)
      expect(hits[0]).toMatchObject({ passageId: rows[0]!.passage_id, reason: { dense: 1 } })
      other.close()
      await index.close()
    }
    // The first model answers as before from its own, beside them.
    const own = await newIndex(1)
    const [vector] = await inference.embed(['pages of memory'])
    expect(await own.top(vector!, 20)).toHaveLength(6)
    expect(await similarity.top(vector!, 20)).toHaveLength(6)
    await own.close()
  })
})

describe('with a model that reranks', () => {
  const rerankedBy = (scores: Reranker['scores']) =>
    createRecall({
      database: store.database,
      inference,
      similarity,
      projectId,
      reranker: () => ({ id: 'other', scores }),
    })

  test('the hits are sorted by it, and say so', async () => {
    const { hits: before } = await recall.recall('pages of memory', { top: 3 })
    const contrary = rerankedBy(async (_, texts) => Float32Array.from(texts, (_, at) => at / texts.length))
    const { hits, paths } = await contrary.recall('pages of memory', { top: 3 })
    expect(paths).toContain('rerank')
    expect(hits.map(({ reason }) => reason.rankBefore)).toEqual([6, 5, 4])
    expect(hits[0]?.reason.rerank).toBeCloseTo(5 / 6)
    expect(before.map(({ reason }) => reason.rerank)).toEqual([null, null, null])
  })

  test('one that fails or ends early is told, and asked again the next time', async () => {
    let calls = 0
    const failing = rerankedBy(async () => {
      calls++
      throw new QuarryError('inference.crashed', 'It died.')
    })
    const usual = await recall.recall('pages of memory')
    for (let n = 0; n < 2; n++) {
      const { hits, notes } = await failing.recall('pages of memory')
      expect(hits.map(({ passageId }) => passageId)).toEqual(usual.hits.map(({ passageId }) => passageId))
      expect(notes).toMatchObject([
        { kind: 'notReranked', values: { model: 'other', error: { code: 'inference.crashed' } } },
      ])
    }
    expect(calls).toBe(2)
    const { notes } = await rerankedBy(async () => Float32Array.of(0.5)).recall('pages of memory')
    expect(notes).toEqual([{ kind: 'rerankedPartly', values: { model: 'other', count: 1, of: 6 } }])
  })
})

describe('a path that fails', () => {
  const failed = async (): Promise<never> => {
    throw new QuarryError('inference.crashed', 'It died.')
  }

  test.each([
    ['the encoder', { inference: { covers: () => true, embed: failed } }],
    ['the vectors', { similarity: { top: failed, scores: failed } }],
    ['the vectors of what other paths found', { similarity: { top: async () => [], scores: failed } }],
  ])('is left out and told, the others answer, and it is asked again the next time: %s', async (_name, broken) => {
    const usual = { database: store.database, inference, similarity, projectId }
    const without = createRecall({ ...usual, ...broken })
    for (let n = 0; n < 2; n++) {
      const { hits, paths, notes } = await without.recall('pages of memory')
      expect(hits.slice(0, 3).map(({ title }) => title)).toEqual(Array(3).fill('Operating systems'))
      expect(paths).not.toContain('dense')
      expect(notes).toMatchObject([
        { kind: 'pathLeftOut', values: { path: 'dense', error: { code: 'inference.crashed' } } },
      ])
    }
    expect(await createRecall(usual).recall('pages of memory')).toMatchObject({ notes: [] })
  })

  test('ends the recall where that was cancelled', async () => {
    const cancelling = new AbortController()
    const cancelled = createRecall({
      database: store.database,
      projectId,
      similarity,
      inference: {
        covers: () => true,
        async embed() {
          cancelling.abort()
          throw new QuarryError('cancelled', 'Cancelled.')
        },
      },
    })
    await expect(cancelled.recall('pages of memory', { signal: cancelling.signal })).rejects.toMatchObject({
      code: 'cancelled',
    })
  })
})

describe('the similarity index', () => {
  const ranked = async (index: SimilarityIndex, sourceIds?: string[]) => {
    const [query] = await inference.embed(['pages of memory'])
    const found = await index.top(query!, 4, { sourceIds })
    return found.map(({ passageId, score }) => [passageId, Math.round(score * 1e3)])
  }

  test('searches memory and database alike, and says which', async () => {
    const small = await newIndex(1)
    expect(await ranked(small)).toEqual(await ranked(similarity))
    expect(await ranked(small, ['flow'])).toEqual(await ranked(similarity, ['flow']))
    expect(similarity.stats()).toMatchObject({ mode: 'memory', rows: 6 })
    expect(small.stats()).toMatchObject({ mode: 'database', rows: 6, bytes: 0 })
    await small.close()
  })

  test('answers the nearest of sources that hold most of the passages as it does of few', async () => {
    const among = async (k: number) => {
      const [query] = await inference.embed(['pages of memory'])
      return similarity.top(query!, k, { sourceIds: ['flow'] })
    }
    const few = [await among(1), await among(4)]
    // By their count they are most: the nearest of all are none of them, so that one is looked for among these again.
    await store.database.query(`update sources set passage_count = 6 where source_id = 'flow'`)
    expect([await among(1), await among(4)]).toEqual(few)
    expect(few.map((one) => one.length)).toEqual([1, 3])
    await store.database.query(`update sources set passage_count = 0 where source_id = 'flow'`)
  })

  test('moves to the database when the vectors outgrow its memory, and back', async () => {
    const index = await newIndex(7 * 1040)
    const before = await ranked(index)
    const added = [
      await addPassage(['extra', 'Extra', 'A page table maps addresses of pages to frames of memory.'], 200),
      await addPassage(['extra', 'Extra', 'Pages of memory are swapped to a drum.'], 201),
    ]
    index.changed()
    expect((await ranked(index)).map(([id]) => id)).toContain(added[1])
    expect(index.stats().mode).toBe('database')
    await store.database.query('delete from sources where source_id = $1', ['extra'])
    index.changed()
    expect(await ranked(index)).toEqual(before)
    expect(index.stats()).toMatchObject({ mode: 'memory', rows: 6 })
    await index.close()
  })

  test('takes in by refresh what nobody told it', async () => {
    const index = await newIndex(1e9)
    const before = await ranked(index)
    const added = await addPassage(['silent', 'Silent', 'Pages of memory.'], 300)
    expect(await ranked(index)).toEqual(before)
    await index.refresh()
    expect((await ranked(index))[0]![0]).toBe(added)
    await store.database.query('delete from sources where source_id = $1', ['silent'])
    await index.refresh()
    expect(await ranked(index)).toEqual(before)
    await index.close()
  })

  test('loads what lies behind thousands of others, page by page and none sorted', async () => {
    const { database } = store
    const before = await ranked(similarity)
    await database.query(`insert into projects (project_id, name) values ('other', 'Other')`)
    await database.query(
      `insert into sources (source_id, project_id, kind, name, state)
       values ('much', 'other', 'note', 'much.md', 'indexed'), ('more', $1, 'note', 'more.md', 'indexed')`,
      [projectId],
    )
    await database.query(
      `insert into passages (project_id, source_id, ordinal, start_offset, end_offset, line_start, line_end, text,
                             text_hash, words, search_text)
       select project_id, source_id, n, 0, 1, 1, 1, 'x', '', 1, 'x' from sources, generate_series(1, 2500) n
       where source_id in ('much', 'more')`,
    )
    const [any] = await inference.embed(['pages of memory'])
    await database.query(
      `insert into passage_vectors (passage_id, model, dimensions, embedding)
       select passage_id, $1, $2, $3::vector from passages where project_id = 'other'`,
      [inference.model.id, inference.model.dimensions, any!],
    )
    const added = await addPassage(['behind', 'Behind', 'Pages of memory.'], 400)
    const plans: string[] = []
    const explaining: Store['database'] = {
      ...database,
      async query<Row extends object>(...asked: Parameters<Store['database']['query']>) {
        const [sql, ...rest] = asked
        if (/between/.test(sql)) {
          const plan = await database.query<Record<string, string>>(`explain ${sql}`, ...rest)
          plans.push(plan.flatMap((line) => Object.values(line)).join('\n'))
        }
        return database.query<Row>(...asked)
      },
    }
    const index = await newIndex(1e9, undefined, explaining)
    expect((await ranked(index))[0]![0]).toBe(added)
    expect(index.stats().rows).toBe(similarity.stats().rows + 1)
    expect(plans.length).toBeGreaterThan(1)
    for (const plan of plans) expect(plan).not.toMatch(/Sort|Seq Scan/)
    await index.close()
    await database.query(`delete from sources where source_id in ('much', 'more', 'behind')`)
    expect(await ranked(similarity)).toEqual(before)
  })

  test('starts from its file, with what changed since and nothing else fetched', async () => {
    const fetched: number[] = []
    const counting: Store['database'] = {
      ...store.database,
      async query<Row extends object>(...asked: Parameters<Store['database']['query']>) {
        const rows = await store.database.query<Row>(...asked)
        if (asked[0].includes('v.embedding from')) fetched.push(rows.length)
        return rows
      },
    }
    const directory = join(folder, 'vectors')
    await mkdir(directory)
    const opened = async (expectedRows: number) => {
      fetched.length = 0
      const index = await newIndex(1e9, directory, counting)
      const found = await ranked(index)
      expect(index.stats().rows).toBe(expectedRows)
      await index.close()
      return found
    }
    const before = await opened(6)
    expect(fetched).toEqual([6])
    expect(await opened(6)).toEqual(before)
    expect(fetched).toEqual([])

    const added = await addPassage(['kept', 'Kept', 'Pages of memory.'], 400)
    await addPassage(['kept', 'Kept', 'A second passage of other things.'], 401)
    expect((await opened(8))[0]![0]).toBe(added)
    expect(fetched).toEqual([2])
    await store.database.query('delete from passages where passage_id = $1', [added])
    expect((await opened(7)).map(([id]) => id)).not.toContain(added)
    expect(fetched).toEqual([0])
    await store.database.query(`delete from sources where source_id = 'kept'`)
    expect(await opened(6)).toEqual(before)

    const [name] = await readdir(directory)
    const file = join(directory, name!)
    const { size, mode } = await stat(file)
    expect(mode & 0o777).toBe(0o600)
    await truncate(file, size - 100)
    expect(await opened(6)).toEqual(before)
    expect(fetched).toEqual([6])
    // As after a copy of an older library came back under the file.
    await store.database.query('delete from vector_changes')
    await store.database.query('update projects set vector_changes_dropped = 0')
    await opened(6)
    expect(fetched).toEqual([6])
    // Nothing stays on disk that would not be kept in step.
    const inMemory = await newIndex(1e9)
    expect(await ranked(inMemory)).toEqual(before)
    const last = await addPassage(['last', 'Last', 'Pages of memory.'], 402)
    const beyond = await newIndex(1, directory)
    expect((await ranked(beyond))[0]![0]).toBe(last)
    await beyond.close()
    expect(await readdir(directory)).toEqual([])
    expect(await store.database.query('select * from vector_changes')).toEqual([])
    inMemory.changed()
    expect((await ranked(inMemory))[0]![0]).toBe(last)
    await inMemory.close()
    await store.database.query(`delete from sources where source_id = 'last'`)
    await similarity.refresh()
  })

  test('goes on in memory where its file cannot be written, and says so once', async () => {
    const told: unknown[] = []
    const directory = join(folder, 'no-vectors')
    await mkdir(directory)
    const first = await newIndex(1e9, directory)
    const before = await ranked(first)
    await first.close()
    const [name] = await readdir(directory)
    await rm(join(directory, name!))
    await mkdir(join(directory, name!))
    const index = await newIndex(1e9, directory, store.database, (error) => told.push(error))
    expect(await ranked(index)).toEqual(before)
    const added = await addPassage(['unkept', 'Unkept', 'Pages of memory.'], 500)
    await index.refresh()
    expect((await ranked(index))[0]![0]).toBe(added)
    await store.database.query(`delete from sources where source_id = 'unkept'`)
    await index.refresh()
    expect(await ranked(index)).toEqual(before)
    expect(told).toEqual([expect.objectContaining({ message: expect.stringContaining('EISDIR') })])
    await index.close()
  })

  test('makes nobody who removes wait for vectors to load, and keeps nothing of what was removed', async () => {
    const directory = join(folder, 'loading')
    await mkdir(directory)
    let tellLoading: () => void
    let goOn: () => void
    const loading = new Promise<void>((resolve) => {
      tellLoading = resolve
    })
    const going = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const database: Store['database'] = {
      ...store.database,
      async query<Row extends object>(...asked: Parameters<Store['database']['query']>) {
        const rows = await store.database.query<Row>(...asked)
        if (asked[0].includes('v.embedding from')) {
          tellLoading()
          await going
        }
        return rows
      },
    }
    const removed = await addPassage(['removed', 'Removed', 'Pages of memory.'], 800)
    const index = await newIndex(1e9, directory, database)
    index.warm()
    await loading
    await store.database.query(`delete from sources where source_id = 'removed'`)
    await index.refreshFile()
    goOn!()
    expect((await ranked(index)).map(([id]) => id)).not.toContain(removed)
    expect(index.stats().rows).toBe(6)
    await index.close()
  })

  test('loads itself again when its thread died', async () => {
    const index = await newIndex(1e9)
    const before = await ranked(index)
    const threads = index.threads()
    await Promise.all(threads.map((thread) => thread.terminate()))
    expect(await ranked(index)).toEqual(before)
    expect(index.threads()).not.toEqual(threads)

    // Also when the next that it hears of is a change.
    await Promise.all(index.threads().map((thread) => thread.terminate()))
    const added = await addPassage(['after', 'After', 'Pages of memory.'], 600)
    index.changed()
    expect((await ranked(index)).map(([id]) => id)).toEqual([added, ...before.slice(0, 3).map(([id]) => id)])
    expect(index.stats().rows).toBe(7)
    await store.database.query(`delete from sources where source_id = 'after'`)
    await index.close()
  })

  test('takes in later what the store could not tell at first', async () => {
    let isDown = false
    const database: Store['database'] = {
      ...store.database,
      query<Row extends object>(...asked: Parameters<Store['database']['query']>) {
        return isDown ? Promise.reject(new Error('down')) : store.database.query<Row>(...asked)
      },
    }
    const index = await newIndex(1e9, undefined, database)
    const before = await ranked(index)
    const added = await addPassage(['later', 'Later', 'Pages of memory.'], 700)
    index.changed()
    isDown = true
    await expect(ranked(index)).rejects.toThrow('down')
    isDown = false
    expect((await ranked(index))[0]![0]).toBe(added)
    await store.database.query(`delete from sources where source_id = 'later'`)
    await index.refresh()
    expect(await ranked(index)).toEqual(before)
    await index.close()
  })
})

test('the first hits are the same, however many are asked for', async () => {
  const large = 'large'
  await store.database.query('insert into projects (project_id, name) values ($1, $1)', [large])
  await store.database.query(
    `insert into sources (source_id, project_id, kind, name, state)
     select 'burrow ' || i, $1, 'note', 'burrow ' || i, 'indexed' from generate_series(1, 300) as i`,
    [large],
  )
  // The later half has the better passages, in the worse sections: those beyond the depth have no section's score.
  await store.database.query(
    `insert into passages (project_id, source_id, ordinal, start_offset, end_offset, line_start, line_end, text, text_hash,
                           words, coverage, search_text)
     select $1, 'burrow ' || i, n, 0, 1, 1, 1, t, '', 10, 'keyword', t
     from generate_series(1, 300) as i,
          lateral (values (0, repeat('wombat ', case when i > 150 then 3 else 1 end)), (1, repeat('gravel ', 40))) as p(n, t)
     where n = 0 or i > 150`,
    [large],
  )
  await addSections()
  const wordsAlone = { ...inference, covers: () => false }
  const own = createRecall({ database: store.database, inference: wordsAlone, similarity, projectId: large })
  const [few, many] = [await own.recall('wombat', { top: 100 }), await own.recall('wombat', { top: 200 })]
  expect(few.hits).toHaveLength(100)
  expect(many.hits).toHaveLength(200)
  expect(many.hits.slice(0, 100)).toEqual(few.hits)
  own.close()
})

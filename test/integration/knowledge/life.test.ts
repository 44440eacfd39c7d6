import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import { readerVersions } from '../../../contract/library/reader-versions'
import type { LibrarySummary } from '../../../contract/library/source'
import { startInference } from '../../../main/inference'
import type { PassageEncoder } from '../../../main/knowledge'
import { detect } from '../../../main/knowledge/reading'
import { rescanLibrary } from '../../../main/knowledge/watch/rescan'
import type { Store } from '../../../main/store'
import { placeIn } from '../../fixtures/places'
import { workersDir } from './encoder'
import { type Bench, countingEncoder, openBench, openFreshStore } from './harness'

/** Marks that are a passage to a reader and of no script to the built-in encoder. */
const symbolsOnly = '… ★ ◆ ● ※ ▲ ■ ○ →'

let store: Store
let bench: Bench

beforeAll(async () => {
  store = await openFreshStore()
})
afterEach(() => bench.close())
afterAll(() => store.close())

async function writeArticles(folder: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await writeFile(
      join(folder, `article-${n}.md`),
      `# Article ${n}\n\nNumber ${n} tells of wing ${n * 7} and its lift at speed ${n * 11}. Nothing else is in it.\n`,
    )
  }
}

/** An encoder that answers only when the test lets it. */
function gatedEncoder(): PassageEncoder & { open(): void; asked: Promise<void> } {
  const inner = countingEncoder()
  let open = () => {}
  let ask = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const asked = new Promise<void>((resolve) => {
    ask = resolve
  })
  return {
    ...inner,
    open: () => open(),
    asked,
    async embed(texts, options) {
      ask()
      await gate
      return inner.embed(texts, options)
    },
  }
}

describe('many files', () => {
  it('indexes 500 small files in few transactions, and streams where they are', async () => {
    const encoder = countingEncoder()
    bench = await openBench(store, { encoder })
    const { folder, library } = bench
    await writeArticles(folder, 500)
    const seen: LibrarySummary[] = []
    const states = new Set<string>()
    library.subscribe((summary, inFlight) => {
      seen.push(summary)
      for (const source of inFlight) {
        states.add(source.state)
        expect(source.progress).toBeGreaterThan(0)
      }
    })
    await library.add([folder])
    await library.whenIdle()
    const summary = await library.summary()
    expect(summary.byState.indexed).toBe(500)
    expect(summary.passages).toBe(500)
    expect(encoder.calls.reduce((sum, texts) => sum + texts, 0)).toBe(500)
    expect(bench.changes.length).toBeLessThan(100)
    expect(states.size).toBeGreaterThan(0)
    expect(seen.map((one) => one.revision)).toEqual([...seen.map((one) => one.revision)].sort((a, b) => a - b))
    const page = await library.list({ offset: 490, limit: 50 })
    expect(page.total).toBe(500)
    expect(page.sources).toHaveLength(10)
  }, 180_000)
})

describe('pause and restart', () => {
  it('does nothing while paused and goes on when resumed', async () => {
    bench = await openBench(store)
    const { folder, library } = bench
    library.pause()
    await writeArticles(folder, 5)
    await library.add([folder])
    expect(await library.summary()).toMatchObject({ paused: true, total: 5 })
    expect((await library.summary()).byState.queued).toBe(5)
    library.resume()
    await library.whenIdle()
    expect((await library.summary()).byState.indexed).toBe(5)
  })

  it('queues again what an earlier run left under way', async () => {
    const encoder = gatedEncoder()
    bench = await openBench(store, { encoder })
    await writeArticles(bench.folder, 5)
    await bench.library.add([bench.folder])
    await encoder.asked
    expect((await bench.library.summary()).byState.embedding).toBeGreaterThan(0)
    bench = await bench.reopen()
    encoder.open()
    await bench.library.whenIdle()
    expect((await bench.library.summary()).byState.indexed).toBe(5)
  })
})

describe('deletion', () => {
  it('says what goes, removes everything derived, and leaves the file out of the next rescan', async () => {
    bench = await openBench(store)
    const { folder, library } = bench
    await writeArticles(folder, 3)
    await writeFile(join(folder, 'code.ts'), 'export function lift(): number {\n  return 42\n}\n')
    await library.add([folder])
    await library.whenIdle()
    const { sources } = await library.list({ offset: 0, limit: 10 })
    const ids = sources.filter((source) => source.name !== 'article-0.md').map((source) => source.id)
    await store.database.query(
      `insert into sessions (session_id, project_id, title, question, state, settings, engine)
       values ('s', 'default', 'Lift', 'What is lift?', 'done', '{}', 'extractive')`,
    )
    await store.database.query(
      `insert into citations (session_id, n, project_id, place, cited_text, cited_text_hash)
       values ('s', 1, 'default', $1::jsonb, 'Number 1 tells', 'x')`,
      [JSON.stringify(placeIn(ids[0]!, 3, 9))],
    )
    expect(await library.citedBy(ids[0]!)).toEqual([
      { sessionId: 's', version: 1, sessionTitle: 'Lift', n: 1, sentence: 'Number 1 tells', start: 3, end: 9 },
    ])
    const preview = await library.previewDeletion(ids)
    expect(preview).toMatchObject({ sources: 3, notes: 0, citingReports: 1, sessions: 0 })
    expect(await library.remove(ids)).toEqual(preview)
    const [left] = await store.database.query(
      `select (select count(*) from sources) as sources, (select count(distinct source_id) from passages) as passages,
              (select count(*) from sections) as sections, (select count(*) from extracts) as extracts, (select count(*) from code_fragments) as fragments,
              (select count(*) from passage_vectors) - (select count(*) from passages) as orphans,
              (select cited_text from citations) as cited`,
    )
    expect(left).toEqual({
      sources: 1,
      passages: 1,
      sections: 1,
      extracts: 1,
      fragments: 0,
      orphans: 0,
      cited: 'Number 1 tells',
    })
    expect(await library.rescan()).toEqual({ changed: 0, missing: 0 })
    // Whoever drops the folder again wants what is in it.
    expect(await library.add([folder])).toMatchObject({ added: 3, unchanged: 1 })
    await library.whenIdle()
    expect(await library.removeRoot(folder)).toMatchObject({ sources: 4 })
    expect((await library.summary()).total).toBe(0)
    expect(await library.rescan()).toEqual({ changed: 0, missing: 0 })
  })
})

describe('folders', () => {
  it('keeps one source per file however folders overlap', async () => {
    bench = await openBench(store)
    const { folder, library } = bench
    await mkdir(join(folder, 'inner'))
    await writeArticles(join(folder, 'inner'), 2)
    await writeArticles(folder, 2)
    await library.add([join(folder, 'inner')])
    await library.add([join(folder, 'article-0.md')])
    await library.add([folder, folder])
    await library.whenIdle()
    const { sources } = await library.list({ offset: 0, limit: 10 })
    expect(sources).toHaveLength(4)
    expect(new Set(sources.map((source) => source.root))).toEqual(new Set([folder]))
  })

  it('tells what a drop becomes before it is taken in', async () => {
    bench = await openBench(store)
    const { folder, library } = bench
    await writeArticles(folder, 2)
    await writeFile(join(folder, 'photo.png'), Buffer.from('89504e470d0a1a0a0000', 'hex'))
    await library.add([join(folder, 'article-0.md')])
    await library.whenIdle()
    const items = await library.inspect([folder, join(folder, 'article-1.md'), join(folder, 'photo.png'), '/no/such'])
    expect(items[0]).toMatchObject({
      becomes: 'folder',
      files: 2,
      ignored: 1,
      byMediaType: { markdown: 2 },
      alreadyIndexed: 1,
      truncated: false,
    })
    expect(items[1]).toMatchObject({ becomes: 'document', mediaType: 'markdown', files: 1, alreadyIndexed: 0 })
    expect(items[2]).toMatchObject({
      becomes: 'unreadable',
      reason: { code: 'read.noText', remedy: { kind: 'runOcr' } },
    })
    expect(items[3]).toMatchObject({ becomes: 'unreadable', reason: { code: 'read.notFound' } })
    await expect(library.add(['/no/such'])).rejects.toThrowError(QuarryError)
  })
})

describe('notes and scripts', () => {
  it('keeps a note with its words and indexes it', async () => {
    bench = await openBench(store)
    const { library } = bench
    const note = await library.addNote({ text: 'Ask Maria about the wing 🪽 data.\nShe has the tables.' })
    expect(note).toMatchObject({ kind: 'note', name: 'Ask Maria about the wing 🪽 data.', path: null })
    await library.whenIdle()
    const text = await library.text(note.id)
    expect(text.text).toContain('She has the tables')
    expect(text.fileState).toBe('none')
    expect(text.source.state).toBe('indexed')
    await expect(library.addNote({ text: ' \n' })).rejects.toMatchObject({ code: 'input.empty' })
  })

  it('gives no vector to a script that the encoder does not cover', async () => {
    bench = await openBench(store)
    const { folder, library } = bench
    await writeFile(join(folder, '机翼.txt'), '机翼产生升力。飞机因此能够飞行，这是空气动力学的基本问题。')
    await library.add([folder])
    await library.whenIdle()
    const rows = await store.database.query<{ coverage: string; search_text: string; vectors: number }>(
      `select coverage, search_text, (select count(*) from passage_vectors) as vectors from passages`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ coverage: 'keyword', vectors: 0 })
    expect(rows[0]!.search_text).toContain('升力 ')
    expect((await library.summary()).keywordOnlyPassages).toBe(1)
  })

  it('gives no vector to symbols, nor to a text for which the encoder answers zeros', async () => {
    const inference = await startInference({ modelDirectory: resolve('.cache/models/quarry-use-lite-en'), workersDir })
    try {
      bench = await openBench(store, {
        encoder: {
          model: inference.model,
          // The built-in encoder answers zeros for a text without any token, as for white space.
          embed: (texts, options) =>
            inference.embed(
              texts.map((text) => (text.includes('wing') ? text : ' ')),
              options,
            ),
        },
      })
      const { folder, library } = bench
      await writeFile(join(folder, 'symbols.txt'), symbolsOnly)
      await writeFile(join(folder, 'tokenless.txt'), 'Letters that stand for a text without tokens.')
      await writeFile(join(folder, 'words.txt'), 'The wing of an aeroplane gives lift.')
      await library.add([folder])
      await library.whenIdle()
      const rows = await store.database.query<{ name: string; coverage: string; vectors: number }>(
        `select s.name, p.coverage, (select count(*) from passage_vectors v where v.passage_id = p.passage_id) as vectors
         from passages p join sources s using (source_id) order by s.name`,
      )
      expect(rows).toEqual([
        { name: 'symbols.txt', coverage: 'keyword', vectors: 0 },
        { name: 'tokenless.txt', coverage: 'keyword', vectors: 0 },
        { name: 'words.txt', coverage: 'dense', vectors: 1 },
      ])
    } finally {
      await inference.close()
    }
  })
})

describe('errors', () => {
  it('shows what failed and takes it up again on request', async () => {
    let broken = true
    const inner = countingEncoder()
    bench = await openBench(store, {
      encoder: {
        ...inner,
        async embed(texts, options) {
          if (broken && texts.some((text) => text.includes('Number 2 '))) {
            throw new QuarryError('inference.failed', 'Number 2 spoilt it.')
          }
          return inner.embed(texts, options)
        },
      },
    })
    const { folder, library } = bench
    await writeArticles(folder, 5)
    await library.add([folder])
    await library.whenIdle()
    const failed = (await library.list({ offset: 0, limit: 10, filter: { states: ['failed'] } })).sources
    expect(failed.map((source) => [source.name, source.error?.code])).toEqual([['article-2.md', 'inference.failed']])
    broken = false
    expect(await library.retryAllFailed()).toBe(1)
    await library.whenIdle()
    expect((await library.summary()).byState).toMatchObject({ indexed: 5, failed: 0 })
  })
})

describe('files that do not hold still', () => {
  it('indexes a log while it is written, and reads it again once it has rested', async () => {
    bench = await openBench(store)
    const { library, folder } = bench
    const path = join(folder, 'moths.log.txt')
    const lines = 'A moth came to the lamp and left again. '.repeat(10_000)
    await writeFile(path, `The first moth of the night.\n${lines}\n`)
    let isWriting = true
    const writing = (async () => {
      while (isWriting) await appendFile(path, 'One more moth came to the lamp.\n')
    })()
    onTestFinished(async () => {
      isWriting = false
      await writing
    })
    await library.add([path])
    await library.whenIdle()
    const [source] = (await library.list({ offset: 0, limit: 1 })).sources
    expect(source).toMatchObject({ state: 'indexed' })
    expect(await library.extractedText(source!.id)).toMatch(/^The first moth of the night\./)
    isWriting = false
    await writing
    await appendFile(path, 'The last moth of the night.\n')

    const intake = { database: store.database, projectId: 'default', detect, onQueued: () => undefined }
    let restingMs = 0
    const onResting = (ms: number) => {
      restingMs = ms
    }
    expect(await rescanLibrary(intake, undefined, onResting)).toMatchObject({ changed: 0 })
    expect(restingMs).toBeGreaterThan(0)
    expect(restingMs).toBeLessThanOrEqual(600_000)
    // A person who asks for it does not wait.
    expect(await library.rescan()).toMatchObject({ changed: 1 })
    await library.whenIdle()
    expect(await library.extractedText(source!.id)).toContain('The last moth of the night.')
  })

  it('says of a file that vanished before it was opened that it did, and keeps what was indexed of it', async () => {
    bench = await openBench(store)
    const { library, folder } = bench
    await writeArticles(folder, 2)
    const [known, fresh] = [join(folder, 'article-0.md'), join(folder, 'article-1.md')]
    await library.add([known])
    await library.whenIdle()
    library.pause()
    await appendFile(known, 'It changed.\n')
    await library.add([known, fresh])
    await rm(known)
    await rm(fresh)
    library.resume()
    await library.whenIdle()
    const { sources } = await library.list({ offset: 0, limit: 10 })
    expect(sources.map(({ name, state, error, passages }) => [name, state, error?.code, passages])).toEqual(
      expect.arrayContaining([
        ['article-0.md', 'missing', undefined, 1],
        ['article-1.md', 'failed', 'read.notFound', 0],
      ]),
    )
  })
})

describe('changes of what makes the index', () => {
  function vectorsByModel() {
    return store.database.query(
      `select model, vector_dims(embedding) as dimensions, count(*) as vectors from passage_vectors
       group by 1, 2 order by 1`,
    )
  }

  it('reads again what an older reader read, and nothing else', async () => {
    bench = await openBench(store)
    await writeArticles(bench.folder, 2)
    await writeFile(join(bench.folder, 'plain.txt'), 'Plain text tells of a wing and of its lift.')
    await bench.library.add([bench.folder])
    await bench.library.whenIdle()
    const before = await extracts()
    expect(before.map((row) => row.reader)).toEqual(['markdown', 'markdown', 'plain-text'])
    for (const row of before) expect(row.reader_version).toBe(readerVersions[row.reader as 'markdown'])
    // As if the last version of the app had had an older reader of Markdown.
    await store.database.query(`update extracts set reader_version = 0, text = 'older' where reader = 'markdown'`)
    bench = await bench.reopen()
    await bench.library.whenCurrent()
    await bench.library.whenIdle()
    const after = await extracts()
    expect(after.map(({ text, reader_version }) => ({ text, reader_version }))).toEqual(
      before.map(({ text, reader_version }) => ({ text, reader_version })),
    )
    expect(after.map((row, index) => row.created_at === before[index]!.created_at)).toEqual([false, false, true])

    function extracts() {
      return store.database.query<{ reader: string; reader_version: number; text: string; created_at: string }>(
        `select e.reader, e.reader_version, e.text, e.created_at
         from extracts e join sources s using (source_id) order by s.name`,
      )
    }
  })

  it('segments anew what another segmenter made', async () => {
    bench = await openBench(store)
    await writeArticles(bench.folder, 3)
    await bench.library.add([bench.folder])
    await bench.library.whenIdle()
    await store.database.query(`update index_versions set value = 'older' where key = 'segmenter'`)
    await store.database.query(`update passages set search_text = 'older'`)
    await store.database.query(`update sections set search_text = 'older'`)
    bench = await bench.reopen()
    await bench.library.whenCurrent()
    const rows = await store.database.query<{ search_text: string }>('select search_text from passages')
    expect(rows).toHaveLength(3)
    for (const row of rows) expect(row.search_text).toContain('wing')
    expect(await store.database.query('select search_text from sections order by 1')).toEqual(
      rows.sort((a, b) => (a.search_text < b.search_text ? -1 : 1)),
    )
  })

  it('finds a long text by its words at once, and keeps each batch of its vectors whoever ends Quarry', async () => {
    bench = await openBench(store)
    await bench.library.whenCurrent()
    // The first of its batches comes, the others wait for ever.
    const encoder = countingEncoder()
    const halting: PassageEncoder = {
      ...encoder,
      embed: (texts, options) =>
        encoder.calls.length < 4 ? encoder.embed(texts, options) : new Promise(() => undefined),
    }
    bench = await bench.reopen({ encoder: halting })
    const sections = Array.from({ length: 2100 }, (_, n) => `## Part ${n}\n\nPart ${n} is of lift ${n * 7}.\n`)
    await writeFile(join(bench.folder, 'long.md'), `# Long\n\n${sections.join('\n')}`)
    await bench.library.add([bench.folder])
    await bench.library.whenIdle()
    await expect.poll(vectorsByModel).toEqual([{ model: 'counting', dimensions: 512, vectors: 256 }])
    const { passages, byState, passagesWithoutVector, keywordOnlyPassages } = await bench.library.summary()
    expect({ byState, keywordOnlyPassages }).toMatchObject({ byState: { indexed: 1 }, keywordOnlyPassages: 0 })
    expect(passagesWithoutVector).toBe(passages - 256)

    const last = countingEncoder()
    bench = await bench.reopen({ encoder: last })
    await bench.library.whenCurrent()
    expect(await vectorsByModel()).toEqual([{ model: 'counting', dimensions: 512, vectors: passages }])
    expect(last.calls.reduce((sum, texts) => sum + texts, 0)).toBe(passages - 256)
    expect((await bench.library.summary()).passagesWithoutVector).toBeUndefined()
    bench = await bench.reopen({ encoder: last })
    await bench.library.whenCurrent()
    expect(last.calls.reduce((sum, texts) => sum + texts, 0)).toBe(passages - 256)
  })

  it('embeds for another model beside the vectors there are, which are there when it is chosen again', async () => {
    // Unlike the small one it reads Chinese.
    const large = countingEncoder('large', 1024, ['Latin', 'Han'])
    const small = countingEncoder('small', 3)
    bench = await openBench(store, { encoder: large })
    await writeArticles(bench.folder, 3)
    await writeFile(join(bench.folder, 'chinese.md'), '# 检索\n\n向量检索的研究。\n')
    await bench.library.add([bench.folder])
    await bench.library.whenIdle()
    await bench.library.whenCurrent()
    expect(await vectorsByModel()).toEqual([{ model: 'large', dimensions: 1024, vectors: 4 }])
    expect(await bench.library.summary()).toMatchObject({ keywordOnlyPassages: 0 })

    bench = await bench.reopen({ encoder: small })
    await bench.library.whenCurrent()
    expect(bench.changes.flatMap((change) => change.addedPassages)).toHaveLength(3)
    const both = [
      { model: 'large', dimensions: 1024, vectors: 4 },
      { model: 'small', dimensions: 3, vectors: 3 },
    ]
    expect(await vectorsByModel()).toEqual(both)
    expect(await bench.library.summary()).toMatchObject({ keywordOnlyPassages: 1 })
    await writeFile(join(bench.folder, 'later.md'), '# Later\n\nIt came while the small one was chosen.\n')
    await bench.library.add([bench.folder])
    await bench.library.whenIdle()

    const embedded = large.calls.length
    bench = await bench.reopen({ encoder: large })
    await bench.library.whenCurrent()
    // Only what came in between.
    expect(large.calls.slice(embedded)).toEqual([1])
    expect(await vectorsByModel()).toEqual([
      { model: 'large', dimensions: 1024, vectors: 5 },
      { model: 'small', dimensions: 3, vectors: 4 },
    ])
    expect(await bench.library.summary()).toMatchObject({ keywordOnlyPassages: 0 })
  })

  it('embeds anew only what belongs to its project', async () => {
    bench = await openBench(store)
    await writeArticles(bench.folder, 2)
    await bench.library.add([bench.folder])
    await bench.library.whenIdle()
    await bench.library.whenCurrent()
    await store.database.query(`insert into projects (project_id, name) values ('other', 'Other')`)
    await store.database.query(
      `update passages set project_id = 'other' where passage_id = (select min(passage_id) from passages)`,
    )
    bench = await bench.reopen({ encoder: countingEncoder('another', 8) })
    await bench.library.whenCurrent()
    const rows = await store.database.query(
      `select p.project_id, v.model from passages p join passage_vectors v using (passage_id) order by 1, 2`,
    )
    expect(rows).toEqual([
      { project_id: 'default', model: 'another' },
      { project_id: 'default', model: 'counting' },
      { project_id: 'other', model: 'counting' },
    ])
    await store.database.query(`update passages set project_id = 'default'`)
    await store.database.query(`delete from projects where project_id = 'other'`)
  })
})

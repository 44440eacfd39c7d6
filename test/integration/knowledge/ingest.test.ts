import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { detect } from '../../../main/knowledge/reading'
import { createLibraryWatch } from '../../../main/knowledge/watch/library-watch'
import type { Store } from '../../../main/store'
import { figuresPdf, prose } from '../../fixtures/figures-pdf'
import { type Bench, countingEncoder, openBench, openFreshStore } from './harness'

let store: Store
let bench: Bench

beforeAll(async () => {
  store = await openFreshStore()
})
afterEach(() => bench.close())
afterAll(() => store.close())

const article = (topic: string, paragraphs = 3) =>
  `# On ${topic}\n\n${Array.from({ length: paragraphs }, (_, n) => `Paragraph ${n} says that ${topic} matters for reasons that a reader will find below. It goes on for a while, so that there is something to cut.`).join('\n\n')}\n`

it('tells pages whose letters have codes of their own, and indexes none of them', async () => {
  bench = await openBench(store)
  const { folder, library } = bench
  const garbled = 'lZ [yabmo^z[{j= b|~Z=q vbmot v Z@m t v Z@m{j=[o t ^t= I[o lZ bZ@m j=r x h lZ j z |}n kbZ@v Z@^bkbZ@'
  const unreadable = { lines: Array.from({ length: 6 }, (_, line) => ({ text: garbled, x: 72, y: 80 + 13 * line })) }
  await writeFile(join(folder, 'whole.pdf'), figuresPdf([unreadable, { lines: prose(80) }, unreadable]))
  await writeFile(join(folder, 'part.pdf'), figuresPdf([{ lines: prose(80) }, unreadable, { lines: prose(81) }]))
  await library.add([folder])
  await library.whenIdle()
  const { sources } = await library.list({ offset: 0, limit: 10 })
  const named = (name: string) => sources.find((source) => source.name === name)
  expect(named('whole.pdf')).toMatchObject({
    state: 'failed',
    error: { code: 'read.unreadableText', remedy: { kind: 'saveAsPictures' }, context: { pages: 2 } },
  })
  expect(named('part.pdf')).toMatchObject({ state: 'indexed', unreadPages: 1 })
  const texts = await store.database.query<{ text: string }>('select text from passages')
  expect(texts.filter(({ text }) => text.includes('yabmo'))).toEqual([])
})

it('takes in a mixed folder: good files are indexed, a corrupt one says why, junk is passed over', async () => {
  bench = await openBench(store)
  const { folder, library } = bench
  await mkdir(join(folder, 'notes'))
  await mkdir(join(folder, 'node_modules/lodash'), { recursive: true })
  await writeFile(join(folder, 'notes/wings.md'), article('wings'))
  await writeFile(join(folder, 'notes/data.csv'), 'name,speed\nmoth,3\nswift,30\n')
  await writeFile(join(folder, 'broken.pdf'), '%PDF-1.7\nthis is no PDF at all')
  await writeFile(join(folder, 'node_modules/lodash/readme.md'), article('lodash'))
  await writeFile(join(folder, '.hidden.md'), article('secrets'))
  await writeFile(join(folder, 'photo.png'), Buffer.from('89504e470d0a1a0a0000', 'hex'))

  const counts = await library.add([folder])
  expect(counts).toMatchObject({ added: 3, unchanged: 0, ignored: 3, refused: [] })
  await library.whenIdle()

  const { sources, total } = await library.list({ offset: 0, limit: 10 })
  expect(total).toBe(3)
  const byName = Object.fromEntries(sources.map((source) => [source.name, source]))
  expect(byName['wings.md']).toMatchObject({ state: 'indexed', mediaType: 'markdown', error: null, root: folder })
  expect(byName['wings.md']!.passages).toBeGreaterThan(0)
  expect(byName['data.csv']).toMatchObject({ state: 'indexed', mediaType: 'table' })
  expect(byName['broken.pdf']).toMatchObject({ state: 'failed', passages: 0 })
  expect(byName['broken.pdf']!.error?.code).toMatch(/^read\./)

  const passages = await store.database.query<{
    text: string
    start_offset: number
    end_offset: number
    extract: string
  }>(`select p.text, p.start_offset, p.end_offset, e.text as extract from passages p join extracts e using (source_id)`)
  for (const passage of passages) {
    expect(passage.extract.slice(passage.start_offset, passage.end_offset)).toBe(passage.text)
  }
  const [counted] = await store.database.query<{ passages: number; vectors: number }>(
    `select (select count(*) from passages) as passages, (select count(*) from passage_vectors) as vectors`,
  )
  expect(counted).toEqual({ passages: passages.length, vectors: passages.length })
  expect(bench.changes.flatMap((change) => change.addedPassages)).toHaveLength(passages.length)
})

it('embeds once what stands in a file a thousand times', async () => {
  const encoder = countingEncoder()
  bench = await openBench(store, { encoder })
  const path = join(bench.folder, 'again.txt')
  await writeFile(path, 'This line stands here again and again, as it does in what machines write.\n\n'.repeat(2000))
  await bench.library.add([path])
  await bench.library.whenIdle()
  const [counted] = await store.database.query<{ passages: number; vectors: number }>(
    `select (select count(*) from passages) as passages, (select count(*) from passage_vectors) as vectors`,
  )
  expect(counted!.passages).toBeGreaterThan(200)
  expect(counted!.vectors).toBe(counted!.passages)
  expect(encoder.calls.reduce((sum, texts) => sum + texts, 0)).toBeLessThan(5)
})

it('reads nothing again that did not change, and indexes anew what did', async () => {
  bench = await openBench(store)
  const { folder, library } = bench
  const path = join(folder, 'wings.md')
  await writeFile(path, article('wings'))
  await writeFile(join(folder, 'tails.md'), article('tails'))
  await library.add([folder])
  await library.whenIdle()
  expect(await library.add([folder, path])).toMatchObject({ added: 0, unchanged: 3 })

  const before = await extractTimes()
  await utimes(path, new Date(), new Date(Date.now() + 5000))
  expect(await library.rescan()).toEqual({ changed: 1, missing: 0 })
  await library.whenIdle()
  expect(await extractTimes()).toEqual(before)

  const oldPassages = await store.database.query<{ passage_id: number }>(
    `select passage_id from passages join sources using (source_id) where name = 'wings.md'`,
  )
  // What a person said of the source stays with it.
  const sourceId = (await library.list({ offset: 0, limit: 1, filter: { text: 'wings' } })).sources[0]!.id
  const { text } = await library.text(sourceId)
  const start = text.indexOf('wings')
  await library.annotate({ sourceId, range: { start, end: start + 5 }, note: 'Compare' })
  await library.annotate({ sourceId, range: { start: 0, end: text.length }, note: '' })
  await library.label({ kind: 'tag', name: 'aviation', sourceIds: [sourceId], has: true })
  await writeFile(path, `Not of wings alone.\n\n${article('propellers', 5)}`)
  expect(await library.rescan()).toEqual({ changed: 1, missing: 0 })
  await library.whenIdle()
  const { sources } = await library.list({ offset: 0, limit: 10, filter: { text: 'wings' } })
  expect(sources).toHaveLength(1)
  const again = (await library.text(sources[0]!.id)).text
  expect(again).toContain('propellers')
  expect(sources[0]).toMatchObject({ id: sourceId, tags: ['aviation'] })
  const at = again.indexOf('wings')
  const annotations = await library.annotations(sourceId)
  expect(annotations.map(({ range, note }) => [range, note])).toEqual([
    [null, ''],
    [{ start: at, end: at + 5 }, 'Compare'],
  ])
  expect((await library.previewDeletion([sourceId])).annotations).toBe(2)
  const removed = bench.changes.flatMap((change) => change.removedPassages)
  expect(removed.sort()).toEqual(oldPassages.map((row) => row.passage_id).sort())

  function extractTimes() {
    return store.database.query(`select source_id, created_at from extracts order by 1`)
  }
})

it('flags a deleted file and knows a renamed one again', async () => {
  bench = await openBench(store)
  const { folder, library } = bench
  await writeFile(join(folder, 'gone.md'), article('gone'))
  await writeFile(join(folder, 'old-name.md'), article('moving'))
  await library.add([folder])
  await library.whenIdle()
  const idOf = async (name: string) =>
    (await library.list({ offset: 0, limit: 10, filter: { text: name } })).sources[0]?.id
  const movingId = await idOf('old-name')
  await rm(join(folder, 'gone.md'))
  await rename(join(folder, 'old-name.md'), join(folder, 'new-name.md'))
  expect(await library.rescan()).toEqual({ changed: 1, missing: 2 })
  await library.whenIdle()
  expect(await idOf('new-name')).toBe(movingId)
  const gone = (await library.list({ offset: 0, limit: 10, filter: { states: ['missing'] } })).sources
  expect(gone.map((source) => source.name)).toEqual(['gone.md'])
  expect(gone[0]!.passages).toBeGreaterThan(0)
  const text = await library.text(gone[0]!.id)
  expect(text.fileState).toBe('missing')
  expect(text.text).toContain('gone')
})

it('forgets a file of a folder that was gone before it was read, and keeps it while its drive is away', async () => {
  bench = await openBench(store)
  const { folder, library } = bench
  const drive = join(folder, 'drive')
  await mkdir(drive)
  await writeFile(join(drive, 'kept.md'), article('keeping'))
  await writeFile(join(drive, 'download.pdf'), '%PDF-1.7 and no more')
  await writeFile(join(folder, 'alone.pdf'), '%PDF-1.7 and no more')
  await library.add([drive, join(folder, 'alone.pdf')])
  await library.whenIdle()
  const states = async () =>
    Object.fromEntries((await library.list({ offset: 0, limit: 10 })).sources.map(({ name, state }) => [name, state]))
  const both = { 'download.pdf': 'failed', 'alone.pdf': 'failed' }
  expect(await states()).toEqual({ ...both, 'kept.md': 'indexed' })
  // What could be read before and is gone when it is read again has its text still.
  library.pause()
  await writeFile(join(drive, 'kept.md'), article('changing', 5))
  await library.rescan()
  await rm(join(drive, 'kept.md'))
  library.resume()
  await library.whenIdle()
  expect((await states())['kept.md']).toBe('missing')

  await rename(drive, join(folder, 'unplugged'))
  await rm(join(folder, 'alone.pdf'))
  await library.rescan()
  expect(await states()).toEqual({ ...both, 'kept.md': 'missing' })
  await rename(join(folder, 'unplugged'), drive)
  await rm(join(drive, 'download.pdf'))
  await library.rescan()
  expect(await states()).toEqual({ 'alone.pdf': 'failed', 'kept.md': 'missing' })
})

it('keeps what it knows of a drive that vanishes, and of a folder that is dropped again where it was moved to', async () => {
  bench = await openBench(store)
  const { folder, library } = bench
  const [before, after] = [join(folder, 'before'), join(folder, 'after')]
  await mkdir(before)
  for (const name of ['one', 'two']) await writeFile(join(before, `${name}.md`), article(name))
  await library.add([before])
  await library.whenIdle()
  const known = async () => {
    const passages = await store.database.query<{ passage_id: number }>(
      'select passage_id from passages where project_id = $1 order by passage_id',
      ['default'],
    )
    const { sources } = await library.list({ offset: 0, limit: 10 })
    return { ids: sources.map(({ id }) => id).sort(), passages: passages.map((row) => row.passage_id) }
  }
  const states = async () => (await library.list({ offset: 0, limit: 10 })).sources.map(({ state }) => state)
  const first = await known()
  expect(first.passages.length).toBeGreaterThan(1)

  await rename(before, join(folder, 'unplugged'))
  expect(await library.rescan()).toEqual({ changed: 0, missing: 2 })
  expect(await known()).toEqual(first)
  await rename(join(folder, 'unplugged'), before)
  await library.rescan()
  await library.whenIdle()
  expect(await states()).toEqual(['indexed', 'indexed'])
  expect(await known()).toEqual(first)

  await rename(before, after)
  await library.add([after])
  await library.whenIdle()
  expect(await states()).toEqual(['indexed', 'indexed'])
  expect(await known()).toEqual(first)
})

it('takes copies for no moved files while a drive is away, and equal files of a moved folder each for its own', async () => {
  bench = await openBench(store)
  const { folder, library } = bench
  const [before, after, copies] = ['before', 'after', 'copies'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const write = async (root: string, path: string, topic: string) => {
    await mkdir(join(root, path, '..'), { recursive: true })
    await writeFile(join(root, path), article(topic))
  }
  for (const part of ['a', 'b', 'c']) await write(before, `${part}/LICENSE.md`, 'licences')
  await write(before, 'papers/one.md', 'one')
  await library.add([before])
  await library.whenIdle()
  const known = async (root: string) =>
    (
      await store.database.query<{ path: string; source_id: string }>(
        'select substr(path, $1) as path, source_id from sources where root = $2 order by path',
        [root.length + 2, root],
      )
    ).map(({ path, source_id }) => [path, source_id])
  const first = await known(before)

  await rename(before, join(folder, 'unplugged'))
  await write(copies, 'one.md', 'one')
  await library.add([copies])
  await library.whenIdle()
  expect(await known(before)).toEqual(first)
  expect(await known(copies)).toHaveLength(1)

  await rename(join(folder, 'unplugged'), after)
  await library.add([after])
  await library.whenIdle()
  expect(await known(after)).toEqual(first)
  expect(await known(before)).toEqual([])
})

it('embeds once what is in several files, dropped together or later', async () => {
  const encoder = countingEncoder()
  bench = await openBench(store, { encoder })
  const { folder, library } = bench
  for (const name of ['one', 'copy']) await writeFile(join(folder, `${name}.md`), article('same'))
  await library.add([folder])
  await library.whenIdle()
  const texts = () => encoder.calls.reduce((sum, count) => sum + count, 0)
  const embedded = texts()
  const { passages } = (await library.list({ offset: 0, limit: 1 })).sources[0]!
  expect(embedded).toBe(passages)
  await writeFile(join(folder, 'later.md'), article('same'))
  await library.rescan()
  await library.whenIdle()
  expect(texts()).toBe(embedded)
  const rows = await store.database.query<{ vectors: number }>(
    `select count(v.passage_id) as vectors from passages p left join passage_vectors v using (passage_id)
     where p.project_id = $1 group by p.source_id`,
    ['default'],
  )
  expect(rows.map((row) => row.vectors)).toEqual([passages, passages, passages])
})

it('embeds the same bytes anew where their name has them cut otherwise', async () => {
  const encoder = countingEncoder()
  bench = await openBench(store, { encoder })
  const { folder, library } = bench
  const lines = Array.from(
    { length: 30 },
    (_, n) => `  speed_${n}: 3 # metres a second, as the manual of the turbine says`,
  )
  const settings = ['alpha:', ...lines, ''].join('\n')
  const texts = () => encoder.calls.reduce((sum, count) => sum + count, 0)
  const counts: number[] = []
  for (const names of [['a.yaml', 'b.ini'], ['c.yaml'], ['d.cfg']]) {
    for (const name of names) await writeFile(join(folder, name), settings)
    await library.add([folder])
    await library.whenIdle()
    counts.push(texts())
  }
  const { sources } = await library.list({ offset: 0, limit: 10 })
  const each = sources[0]!.passages
  expect(sources.map(({ passages }) => passages)).toEqual([each, each, each, each])
  expect(counts).toEqual([2 * each, 2 * each, 2 * each])
})

it('looks once more for who asks while it looks, as it may have passed what changed since', async () => {
  bench = await openBench(store)
  const { folder, library } = bench
  const path = join(folder, 'passed.md')
  await writeFile(path, article('before'))
  await library.add([folder])
  await library.whenIdle()
  // Holds the first look where it has seen all files and not written yet.
  let hold = () => {}
  const held = new Promise<void>((resolve) => {
    hold = resolve
  })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let isFirst = true
  const { database } = store
  const query: typeof database.query = async (sql, ...more) => {
    if (isFirst && sql.includes('insert into sources')) {
      isFirst = false
      hold()
      await released
    }
    return database.query(sql, ...more)
  }
  const watch = createLibraryWatch({
    database,
    projectId: 'default',
    isWatching: false,
    intake: { database: { ...database, query }, projectId: 'default', detect, onQueued: () => undefined },
    onRescanned: () => undefined,
    onError: (error) => {
      throw error
    },
  })
  const first = watch.rescan()
  await held
  await writeFile(path, article('after', 5))
  const [second, third] = [watch.rescan(), watch.rescan()]
  release()
  expect([await first, await second, await third]).toEqual([
    { changed: 0, missing: 0 },
    { changed: 1, missing: 0 },
    { changed: 1, missing: 0 },
  ])
  watch.close()
  await watch.settled()
})

it('sees by itself that something changed in a dropped folder', async () => {
  bench = await openBench(store, { watch: true })
  const { folder, library } = bench
  await mkdir(join(folder, 'inner'))
  await writeFile(join(folder, 'inner/first.md'), article('first'))
  await library.add([folder])
  await library.whenIdle()
  const seen = new Promise<void>((resolve) => {
    library.subscribe(({ byState }) => {
      if (byState.indexed === 2) resolve()
    })
  })
  await writeFile(join(folder, 'inner/second.md'), article('second'))
  await seen
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../../main/store'
import { type Bench, closeTestStore, openBench, openTestStore } from './harness'

let store: Store
let bench: Bench

beforeAll(async () => {
  store = await openTestStore()
})
afterEach(() => bench.close())
afterAll(() => closeTestStore(store))

const page = (title: string, meta: string): string =>
  `<html><head><title>${title}</title>${meta}</head><body><p>What ${title} says of it, in words enough to be read.</p></body></html>`

it('a source is what its file says, a list of references by DOI or title, and before both what a person says', async () => {
  bench = await openBench(store)
  const { folder, library } = bench
  await writeFile(join(folder, 'waves.html'), page('Waves', '<meta name="citation_doi" content="10.1000/182">'))
  await writeFile(
    join(folder, 'heat.html'),
    page('Storing heat in the ground', '<meta name="author" content="Ada Lovelace">'),
  )
  await writeFile(join(folder, 'other.html'), page('Other', ''))
  await library.add([folder])
  library.start()
  await library.whenIdle()
  const named = new Map((await library.list({ offset: 0, limit: 10 })).sources.map(({ name, id }) => [name, id]))
  const [waves, heat, other] = ['waves.html', 'heat.html', 'other.html'].map((name) => named.get(name)!) as [
    string,
    string,
    string,
  ]
  expect(await library.work(heat)).toEqual({
    work: { type: 'webpage', title: 'Storing heat in the ground', author: [{ given: 'Ada', family: 'Lovelace' }] },
    origin: { kind: 'file' },
  })

  await writeFile(
    join(folder, 'refs.bib'),
    `@article{w, title={Waves of Water}, author={Müller, Hans}, doi={10.1000/182}, year=2004}
@article{h, title={{Storing Heat} in the Ground.}, year=1999, publisher={X}}
@article{o, title={Other}, year=1990}`,
  )
  await library.add([join(folder, 'refs.bib')])
  await library.whenIdle()
  const list = (await library.list({ offset: 0, limit: 10, filter: { text: 'refs' } })).sources[0]!
  expect(list).toMatchObject({ mediaType: 'references', state: 'indexed' })
  const origin = { kind: 'list', sourceId: list.id, name: 'refs.bib' }
  const works = await library.works([waves, heat, other, 'gone'])
  expect([waves, heat, other, 'gone'].map((id) => works.get(id))).toMatchObject([
    { origin, work: { title: 'Waves of Water', DOI: '10.1000/182', issued: { 'date-parts': [[2004]] } } },
    { origin, work: { author: [{ family: 'Lovelace' }], publisher: 'X', issued: { 'date-parts': [[1999]] } } },
    // A short title is that of many works.
    { origin: { kind: 'file' } },
    undefined,
  ])

  const described = { type: 'book' as const, title: 'Waves, corrected' }
  expect(await library.describeWork(waves, described)).toEqual({ work: described, origin: { kind: 'person' } })
  expect((await library.works([waves])).get(waves)).toEqual({ work: described, origin: { kind: 'person' } })
  expect((await library.describeWork(waves, null)).origin).toEqual(origin)
  await library.remove([list.id])
  expect((await library.work(waves)).origin).toEqual({ kind: 'file' })
  await expect(library.describeWork('gone', described)).rejects.toMatchObject({ code: 'source.notFound' })
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { sourcesThatFit } from '../../../main/recall/source-filter'
import type { Store } from '../../../main/store'
import { type Bench, openBench, openFreshStore } from './harness'

let store: Store
let bench: Bench

beforeAll(async () => {
  store = await openFreshStore()
})
afterEach(() => bench.close())
afterAll(() => store.close())

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

it('a message is of the day on which it was sent, whenever its file was written', async () => {
  bench = await openBench(store)
  const { folder, library } = bench
  const message = (subject: string, date: string): string =>
    `From: Ann <ann@example.org>\nTo: Bob <bob@example.org>\nSubject: ${subject}\nDate: ${date}\n\nThe pump was looked at in ${subject}.\n`
  const march = 'Mon, 04 Mar 2019 10:00:00 +0000'
  await writeFile(join(folder, 'march.eml'), message('Visit to the pump', march))
  await writeFile(join(folder, 'never.eml'), message('A day that is none (2019-02-31)', 'soon'))
  const inBox = (one: string): string => `From ann@example.org Mon Mar  4 10:00:00 2019\n${one}\n`
  await writeFile(
    join(folder, 'box.mbox'),
    inBox(message('Spring', march)) + inBox(message('Summer', 'Fri, 05 Jul 2019 10:00:00 +0000')),
  )
  await library.add([folder])
  library.start()
  await library.whenIdle()
  const { sources } = await library.list({ offset: 0, limit: 10 })
  const idOf = (file: string): string => sources.find(({ name }) => name === file)!.id
  const today = new Date().toISOString().slice(0, 10)
  const dates = await library.dates(sources.map(({ id }) => id))
  expect(dates).toHaveLength(3)
  expect(dates).toEqual(
    expect.arrayContaining([
      { sourceId: idOf('march.eml'), title: 'Visit to the pump', kind: 'issued', date: '2019-03-04' },
      expect.objectContaining({ sourceId: idOf('never.eml'), kind: 'fileChanged' }),
      expect.objectContaining({ sourceId: idOf('box.mbox'), kind: 'fileChanged' }),
    ]),
  )
  const within = async (filter: { since?: string; until?: string }) =>
    (
      await sourcesThatFit(store.database, filter, { projectId: 'default', sourceIds: undefined, signal: undefined })
    )?.toSorted()
  const named = (...files: string[]): string[] => files.map(idOf).toSorted()
  // Messages of a mailbox are told apart once they are found.
  expect(await within({ since: '2019-03-01', until: '2019-03-05' })).toEqual(named('march.eml', 'box.mbox'))
  expect(await within({ since: today })).toEqual(named('never.eml', 'box.mbox'))
})

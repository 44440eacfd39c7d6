import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { isClaim } from '../../../contract/report/report'
import { speechIn } from '../../../wording'
import { toldReadings } from '../../../wording/told-readings'
import { quarryOfFile } from '../../fixtures/runtime'

const openProject = quarryOfFile('everyday-questions')
const patience = { timeout: 60_000, interval: 100 }

const text = { type: 'string' }
const whole = { type: 'integer' }
const parameter = (name: string, place: 'path' | 'query', schema: object = text) => ({
  name,
  in: place,
  required: place === 'path',
  schema,
})
const operation = (summary: string, ...parameters: object[]) => ({ get: { summary, parameters, responses: {} } })

/** A register of stations and the people who look after them, as a real one is built: ids in paths, names in lists. */
async function openRegister() {
  const stations = [
    { id: 7, name: 'Chur', river: 'Rhine', level: { value: 293 }, keepers: [{ name: 'Ada Keller' }] },
    { id: 8, name: 'Mainz', river: 'Rhine', level: { value: 421 }, keepers: [] },
    { id: 9, name: 'Celle', river: 'Aller', level: { value: 187 }, keepers: [{ name: 'Bo Lind' }] },
  ]
  const seen: string[] = []
  const server = createServer(({ url = '' }, response) => {
    seen.push(url)
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1')
    const river = searchParams.get('river')
    const answer =
      pathname === '/stations'
        ? { stations: stations.filter((station) => river === null || station.river === river) }
        : pathname === '/keepers'
          ? {
              keepers: [
                { id: 71, name: 'Keller, Ada' },
                { id: 72, name: 'Lind, Bo' },
              ].filter(({ name }) => name.includes((searchParams.get('name') ?? '').split(' ').at(-1)!)),
            }
          : pathname === '/stations/7'
            ? { ...stations[0], history: 'x'.repeat(70_000) }
            : pathname === '/keepers/71/visits'
              ? [{ day: '2026-11-02', station: 'Chur', note: 'calm' }]
              : null
    response.writeHead(answer === null ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { error: 'not found' }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { work, call } = await openProject()
  const { port } = server.address() as { port: number }
  const description = {
    openapi: '3.0.3',
    info: { title: 'Gauges', version: '1' },
    servers: [{ url: `http://127.0.0.1:${port}` }],
    paths: {
      '/stations': operation('List stations', parameter('river', 'query'), parameter('limit', 'query', whole)),
      '/archive/stations/{stationId}': operation('One station', parameter('stationId', 'path', whole)),
      '/stations/{stationId}': operation('A station of the river', parameter('stationId', 'path', whole)),
      '/keepers': operation('List keepers', parameter('name', 'query')),
      '/keepers/{keeperId}/visits': operation('Visits of a keeper', parameter('keeperId', 'path', whole)),
    },
  }
  await writeFile(join(work, 'gauges.json'), JSON.stringify(description))
  await call('settings.set', { egress: 'local' })
  await call('library.add', { paths: [join(work, 'gauges.json')] })
  await vi.waitUntil(async () => (await call('resources.summary')).byType.api > 0, patience)
  async function ask(question: string) {
    const { sessionId } = await call('session.start', { question, settings: { clarify: false, autoAccept: true } })
    await vi.waitUntil(
      async () => ['done', 'failed'].includes((await call('session.view', { sessionId })).state),
      patience,
    )
    const report = await call('session.report', { sessionId, version: 1 })
    const sentences = report.sections.flatMap((section) => section.sentences)
    return {
      sessionId,
      said: sentences.flatMap((one) => (isClaim(one) ? [one.text] : [])),
      verdicts: sentences.flatMap((one) => (isClaim(one) ? [one.verdict] : [])),
      facts: sentences.flatMap((one) => (isClaim(one) ? [] : [one.fact])),
      places: report.citations.map(({ place }) => place),
    }
  }
  return { call, ask, seen, stations }
}

it('what an API lists is counted and ranked as a table, and can be asked again', async () => {
  const { call, ask, seen, stations } = await openRegister()
  const counted = await ask('How many stations does Gauges have on the river Rhine?')
  expect(seen).toEqual(['/stations?river=Rhine'])
  expect([counted.said[0], counted.verdicts[0]]).toEqual(['number of stations: 2', 'supported'])
  const [place] = counted.places
  expect(place).toMatchObject({
    kind: 'query',
    resourceName: 'Gauges',
    rows: [[2]],
    over: { operation: 'GET /stations', arguments: { river: 'Rhine' }, rowsAre: 'stations' },
  })
  const { sections, citations } = await call('session.report', { sessionId: counted.sessionId, version: 1 })
  expect(sections.flatMap((section) => toldReadings(section, citations, speechIn('en')))).toEqual([
    'Read as: number of “stations”. Over the rows of GET /stations, called with river: Rhine.',
  ])
  const again = async () => call('session.rerun', { sessionId: counted.sessionId, place: place! as never })
  expect(await again()).toMatchObject({ kind: 'same' })
  stations.push({ id: 10, name: 'Bonn', river: 'Rhine', level: { value: 300 }, keepers: [] })
  expect(await again()).toMatchObject({ kind: 'different', place: { rows: [[3]] } })

  const ranked = await ask('Which of the stations in Gauges has the highest level value?')
  expect(ranked.said[0]).toContain('Mainz')
  // Single rows do not answer what is asked of all of them.
  const unsure = await ask('How many stations of Gauges are worth a visit in spring?')
  expect(unsure.said).toEqual([])
  expect(unsure.facts).toContainEqual(
    expect.objectContaining({ values: expect.objectContaining({ reason: 'rowsUnsure', tool: 'GET /stations' }) }),
  )
})

it('an id that a question gives by a name is looked up first', async () => {
  const { ask, seen } = await openRegister()
  const { said, places } = await ask('Ask Gauges: on which day were the visits of the keeper Ada Keller?')
  expect(seen).toEqual(
    ['/keepers?name=Ada+Keller', '/keepers/71/visits'].map((url) =>
      expect.stringMatching(url.replace('+', '(?:\\+|%20)').replace('?', '\\?')),
    ),
  )
  expect(said[0]).toContain('day: 2026-11-02')
  expect(places[0]).toMatchObject({
    kind: 'call',
    operation: 'GET /keepers/{keeperId}/visits',
    arguments: { keeperId: 71 },
  })
})

it('a call that found nothing is no answer, and the report says so', async () => {
  const { ask } = await openRegister()
  const { said, facts } = await ask('Which stations does Gauges have on the river Oder?')
  expect(said).toEqual([])
  const fact = facts.find(({ kind }) => kind === 'resourceUnasked')!
  expect(speechIn('en').fact(fact)).toBe('“Gauges” was asked: GET /stations found nothing.')
  expect(speechIn('zh-CN').fact(fact)).toBe('已询问“Gauges”：GET /stations没有找到任何内容。')
})

it('what one operation does not find the next likeliest is asked for, and of what is too long to keep the value is cited', async () => {
  const { ask, seen } = await openRegister()
  const { said, places } = await ask('Which river is station 7 of Gauges on?')
  expect(seen.at(-1)).toBe('/stations/7')
  expect(seen.every((url) => url.endsWith('/stations/7'))).toBe(true)
  expect(said[0]).toContain('river: Rhine')
  expect(places[0]).toMatchObject({
    kind: 'call',
    operation: 'GET /stations/{stationId}',
    pointer: '/river',
    value: 'Rhine',
  })
})

import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { AnswerPlace } from '../../../contract/report/place'
import type { UniversalResource } from '../../../contract/resources/resource'
import { callPlaceOf, queryPlaceOf } from '../../../main/reasoning'
import { createDatabaseSelect } from '../../../main/resources'
import type { ToolProvider } from '../../../main/tools'
import { openBench, secretsOf, testFolder } from '../resources/databases/bench'
import { plannedStep, scriptedEngine } from './scripted-engine'
import { clearRows, describeResource, openFreshStore, openSetting, readingTool, type Store } from './setting'

const folder = testFolder()
const path = join(folder, 'field.sqlite')
const { threads: databases } = openBench()
let store: Store
beforeAll(async () => {
  store = await openFreshStore()
})
afterAll(() => store.close())
beforeEach(() => clearRows(store.database))

function write(...statements: string[]): void {
  const database = new sqlite.Database(path)
  for (const statement of statements) database.exec(statement)
  database.close()
}

let change: Partial<UniversalResource>
/** A database in a file, its questions, and a tool of Quarry's own. */
async function get(resourceId: string): Promise<UniversalResource> {
  const described = await describeResource(resourceId)
  if (resourceId === 'tool:recall') return { ...described, origin: { kind: 'builtIn', path: null } }
  if (resourceId === 'api:tides') return { ...described, type: 'api' }
  if (resourceId !== 'text2sql:field') {
    const metadata = { ...described.metadata, location: path } as UniversalResource['metadata']
    return { ...described, metadata, ...change }
  }
  const metadata = { type: 'text2sql', databaseId: 'database:field', tables: [], sampleQuestions: [], knownQueries: [] }
  return { ...described, parentId: 'database:field', metadata: metadata as UniversalResource['metadata'] }
}
const select = createDatabaseSelect({ resources: { get }, secrets: secretsOf(), databases })

let found: string[]
const recall = readingTool({
  name: 'recall',
  measured: ['tookMs'],
  run: async () => ({ hits: found, tookMs: Math.random() }),
})

/** What an API brings, that is asked for it or told to forget it. */
const tides: ToolProvider = {
  types: ['api'],
  toolsOf: async () =>
    (['reads', 'changes'] as const).map((effect) =>
      readingTool({
        name: effect === 'reads' ? 'recall' : 'forget',
        server: 'Tides',
        effect,
        run: async () => ({
          resourceId: 'api:tides',
          resourceName: 'Tides',
          at: new Date().toISOString(),
          value: { ports: found },
          cut: false,
          url: null,
          pages: 1,
          refused: [],
        }),
      }),
    ),
}

const at = '2026-01-01T00:00:00.000Z'
const statement = 'select site, spf from sites where year = ? and isMeasured = ? order by spf desc'
const parameters = [2024, true]

async function asked(resourceId = 'database:field') {
  const answer = await select(resourceId, { sql: statement, parameters, maxRows: 10 })
  return queryPlaceOf({ resourceId, resourceName: 'field.sqlite', at }, { statement, parameters }, answer, 0)
}

/** A session that cites these answers. */
async function sessionCiting(places: readonly AnswerPlace[]) {
  const evidence = places.map((place, index) => ({ sentence: `Sentence ${index}.`, place, score: 0.9, reason: null }))
  const engine = scriptedEngine({ steps: [plannedStep('a')], evidence: () => evidence })
  const setting = await openSetting(store.database, engine, {
    readResource: get,
    select,
    tools: [recall],
    toolProviders: [tides],
  })
  const id = await setting.research.start({ question: 'Which site?', settings: { clarify: false, autoAccept: true } })
  await setting.research.whenSettled(id)
  return { ...setting, id }
}

beforeEach(() => {
  change = {}
  found = ['Pemba']
  write(
    'drop table if exists sites',
    'create table sites (site text, spf real, year integer, isMeasured integer)',
    "insert into sites values ('Chur', 4.68, 2024, 1), ('Davos', 3.9, 2024, 1), ('Bern', 4.1, 2023, 1), ('Thun', 9, 2024, 0)",
  )
})

it('runs a query again, says whether it still answers the same, and leaves the stored rows', async () => {
  const place = await asked()
  expect(place.rows).toEqual([
    ['Chur', 4.68],
    ['Davos', 3.9],
  ])
  const { research, id, close } = await sessionCiting([place, await asked('text2sql:field')])
  expect(await research.rerun(id, place)).toMatchObject({ kind: 'same' })

  write("update sites set spf = 4.7 where site = 'Chur'")
  const different = await research.rerun(id, place)
  expect(different).toMatchObject({
    kind: 'different',
    truncated: false,
    place: {
      rows: [
        ['Chur', 4.7],
        ['Davos', 3.9],
      ],
      row: 0,
      totalRows: 2,
      statement,
      parameters,
    },
  })
  // Questions on a database are asked of the database.
  expect(await research.rerun(id, await citedPlace(1))).toMatchObject({ kind: 'different' })
  async function citedPlace(index: number): Promise<AnswerPlace> {
    return (await research.view(id)).report?.citations[index]?.place as AnswerPlace
  }
  expect(await citedPlace(0)).toEqual(place)

  write('drop table sites')
  const notPossible = {
    kind: 'notPossible',
    reason: { kind: 'rerunFailed', values: { error: { code: 'resource.invalid' } } },
  }
  expect(await research.rerun(id, place)).toMatchObject(notPossible)
  change = { status: 'disabled', isActive: false }
  expect(await research.rerun(id, place)).toMatchObject({ reason: { kind: 'resourceOff', values: { name: 'Sales' } } })
  await close()
})

it('runs no statement that the session does not keep', async () => {
  const place = await asked()
  const { research, id, close } = await sessionCiting([place])
  await expect(research.rerun(id, { ...place, statement: 'select 1' })).rejects.toMatchObject({ code: 'place.invalid' })
  await close()
})

it('makes a call again where it only reads, a service’s own, too, and else says that it may change something', async () => {
  const answered = { resourceId: 'tool:recall', resourceName: 'recall', at }
  const call = { operation: 'recall', arguments: { query: 'cloves', top: 1 } }
  const whole = callPlaceOf(answered, call, { hits: found, tookMs: 5 })
  const part = callPlaceOf(answered, call, { hits: found, tookMs: 5 }, '/hits/0')
  // An operation of a service may be named alike.
  const ofService = { ...answered, resourceId: 'api:tides', resourceName: 'Tides' }
  const port = callPlaceOf(ofService, call, { ports: found }, '/ports/0')
  const changing = callPlaceOf(ofService, { ...call, operation: 'forget' }, { ports: found })
  const withKey = callPlaceOf(ofService, { ...call, arguments: { query: 'cloves', apiKey: 'k-1' } }, { ports: found })
  const { research, id, close } = await sessionCiting([whole, part, port, changing, withKey])
  expect(await research.rerun(id, withKey)).toEqual({
    kind: 'notPossible',
    reason: { kind: 'argumentsMasked', values: { operation: 'recall' } },
  })
  expect(await research.rerun(id, whole)).toMatchObject({ kind: 'same' })
  expect(await research.rerun(id, part)).toMatchObject({ kind: 'same' })
  expect(await research.rerun(id, port)).toMatchObject({ kind: 'same' })
  expect(await research.rerun(id, changing)).toEqual({
    kind: 'notPossible',
    reason: { kind: 'mayChange', values: { operation: 'forget' } },
  })
  found = ['Zanzibar']
  expect(await research.rerun(id, port)).toMatchObject({ kind: 'different', place: { value: 'Zanzibar' } })
  found = []
  expect(await research.rerun(id, whole)).toMatchObject({ kind: 'different', place: { value: { hits: [] } } })
  expect(await research.rerun(id, part)).toMatchObject({ kind: 'different', place: null })
  await close()
})

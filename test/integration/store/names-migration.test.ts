import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { memberName } from '../../../contract/pool/pool-facts'
import { asJson, dumpDaily, restoreDump } from '../../../main/store'
import { migrations } from '../../../main/store/migrations'
import { databaseBefore, emptyDatabase, newDirectory, type OlderDatabase } from './support'

const before = migrations.findIndex(({ name }) => name === 'names')
const now = new Date(Date.UTC(2026, 10, 22, 12))

const resource = (id: string, type: string, name: string, description: string) => ({ id, type, name, description })
const registry = [
  resource('text2sql:1', 'text2sql', 'Questions about sales.sqlite', 'Answers questions.'),
  resource('database:1', 'database', 'Questions about tea.sqlite', 'A database.'),
  resource('model:1', 'model', 'Model server at port 8085', 'Language models served by Model server at port 8085.'),
  resource('knowledge_base:1', 'knowledge_base', 'papers', 'Documents of the folder papers. Among them: A b; C.'),
  resource('knowledge_base:2', 'knowledge_base', 'notes', 'Documents of the folder notes.'),
]
const matched = [
  { resourceId: 'text2sql:1', name: 'Questions about sales.sqlite', confidence: 0.9 },
  { resourceId: 'database:1', name: 'Questions about tea.sqlite', confidence: 0.5 },
  { resourceId: 'model:1', name: 'Model server at port 8085', confidence: 0.1 },
]

/** A store of the version before, in which Quarry's names are English. */
async function databaseWithNames(): Promise<OlderDatabase> {
  const store = await databaseBefore('names')
  const { database } = store
  await database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ('s', 'default', 't', 'q', 'done', '{}', 'extractive')`,
  )
  await database.query(`insert into plans (plan_id, session_id, project_id, version) values ('p', 's', 'default', 1)`)
  await database.query(
    `insert into steps (step_id, plan_id, session_id, project_id, position, title, query, origin, state, executor, resources)
     values ('a', 'p', 's', 'default', 0, 'a', 'a', 'question', 'observed', 'Executor 12',
              '["Questions about sales.sqlite #2", "gone.sqlite"]'),
            ('b', 'p', 's', 'default', 1, 'b', 'b', 'question', 'pending', null, '[]')`,
  )
  await database.query(
    `insert into pool_members (member_id, name, type, capabilities, state, resource_id)
     values ('executor-12', 'Executor 12', 'executor', '[]', 'available', null),
            ('reviewer-1', 'Reviewer', 'reviewer', '[]', 'available', null),
            ('text2sql:1#2', 'Questions about sales.sqlite #2', 'database', '[]', 'available', 'text2sql:1'),
            ('database:2', 'harvest 1911', 'database', '[]', 'available', 'database:2')`,
  )
  await database.query(
    `insert into resource_registry (resource_id, project_id, resource_type, name, description, usage_info, metadata,
       flavour, origin, status, texts_hash)
     select id, 'default', type, name, description, '', jsonb_build_object('type', type), 'f', '{"kind": "file"}', 'ready', 'h'
     from jsonb_to_recordset($1::jsonb) as r (id text, type text, name text, description text)`,
    [asJson(registry)],
  )
  await database.query(
    `insert into resource_match_history (match_id, project_id, user_query, query_hash, matched_resources)
     values ('m', 'default', 'q', 'h', $1::jsonb), ('none', 'default', 'q', 'h', '[]')`,
    [asJson(matched)],
  )
  return store
}

async function expectNames({ database }: Pick<OlderDatabase, 'database'>, knowsMembers: boolean): Promise<void> {
  const [worked, pending] = await database.query<{ executor: unknown; resources: unknown[] }>(
    'select executor, resources from steps order by step_id',
  )
  expect(worked?.executor).toEqual({ type: 'executor', resourceId: null, name: null, number: 12 })
  const known = knowsMembers ? { type: 'database', resourceId: 'text2sql:1' } : { type: 'tool', resourceId: null }
  expect(worked?.resources).toEqual([
    { ...known, name: 'sales.sqlite', number: 2 },
    { type: 'tool', resourceId: null, name: 'gone.sqlite', number: null },
  ])
  for (const each of [worked?.executor, ...(worked?.resources ?? [])]) memberName.parse(each)
  expect(pending).toEqual({ executor: null, resources: [] })
  expect(
    await database.query('select name, description, metadata from resource_registry order by resource_id'),
  ).toEqual([
    { name: 'Questions about tea.sqlite', description: 'A database.', metadata: { type: 'database' } },
    {
      name: 'papers',
      description: registry[3]?.description,
      metadata: { type: 'knowledge_base', titles: ['A b', 'C'] },
    },
    { name: 'notes', description: registry[4]?.description, metadata: { type: 'knowledge_base', titles: [] } },
    { name: 'localhost:8085', description: 'Language models served by localhost:8085.', metadata: { type: 'model' } },
    { name: 'sales.sqlite', description: 'Answers questions.', metadata: { type: 'text2sql' } },
  ])
  expect(
    await database.query('select matched_resources as matched from resource_match_history order by match_id'),
  ).toEqual([
    { matched: [{ ...matched[0], name: 'sales.sqlite' }, matched[1], { ...matched[2], name: 'localhost:8085' }] },
    { matched: [] },
  ])
}

describe('the version whose names are worded where they are read', () => {
  it('takes the English out of what rows of the version before are called', async () => {
    const store = await databaseWithNames()
    await store.upgrade()
    await expectNames(store, true)
    expect(await store.database.query('select name, number from pool_members order by member_id')).toEqual([
      { name: 'harvest 1911', number: null },
      { name: null, number: 12 },
      { name: null, number: null },
      { name: 'sales.sqlite', number: 2 },
    ])
  })

  it('takes a dump of the version before in', async () => {
    const directory = await newDirectory()
    const path = (await dumpDaily((await databaseWithNames()).database, directory, now)) ?? ''
    const content = JSON.parse(gunzipSync(await readFile(path)).toString('utf8')) as object
    await writeFile(path, gzipSync(JSON.stringify({ ...content, schemaVersion: before })))
    const other = await emptyDatabase()
    expect(await restoreDump(other.database, path)).toMatchObject({ steps: 2, resource_registry: 5 })
    await expectNames(other, false)
  })
})

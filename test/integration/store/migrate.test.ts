import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { registerModel } from '../../../main/store'
import { checksumOf, type Migration, migrations } from '../../../main/store/migrations'
import { readArchive } from '../../fixtures/databases/archive'
import { addPassage, addSource, databaseBefore, emptyDatabase, newDirectory, open } from './support'

/** What a next version may do: a column, rows moved, an index. */
const synthetic: Migration = {
  version: migrations.length + 1,
  name: 'synthetic',
  sql: `
alter table sources add column kept_until timestamptz;
create table moved (source_id text primary key references sources on delete cascade, name text not null);
insert into moved select source_id, name from sources`,
}

describe('migrations', () => {
  it('are numbered from one without gaps', () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1))
  })

  it('bring a database with rows to the next version, once, and record it beside the cluster', async () => {
    const directory = await newDirectory()
    const before = await open(directory)
    await addSource(before)
    await addPassage(before, 1, 'the harvest of two orchards')
    await before.close()
    for (const _ of [1, 2]) {
      const after = await open(directory, { migrations: [...migrations, synthetic] })
      expect(after.version).toBe(migrations.length + 1)
      expect(await after.database.query('select name from moved')).toEqual([{ name: 'A note' }])
      const found = await after.database.query(
        `select ordinal from passages order by search_text <@> to_bm25query('orchard', 'passages_search') limit 1`,
      )
      expect(found).toEqual([{ ordinal: 1 }])
      await after.close()
    }
    const recorded = JSON.parse(await readFile(join(directory, 'version.json'), 'utf8')) as object
    expect(recorded).toEqual({ schemaVersion: migrations.length + 1, postgresMajor: 18 })
    await expect(open(directory)).rejects.toMatchObject({ code: 'store.newerVersion' })
  })

  it('leave nothing behind where one fails', async () => {
    const directory = await newDirectory()
    const failing: Migration = {
      version: migrations.length + 1,
      name: 'failing',
      sql: 'create table half (n integer); select 1 / 0',
    }
    await expect(open(directory, { migrations: [...migrations, failing] })).rejects.toMatchObject({
      code: 'store.query',
      context: { sqlState: '22012' },
    })
    const store = await open(directory)
    expect(store.version).toBe(migrations.length)
    expect(await store.database.query(`select to_regclass('half')::text as half`)).toEqual([{ half: null }])
  })

  it('that were applied may not be others than those known', async () => {
    const directory = await newDirectory()
    await (await open(directory)).close()
    const [first, ...others] = migrations
    if (first === undefined) throw new Error('There is no migration.')
    const changed = [{ ...first, sql: `${first.sql} ` }, ...others]
    await expect(open(directory, { migrations: changed })).rejects.toMatchObject({
      code: 'store.corrupt',
      message: expect.stringContaining('another migration 1'),
    })
  })
})

describe('the second version', () => {
  it('takes the rows of the first along, and keeps resources with vectors beside them', async () => {
    const before = await databaseBefore('resources-and-pool')
    await addSource(before)
    await addPassage(before, 1, 'the harvest of two orchards')
    await before.database.query(
      `insert into sessions (session_id, project_id, title, question, state, settings, engine)
       values ('s', 'default', 't', 'q', 'blockedReview', '{}', 'extractive')`,
    )
    await before.database.query(
      `insert into plans (plan_id, project_id, session_id, version) values ('p', 'default', 's', 1)`,
    )
    await before.database.query(
      `insert into steps (step_id, plan_id, session_id, project_id, position, title, query, origin, state)
       values ('a', 'p', 's', 'default', 1, 't', 'q', 'question', 'blocked')`,
    )
    await before.upgrade()
    const { database } = before
    expect(await database.query('select step_id, requirements, blocked_by from steps')).toEqual([
      { step_id: 'a', requirements: [], blocked_by: 'missing_resource' },
    ])
    expect(await database.query('select text from passages')).toHaveLength(1)
    await database.query(
      `insert into resource_registry (resource_id, project_id, resource_type, name, description, usage_info, metadata,
         flavour, origin, status, texts_hash)
       values ('tool:a', 'default', 'tool', 'a', '', '', '{}', 'folder', '{}', 'ready', 'h')`,
    )
    await registerModel(database, { id: 'm', dimensions: 512 })
    const vector = new Float32Array(512).fill(0.5)
    await database.query(
      `insert into resource_vectors (resource_id, vector_type, model, dimensions, content, content_hash, embedding)
       values ('tool:a', 'name', 'm', 512, 'a', 'h', $1)`,
      [vector],
    )
    const [stored] = await database.query<{ embedding: Float32Array }>('select embedding from resource_vectors')
    expect(stored?.embedding).toEqual(vector)
    await database.query('delete from resource_registry')
    expect(await database.query('select 1 as one from resource_vectors')).toEqual([])
  })
})

describe('the third version', () => {
  it('finds the keyword-only passages of the second by an index', async () => {
    const before = await databaseBefore('keyword-only-passages')
    await addSource(before)
    const found = await addPassage(before, 1, '检索')
    await addPassage(before, 2, 'the harvest of two orchards')
    await before.database.query(`update passages set coverage = 'keyword' where passage_id = $1`, [found])
    await before.upgrade()
    const { database } = before
    const query = `select passage_id from passages where project_id = 'default' and coverage = 'keyword'`
    expect(await database.query(query)).toEqual([{ passage_id: found }])
    await database.query('set enable_seqscan = off')
    const plan = await database.query(`explain ${query}`)
    expect(JSON.stringify(plan)).toContain('passages_keyword_only')
  })
})

describe('the fourth version', () => {
  it('keeps the report of the third with its citations as the first version, and takes a second', async () => {
    const before = await databaseBefore('report-versions')
    await before.database.query(
      `insert into sessions (session_id, project_id, title, question, state, settings, engine)
       values ('s', 'default', 't', 'q', 'done', '{}', 'extractive')`,
    )
    await before.database.query(
      `insert into plans (plan_id, project_id, session_id, version) values ('p', 'default', 's', 1)`,
    )
    await before.database.query(
      `insert into reports (session_id, project_id, body) values ('s', 'default', '{"title": "first"}')`,
    )
    const cite = 'n, project_id, source_id, locator, cited_text, cited_text_hash, source_name'
    const cited = `1, 'default', 'source', '{}', 'text', 'hash', 'a.md'`
    await before.database.query(`insert into citations (session_id, ${cite}) values ('s', ${cited})`)
    await before.upgrade('report-versions')
    const { database } = before
    expect(await database.query('select report_version, gaps, added_rounds from sessions')).toEqual([
      { report_version: 1, gaps: null, added_rounds: 0 },
    ])
    expect(await database.query('select report_version from plans')).toEqual([{ report_version: 1 }])
    await database.query(
      `insert into reports (session_id, project_id, version, body) values ('s', 'default', 2, '{"title": "second"}')`,
    )
    await database.query(`insert into citations (session_id, version, ${cite}) values ('s', 2, ${cited})`)
    const versions = `select r.version, r.body ->> 'title' as title, c.n
      from reports r join citations c using (session_id, version) order by version`
    expect(await database.query(versions)).toEqual([
      { version: 1, title: 'first', n: 1 },
      { version: 2, title: 'second', n: 1 },
    ])
    const twice = database.query(`insert into citations (session_id, version, ${cite}) values ('s', 2, ${cited})`)
    await expect(twice).rejects.toMatchObject({ context: { sqlState: '23505' } })
  })
})

describe('the sixth version', () => {
  it('quotes the remedies of stored errors, and leaves errors without one as they are', async () => {
    const before = await databaseBefore('remedies')
    await addSource(before)
    await before.database.query(
      `update sources set error = '{"code":"read.encrypted","message":"m","remedy":"Save it without a password."}'`,
    )
    await before.database.query(
      `insert into sessions (session_id, project_id, title, question, state, settings, engine, error)
       values ('s', 'default', 't', 'q', 'failed', '{}', 'extractive', '{"code":"internal","message":"m"}')`,
    )
    await before.upgrade()
    const { database } = before
    expect(await database.query('select error from sources union all select error from sessions')).toEqual([
      {
        error: {
          code: 'read.encrypted',
          message: 'm',
          remedy: { kind: 'told', values: { text: 'Save it without a password.' } },
        },
      },
      { error: { code: 'internal', message: 'm' } },
    ])
  })
})

describe('the seventh version', () => {
  it('knows a source that was "chunking" as being read, and takes no such state any more', async () => {
    const before = await databaseBefore('no-chunking-state')
    await addSource(before)
    await before.database.query(`update sources set state = 'chunking'`)
    await before.upgrade()
    const { database } = before
    expect(await database.query('select state from sources')).toEqual([{ state: 'reading' }])
    await expect(database.query(`update sources set state = 'chunking'`)).rejects.toMatchObject({ code: 'store.query' })
    await database.query(`update sources set state = 'embedding'`)
  })
})

describe('the version with projects', () => {
  it('gives index versions, exclusions and a project’s settings of the version before to the first project', async () => {
    const { database, upgrade } = await databaseBefore('projects')
    await database.query(`insert into index_versions (key, value) values ('model', 'e5'), ('segmenter', 'icu 74')`)
    await database.query(
      `insert into settings (key, value) values ('library.excludedPaths', '["/a/b.txt", "/a/c.txt"]'),
         ('app.clarify', 'false'), ('app.matcherWeights', '{"description": 2}'), ('app.theme', '"dark"')`,
    )
    await database.query(
      `insert into pool_requests (request_id, task_id, label, requirements, priority, state, requested_at)
       values ('r', 't', 'l', '[{"type": "executor"}, {"type": "database"}]', 'normal', 'blocked', now())`,
    )
    await upgrade()
    expect(await database.query('select project_id, key, value from index_versions order by key')).toEqual([
      { project_id: 'default', key: 'model', value: 'e5' },
      { project_id: 'default', key: 'segmenter', value: 'icu 74' },
    ])
    expect(await database.query('select project_id, path from exclusions order by path')).toEqual([
      { project_id: 'default', path: '/a/b.txt' },
      { project_id: 'default', path: '/a/c.txt' },
    ])
    expect(await database.query('select project_id, key, value from project_settings order by key')).toEqual([
      { project_id: 'default', key: 'clarify', value: false },
      { project_id: 'default', key: 'matcherWeights', value: { description: 2 } },
    ])
    expect(await database.query('select key, value from settings')).toEqual([{ key: 'app.theme', value: 'dark' }])
    expect(await database.query('select project_id, archived_at, removing_at from projects')).toEqual([
      { project_id: 'default', archived_at: null, removing_at: null },
    ])
    expect(await database.query('select requirements from pool_requests')).toEqual([
      {
        requirements: [
          { type: 'executor', projectId: null },
          { type: 'database', projectId: 'default' },
        ],
      },
    ])
  })
})

describe('the version with vectors by model', () => {
  it('takes the vectors of the one before along without rewriting them, and holds each to its model', async () => {
    const older = await databaseBefore('vectors-by-model')
    await addSource(older)
    const vector = Float32Array.from({ length: 512 }, (_, n) => Math.fround(Math.sin(n)))
    for (const ordinal of [1, 2]) {
      const id = await addPassage(older, ordinal, `passage ${ordinal}`)
      for (const model of ['m', 'former']) {
        await older.database.query('insert into passage_vectors (passage_id, model, embedding) values ($1, $2, $3)', [
          id,
          model,
          vector,
        ])
      }
    }
    await older.database.query(
      `insert into resource_registry (resource_id, project_id, resource_type, name, description, usage_info, metadata,
         flavour, origin, status, texts_hash)
       values ('tool:a', 'default', 'tool', 'a', '', '', '{}', 'folder', '{}', 'ready', 'h')`,
    )
    await older.database.query(
      `insert into resource_vectors (resource_id, vector_type, model, content, content_hash, embedding)
       values ('tool:a', 'name', 'm', 'a', 'h', $1), ('tool:a', 'composite', 'm', '检索', 'h', null)`,
      [vector],
    )
    await older.database.query(
      `insert into resource_match_history (match_id, project_id, user_query, query_hash, matched_resources,
         query_embedding, model)
       values ('1', 'default', 'a', 'h', '[]', $1, 'm'), ('2', 'default', 'b', 'h', '[]', null, null),
         ('3', 'default', '检索', 'h', '[]', null, 'm')`,
      [vector],
    )
    const files = `select relname::text as name, relfilenode as file from pg_class
      where relname in ('passage_vectors', 'resource_vectors', 'resource_match_history') order by relname`
    const filesBefore = await older.database.query(files)
    await older.upgrade()
    const { database } = older
    expect(await database.query(files)).toEqual(filesBefore)
    expect(await database.query('select model, dimensions from embedding_models order by model')).toEqual([
      { model: 'former', dimensions: 512 },
      { model: 'm', dimensions: 512 },
    ])
    const stored = await database.query<{ embedding: Float32Array }>(
      'select embedding, dimensions from passage_vectors',
    )
    expect(stored).toEqual(Array.from({ length: 4 }, () => ({ embedding: vector, dimensions: 512 })))
    const withVector = 'select match_id from resource_match_history where query_embedding is not null'
    expect(await database.query(withVector)).toEqual([{ match_id: '1' }])
    await database.query(`insert into resource_match_history (match_id, project_id, user_query, query_hash,
      matched_resources) values ('4', 'default', 'c', 'h', '[]')`)
    await database.query(`insert into resource_vectors (resource_id, vector_type, model, content, content_hash)
      values ('tool:a', 'description', 'm', '检索', 'h')`)
  })

  it('takes vectors of any length, each only from its own model', async () => {
    const { database } = await emptyDatabase()
    await addSource({ database })
    const id = await addPassage({ database }, 1, 'a passage')
    const insert = (model: string, dimensions: number, length: number): Promise<unknown> =>
      database.query('insert into passage_vectors (passage_id, model, dimensions, embedding) values ($1, $2, $3, $4)', [
        id,
        model,
        dimensions,
        new Float32Array(length).fill(0.5),
      ])
    const lengths = { tiny: 3, 'bge-m3': 1024, 'larger than a page': 4096 }
    await expect(insert('tiny', 3, 3)).rejects.toMatchObject({ context: { constraint: 'passage_vectors_model' } })
    for (const [model, dimensions] of Object.entries(lengths)) {
      await registerModel(database, { id: model, dimensions })
      await registerModel(database, { id: model, dimensions })
      await insert(model, dimensions, dimensions)
    }
    const stored = await database.query<{ model: string; embedding: Float32Array }>(
      'select model, embedding from passage_vectors',
    )
    expect(Object.fromEntries(stored.map(({ model, embedding }) => [model, embedding.length]))).toEqual(lengths)
    await registerModel(database, { id: 'another', dimensions: 3 })
    await expect(insert('another', 3, 4)).rejects.toMatchObject({
      context: { constraint: 'passage_vectors_dimensions' },
    })
    await expect(insert('another', 4, 4)).rejects.toMatchObject({ context: { constraint: 'passage_vectors_model' } })
    await expect(registerModel(database, { id: 'tiny', dimensions: 4 })).rejects.toMatchObject({
      code: 'model.invalid',
      context: { known: 3, dimensions: 4 },
    })
  })
})

describe('the version with owners', () => {
  it('takes what the one before had under way as owned by nobody', async () => {
    const older = await databaseBefore('owners')
    await addSource(older)
    await older.database.query(`update sources set state = 'reading'`)
    await older.database.query(
      `insert into sessions (session_id, project_id, title, question, state, settings, engine)
       values ('s', 'default', 't', 'q', 'running', '{}', 'extractive')`,
    )
    await older.database.query(
      `insert into allocations (allocation_id, task_id, member_id, label, state) values ('a', 't', 'm', 'l', 'executing')`,
    )
    await older.upgrade()
    const { database } = older
    for (const table of ['sources', 'sessions', 'allocations']) {
      expect(await database.query(`select owner from ${table}`)).toEqual([{ owner: null }])
    }
  })
})

describe('the version with looks at resources', () => {
  it('takes resources of the one before as last looked at when they were added', async () => {
    const { database, upgrade } = await databaseBefore('resource-looks')
    await database.query(
      `insert into resource_registry (resource_id, project_id, resource_type, name, description, usage_info, metadata,
         flavour, origin, status, texts_hash, created_at)
       values ('tool:a', 'default', 'tool', 'a', '', '', '{}', 'folder', '{}', 'ready', 'h', '2026-01-02T00:00:00Z')`,
    )
    await upgrade()
    const rows = await database.query('select last_looked_at = created_at as is_equal from resource_registry')
    expect(rows).toEqual([{ is_equal: true }])
  })
})

describe('the version with facts', () => {
  it('quotes the sentences that rows of the one before hold', async () => {
    const before = await databaseBefore('facts')
    const { database } = before
    await database.query(
      `insert into sessions (session_id, project_id, title, question, state, settings, engine)
       values ('s', 'default', 't', 'q', 'blockedReview', '{}', 'extractive')`,
    )
    await database.query(`insert into plans (plan_id, project_id, session_id, version) values ('p', 'default', 's', 1)`)
    await database.query(
      `insert into steps (step_id, plan_id, session_id, project_id, position, title, query, origin, state, waits_for)
       values ('a', 'p', 's', 'default', 1, 't', 'q', 'question', 'blocked', 'No tool is in service.'),
              ('b', 'p', 's', 'default', 2, 't', 'q', 'question', 'pending', null)`,
    )
    await database.query(
      `insert into session_events (project_id, session_id, type, state, detail)
       values ('default', 's', 'step.observed', 'running', 'Step a'), ('default', 's', 'session.started', 'running', '')`,
    )
    await database.query(
      `insert into messages (project_id, session_id, role, kind, round, body)
       values ('default', 's', 'quarry', 'clarification', 1, '{"kind":"tooBroad","prompt":"Which?","reason":"Broad."}')`,
    )
    await database.query(
      `insert into pool_requests (request_id, task_id, label, requirements, priority, state, reason, requested_at)
       values ('r', 's/a', 'a', '[]', 'normal', 'failed', 'It broke.', now())`,
    )
    await database.query(
      `insert into allocations (allocation_id, task_id, member_id, label, state, started_at, reason)
       values ('r', 's/a', 'executor-1', 'a', 'failed', now(), 'It broke.')`,
    )
    await database.query(
      `insert into pool_members (member_id, name, type, capabilities, state, error, blocked_by)
       values ('executor-1', 'Executor 1', 'executor', '[]', 'error', 'It broke.', 'It is silent.')`,
    )
    await before.upgrade()
    const told = (text: string) => ({ kind: 'told', values: { text } })
    expect(await database.query('select waits_for from steps order by step_id')).toEqual([
      { waits_for: told('No tool is in service.') },
      { waits_for: null },
    ])
    expect(await database.query('select detail from session_events order by event_id')).toEqual([
      { detail: told('Step a') },
      { detail: null },
    ])
    expect(await database.query(`select body -> 'prompt' as prompt, body -> 'reason' as reason from messages`)).toEqual(
      [{ prompt: told('Which?'), reason: told('Broad.') }],
    )
    expect(await database.query('select reason from pool_requests union all select reason from allocations')).toEqual([
      { reason: told('It broke.') },
      { reason: told('It broke.') },
    ])
    expect(await database.query('select error, blocked_by from pool_members')).toEqual([
      { error: told('It broke.'), blocked_by: told('It is silent.') },
    ])
  })
})

describe('the version with unended looks', () => {
  it('has seen none of the sources and resources of the version before', async () => {
    const { database, upgrade } = await databaseBefore('unended-looks')
    await addSource({ database })
    await database.query(
      `insert into resource_registry (resource_id, project_id, resource_type, name, description, capabilities, usage_info,
         metadata, flavour, origin, status, texts_hash)
       values ('tool:a', 'default', 'tool', 'A', 'A tool.', '[]', '', '{}', 'user', '{"kind":"connection","path":null}', 'ready', 'h')`,
    )
    await upgrade()
    for (const table of ['sources', 'resource_registry']) {
      expect(await database.query(`select unended_looks from ${table}`)).toEqual([{ unended_looks: 0 }])
    }
  })
})

describe('the version with sections', () => {
  it('cuts the passages of the one before into even sections, found by words', async () => {
    const before = await databaseBefore('sections')
    await addSource(before)
    for (let n = 0; n < 50; n += 1) await addPassage(before, n, n === 40 ? 'kingfisher' : `reed ${n}`)
    await before.upgrade()
    const { database } = before
    expect(
      await database.query('select first_ordinal as first, last_ordinal as last from sections order by 1'),
    ).toEqual([
      { first: 0, last: 16 },
      { first: 17, last: 33 },
      { first: 34, last: 49 },
    ])
    const [passage] = await database.query<{ id: number }>('select passage_id as id from passages where ordinal = 49')
    const search = { projectId: 'default', words: 'kingfisher', limit: 5, passageIds: [passage!.id] }
    expect(await database.searchSections(search)).toHaveLength(1)
  })
})

describe('databases of released versions', () => {
  const folder = resolve('test/fixtures/databases')
  const fixtures = readdirSync(folder).filter((name) => name.endsWith('.archive.br'))

  it('are committed', () => {
    expect(fixtures).toContain('0.1.0.archive.br')
  })

  for (const fixture of fixtures) {
    it(`${fixture} opens with its rows, vectors and keyword index`, async () => {
      const directory = await newDirectory()
      await readArchive(join(folder, fixture), directory)
      const { database, version } = await open(directory)
      expect(version).toBe(migrations.length)
      const applied = await database.query('select version, checksum from schema_migrations order by version')
      expect(applied).toEqual(migrations.map((one) => ({ version: one.version, checksum: checksumOf(one) })))
      const expected = JSON.parse(
        await readFile(join(folder, fixture.replace('.archive.br', '.expected.json')), 'utf8'),
      ) as Record<string, number>
      for (const [table, rows] of Object.entries(expected)) {
        expect([table, await database.query(`select count(*) as rows from ${table}`)]).toEqual([table, [{ rows }]])
      }
      const found = await database.query<{ text: string }>(
        `select text from passages order by search_text <@> to_bm25query('检索', 'passages_search') limit 1`,
      )
      expect(found[0]?.text).toContain('检索')
      const [nearest] = await database.query<{ passage_id: number; embedding: Float32Array }>(
        'select passage_id, embedding from passage_vectors order by embedding <=> $1 limit 1',
        [new Float32Array(512).fill(2)],
      )
      expect(Array.from(nearest?.embedding ?? [])).toEqual(new Array(512).fill(1))
    })
  }
})

describe('the version with journalled calls', () => {
  it('keeps the calls and blocked steps of the version before, and takes a journalled call with its question', async () => {
    const before = await databaseBefore('step phases')
    await before.database.query(
      `insert into sessions (session_id, project_id, title, question, state, settings, engine)
       values ('s', 'default', 't', 'q', 'running', '{}', 'extractive')`,
    )
    await before.database.query(
      `insert into plans (plan_id, project_id, session_id, version) values ('p', 'default', 's', 1)`,
    )
    await before.database.query(
      `insert into steps (step_id, plan_id, session_id, project_id, position, title, query, origin, state, blocked_by)
       values ('a', 'p', 's', 'default', 1, 't', 'q', 'question', 'blocked', 'resource_shortage')`,
    )
    await before.database.query(
      `insert into tool_call_history (call_id, project_id, session_id, step_id, tool, input, state)
       values ('old', 'default', 's', 'a', 'recall', '{}', 'done')`,
    )
    await before.upgrade()
    const { database } = before
    expect(await database.query('select call_id, state, effect, ordinal from tool_call_history')).toEqual([
      { call_id: 'old', state: 'done', effect: 'reads', ordinal: null },
    ])
    await database.query(`update steps set blocked_by = 'dependency_not_ready'`)
    await database.query(
      `insert into tool_call_history (call_id, project_id, session_id, plan_id, step_id, ordinal, input_hash, tool, input, state)
       values ('new', 'default', 's', 'p', 'a', 1, 'h', 'recall', '{}', 'awaitingConfirmation')`,
    )
    const ask = `insert into confirmations (confirmation_id, project_id, session_id, plan_id, step_id, call_id, reason)
      values ($1, 'default', 's', 'p', 'a', 'new', 'asks')`
    await database.query(ask, ['c1'])
    await expect(database.query(ask, ['c2'])).rejects.toMatchObject({ context: { sqlState: '23505' } })
    await database.query(`delete from sessions`)
    expect(await database.query('select confirmation_id from confirmations')).toEqual([])
  })
})

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  asJson,
  dumpDaily,
  noteRemoval,
  registerModel,
  restoreDump,
  type Store,
  startDailyDump,
} from '../../../main/store'
import { addSource, emptyDatabase, newDirectory } from './support'

async function addSession(store: Pick<Store, 'database'>): Promise<void> {
  await store.database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ('a', 'default', 'Title', 'Why?', 'done', $1::jsonb, 'extractive')`,
    [asJson({ autoAccept: true })],
  )
  await store.database.query(
    `insert into messages (project_id, session_id, role, kind, body)
     values ('default', 'a', 'person', 'question', '{"text": "Why?"}')`,
  )
  await store.database.query(`insert into reports (session_id, project_id, body) values ('a', 'default', $1::jsonb)`, [
    asJson({ markdown: '因为 “so”. [1]' }),
  ])
  await store.database.query(`insert into settings (key, value) values ('app.theme', '"dark"')`)
}

/** A note, a file that a person described, and one that is nobody's work to keep. */
async function addSources(store: Pick<Store, 'database'>): Promise<void> {
  await store.database.query(
    `insert into sources (source_id, project_id, kind, path, name, state, passage_count, indexed_at, work) values
       ('note', 'default', 'note', null, 'A thought', 'indexed', 1, now(), null),
       ('described', 'default', 'file', '/m/a.pdf', 'a.pdf', 'indexed', 9, now(), '{"type":"book","title":"A"}'),
       ('other', 'default', 'file', '/m/b.pdf', 'b.pdf', 'indexed', 9, now(), null)`,
  )
  await store.database.query(
    `insert into extracts (source_id, text, reader, reader_version, content_hash, metadata)
     select source_id, 'As read.', 'markdown', 2, 'h', '{"note":"As written."}' from sources`,
  )
}

/** A second project with a session, a report and a setting of its own. */
async function addProject(store: Pick<Store, 'database'>): Promise<void> {
  await store.database.query(`insert into projects (project_id, name, archived_at) values ('p', 'Trade', now())`)
  await store.database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ('b', 'p', 'Cloves', 'How many?', 'done', '{}', 'extractive')`,
  )
  await store.database.query(`insert into reports (session_id, project_id, body) values ('b', 'p', '{"title": "b"}')`)
  await store.database.query(`insert into project_settings (project_id, key, value) values ('p', 'clarify', 'false')`)
  await store.database.query(
    `insert into resource_registry (resource_id, project_id, resource_type, name, description, usage_info, metadata,
       flavour, origin, status, texts_hash)
     values ('shop', 'p', 'database', 'Shop', '', '', '{}', 'sqlite', '{"kind":"file"}', 'ready', '')`,
  )
  await store.database.query(
    `insert into known_queries (query_id, project_id, resource_id, question, shape, slots, reading)
     values ('q', 'p', 'shop', 'How many cloves?', 'how many ?', '[]', '{"kind":"queryRead"}')`,
  )
  await registerModel(store.database, { id: 'm', dimensions: 2 })
  await store.database.query(
    `insert into memories (memory_id, project_id, text, importance, origin, session_id, embedding, model)
     values ('m', 'p', 'Remember the cloves.', 0.9, 'rules', 'b', $1, 'm')`,
    [new Float32Array([1, 0])],
  )
  await store.database.query(
    `insert into learning_records (record_id, project_id, session_id, version, question, cited, confidence)
     values ('l', 'p', 'b', 1, 'How many?', '[1]', 0.8)`,
  )
}

const everything = `select s.*, r.body as report, m.body as message from sessions s
  join reports r using (session_id) join messages m using (session_id)`

/** What each project has of its own. */
const owned = `select p.name, p.archived_at, s.session_id, r.body, c.value as clarify, k.question, k.reading,
    m.text as told, l.question as answered, l.cited from projects p
  left join sessions s using (project_id) left join reports r using (session_id)
  left join project_settings c on c.project_id = p.project_id and c.key = 'clarify'
  left join memories m on m.session_id = s.session_id left join learning_records l on l.session_id = s.session_id
  left join known_queries k on k.project_id = p.project_id order by s.session_id`

describe('the daily dump', () => {
  it('is written once a day, ten are kept, and another store takes it in', async () => {
    const directory = await newDirectory()
    const store = await emptyDatabase()
    await addSession(store)
    await addProject(store)
    await addSources(store)
    let path: string | null = null
    for (let day = 1; day <= 12; day += 1) {
      const now = new Date(Date.UTC(2026, 10, day, 23, 59))
      path = await dumpDaily(store.database, directory, now)
      expect(await dumpDaily(store.database, directory, now)).toBeNull()
    }
    const kept = (await readdir(join(directory, 'dumps'))).sort()
    expect(kept).toHaveLength(10)
    expect([kept[0], kept.at(-1)]).toEqual(['quarry-2026-11-03.json.gz', 'quarry-2026-11-12.json.gz'])

    const dumped = await store.database.query(everything)
    const own = await store.database.query(owned)
    expect(own).toMatchObject([
      { session_id: 'a' },
      { name: 'Trade', session_id: 'b', clarify: false, question: 'How many cloves?' },
    ])
    const other = await emptyDatabase()
    await addSource(other)
    const added = await restoreDump(other.database, path ?? '')
    expect(added).toMatchObject({
      projects: 1,
      sessions: 2,
      messages: 1,
      reports: 2,
      settings: 1,
      project_settings: 1,
      plans: 0,
      sources: 2,
      extracts: 1,
    })
    expect(await other.database.query(everything)).toEqual(dumped)
    expect(await other.database.query(owned)).toEqual(own)
    const sources = await other.database.query(
      `select source_id, state, passage_count, work, e.metadata ->> 'note' as note from sources left join extracts e using (source_id)
       where source_id <> 's1' order by source_id`,
    )
    expect(sources).toEqual([
      { source_id: 'described', state: 'queued', passage_count: 0, work: { type: 'book', title: 'A' }, note: null },
      { source_id: 'note', state: 'queued', passage_count: 0, work: null, note: 'As written.' },
    ])
    const next = await other.database.query<{ message_id: number }>(
      `insert into messages (project_id, session_id, role, kind, body)
       values ('default', 'a', 'person', 'remark', '{}') returning message_id`,
    )
    expect(next).toEqual([{ message_id: 2 }])
    expect(await restoreDump(other.database, path ?? '')).toMatchObject({ sessions: 0, messages: 0 })
  })

  it('holds calls with what was decided and answered; turns and whole results only of sessions that may go on', async () => {
    const directory = await newDirectory()
    const store = await emptyDatabase()
    for (const [id, state] of [
      ['over', 'done'],
      ['halfway', 'running'],
    ] as const) {
      await store.database.query(
        `insert into sessions (session_id, project_id, title, question, state, settings, engine)
         values ($1, 'default', 'T', 'Q', $2, '{}', 'extractive')`,
        [id, state],
      )
      await store.database.query(
        `insert into plans (plan_id, session_id, project_id, version) values ($1, $1, 'default', 1)`,
        [id],
      )
      await store.database.query(
        `insert into steps (step_id, plan_id, session_id, project_id, position, title, query, origin, state)
         values ('s', $1, $1, 'default', 0, 't', 'q', 'question', 'pending')`,
        [id],
      )
      await store.database.query(
        `insert into tool_call_history (call_id, project_id, session_id, plan_id, step_id, ordinal, input_hash, tool, input, output, state, decision)
         values ($1, 'default', $1, $1, 's', 1, 'h', 'echo', '{"text": "a"}', '{"echo": "a"}', 'done', 'ask')`,
        [id],
      )
      await store.database.query(
        `insert into confirmations (confirmation_id, project_id, session_id, plan_id, step_id, call_id, reason, answer, scope, answered_at)
         values ($1, 'default', $1, $1, 's', $1, 'asks', 'allow', 'session', now())`,
        [id],
      )
      await store.database.query(
        `insert into model_turns (project_id, session_id, role, about, engine, prompt, key, request, started_at)
         values ('default', $1, 'planner', 'plan', 'm', 'p', 'k', '{}', now())`,
        [id],
      )
      await store.database.query(
        `insert into given_contexts (session_id, project_id, version, part, context) values ($1, 'default', 1, 'plan', '{}')`,
        [id],
      )
    }
    const path = await dumpDaily(store.database, directory, new Date())
    const other = await emptyDatabase()
    expect(await restoreDump(other.database, path ?? '')).toMatchObject({
      tool_call_history: 2,
      confirmations: 2,
      model_turns: 1,
      given_contexts: 1,
    })
    expect(
      await other.database.query(
        'select call_id, c.input, output, decision, answer, scope from tool_call_history c join confirmations using (call_id) order by call_id',
      ),
    ).toMatchObject([
      { call_id: 'halfway', output: { echo: 'a' }, decision: 'ask', answer: 'allow', scope: 'session' },
      { call_id: 'over', input: { text: 'a' }, output: null, answer: 'allow' },
    ])
    expect(await other.database.query('select session_id from model_turns')).toEqual([{ session_id: 'halfway' }])
  })

  it('that cannot be read or is of a newer schema is refused, and nothing is added', async () => {
    const directory = await newDirectory()
    const store = await emptyDatabase()
    await mkdir(join(directory, 'dumps'))
    const path = join(directory, 'dumps', 'noise.json.gz')
    await writeFile(path, 'noise')
    await expect(restoreDump(store.database, path)).rejects.toMatchObject({ code: 'store.corrupt' })
  })
})

/** Everything that the dumps of a directory hold, by file. */
async function dumped(directory: string): Promise<Record<string, string>> {
  const folder = join(directory, 'dumps')
  const files = (await readdir(folder)).filter((name) => name.includes('.json.gz')).sort()
  const texts = await Promise.all(
    files.map(async (name) => [name, gunzipSync(await readFile(join(folder, name))).toString('utf8')]),
  )
  return Object.fromEntries(texts)
}

const removeSession = (store: Pick<Store, 'database'>): Promise<void> =>
  store.database.transaction(async (transaction) => {
    await transaction.query(`delete from sessions where session_id = 'a'`)
    await noteRemoval(transaction)
  })

describe('the dumps of a store that is open', () => {
  const throwError = (error: unknown): void => {
    throw error
  }
  const day = (date: number) => (): Date => new Date(Date.UTC(2026, 10, date, 12))

  it('are written at the start, and lose what is removed as soon as that is told', async () => {
    const directory = await newDirectory()
    const store = await emptyDatabase()
    await addSession(store)
    await dumpDaily(store.database, directory, day(1)())
    const dumps = startDailyDump(store.database, directory, throwError, day(2))
    await removeSession(store)
    await dumps.forgetRemoved()
    await dumps.close()
    const kept = await dumped(directory)
    expect(Object.keys(kept)).toEqual(['quarry-2026-11-02.json.gz'])
    expect(JSON.stringify(kept)).not.toContain('Why?')
  })

  it('lose it at the next start where the process died before', async () => {
    const directory = await newDirectory()
    const store = await emptyDatabase()
    await addSession(store)
    await dumpDaily(store.database, directory, day(1)())
    await dumpDaily(store.database, directory, day(2)())
    await writeFile(join(directory, 'dumps', 'quarry-2026-11-03.json.gz.new'), 'Why?')
    await removeSession(store)

    await startDailyDump(store.database, directory, throwError, day(2)).close()
    const kept = await dumped(directory)
    expect(Object.keys(kept)).toEqual(['quarry-2026-11-02.json.gz'])
    expect(JSON.stringify(kept)).not.toContain('Why?')
  })

  it('stay from one start to the next where nothing was removed', async () => {
    const directory = await newDirectory()
    const store = await emptyDatabase()
    await removeSession(store)
    for (const date of [1, 2, 3]) await startDailyDump(store.database, directory, throwError, day(date)).close()
    expect(Object.keys(await dumped(directory))).toHaveLength(3)
  })

  it('are looked after each hour, so that an app which stays open has one of each day', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const directory = await newDirectory()
    const store = await emptyDatabase()
    let now = day(1)
    const dumps = startDailyDump(store.database, directory, throwError, () => now())
    // Answers in its turn, behind the first dump.
    await dumps.forgetRemoved()
    now = day(2)
    vi.advanceTimersByTime(60 * 60 * 1000)
    await dumps.close()
    expect(Object.keys(await dumped(directory))).toEqual(['quarry-2026-11-01.json.gz', 'quarry-2026-11-02.json.gz'])
  })
})

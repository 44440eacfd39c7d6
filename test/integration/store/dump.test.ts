import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asJson, dumpDaily, restoreDump, type Store } from '../../../main/store'
import { addSource, newDirectory, open } from './support'

async function addSession(store: Store): Promise<void> {
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

const everything = `select s.*, r.body as report, m.body as message from sessions s
  join reports r using (session_id) join messages m using (session_id)`

describe('the daily dump', () => {
  it('is written once a day, ten are kept, and another store takes it in', async () => {
    const directory = await newDirectory()
    const store = await open(directory)
    await addSession(store)
    let path: string | null = null
    for (let day = 1; day <= 12; day += 1) {
      const now = new Date(Date.UTC(2026, 10, day, 23, 59))
      path = await dumpDaily(store.database, directory, now)
      expect(await dumpDaily(store.database, directory, now)).toBeNull()
    }
    const kept = (await readdir(join(directory, 'dumps'))).sort()
    expect(kept).toHaveLength(10)
    expect([kept[0], kept.at(-1)]).toEqual(['quarry-2026-11-03.json.gz', 'quarry-2026-11-12.json.gz'])

    const other = await open(await newDirectory())
    await addSource(other)
    const added = await restoreDump(other.database, path ?? '')
    expect(added).toMatchObject({ projects: 0, sessions: 1, messages: 1, reports: 1, settings: 1, plans: 0 })
    expect(await other.database.query(everything)).toEqual(await store.database.query(everything))
    const next = await other.database.query<{ message_id: number }>(
      `insert into messages (project_id, session_id, role, kind, body)
       values ('default', 'a', 'person', 'remark', '{}') returning message_id`,
    )
    expect(next).toEqual([{ message_id: 2 }])
    expect(await restoreDump(other.database, path ?? '')).toMatchObject({ sessions: 0, messages: 0 })
  })

  it('that cannot be read or is of a newer schema is refused, and nothing is added', async () => {
    const directory = await newDirectory()
    const store = await open(directory)
    await mkdir(join(directory, 'dumps'))
    const path = join(directory, 'dumps', 'noise.json.gz')
    await writeFile(path, 'noise')
    await expect(restoreDump(store.database, path)).rejects.toMatchObject({ code: 'store.corrupt' })
  })
})

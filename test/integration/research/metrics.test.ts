import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSessionMetrics } from '../../../main/research/repository/metrics'
import type { Store } from '../../../main/store'
import { openFreshStore } from '../resources/support'

let store: Store
beforeAll(async () => {
  store = await openFreshStore()
})
afterAll(() => store.close())

const at = (seconds: number, day = '2026-11-20'): string =>
  new Date(Date.parse(`${day}T10:00:00Z`) + seconds * 1000).toISOString()

async function addSession(id: string, engine: string, events: readonly (readonly [string, string, string])[]) {
  await store.database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ($1, 'default', 't', 'q', 'done', '{}', $2)`,
    [id, engine],
  )
  for (const [type, state, created] of events) {
    await store.database.query(
      `insert into session_events (project_id, session_id, type, state, created_at) values ('default', $1, $2, $3, $4)`,
      [id, type, state, created],
    )
  }
}

it('answers are counted with the time in which Quarry worked, by engine and day, follow-ups by themselves', async () => {
  expect((await readSessionMetrics(store.database, 'default')).answers).toMatchObject({
    all: { asked: 0, p50Ms: null, clarifiedShare: null },
    byEngine: [],
    byDomain: [],
    byDay: [],
  })
  await addSession('clarified', 'extractive', [
    ['session.started', 'coordinating', at(0)],
    ['clarification.asked', 'awaitingClarification', at(1)],
    // The person thought about it for an hour.
    ['clarification.answered', 'investigating', at(3601)],
    ['report.verified', 'done', at(3604)],
    ['followUp.asked', 'planning', at(9000)],
    ['report.verified', 'done', at(9002)],
    ['session.renamed', 'done', at(9100)],
  ])
  await addSession('failed', 'model:1/tiny', [
    ['session.started', 'coordinating', at(0, '2026-11-21')],
    ['session.failed', 'failed', at(60, '2026-11-21')],
  ])
  await store.database.query(
    `insert into tool_call_history (call_id, project_id, session_id, tool, server, tier, effect, question, input, input_hash, state, created_at)
     values ('c', 'default', 'clarified', 'recall', 'builtin', 'L1', 'reads', 'q', '{}', '', 'done', $1)`,
    [at(3602)],
  )
  await store.database.query(
    `insert into model_turns (project_id, session_id, role, about, engine, prompt, key, request, prompt_tokens, answer_tokens, started_at)
     values ('default', 'failed', 'plan', 'a', 'e', 'p', 'k', '{}', 100, 20, $1)`,
    [at(5, '2026-11-21')],
  )
  const { answers } = await readSessionMetrics(store.database, 'default')
  expect(answers.all).toEqual({
    asked: 3,
    answered: 2,
    clarifiedShare: expect.closeTo(1 / 3),
    searchedShare: expect.closeTo(1 / 3),
    // 4 seconds for the first answer, 2 for the follow-up.
    p50Ms: expect.closeTo(3000),
    p95Ms: expect.closeTo(3900),
    promptTokens: 100,
    answerTokens: 20,
  })
  expect(answers.byEngine).toMatchObject([
    { engine: 'extractive', asked: 2, answered: 2, promptTokens: 0 },
    { engine: 'model:1/tiny', asked: 1, answered: 0, p50Ms: null, promptTokens: 100 },
  ])
  expect(answers.byDay.map(({ day, asked }) => [day, asked])).toEqual([
    ['2026-11-21', 1],
    ['2026-11-20', 2],
  ])
  expect((await readSessionMetrics(store.database, 'other')).answers.all.asked).toBe(0)
})

it('an answer counts for the domain that it cites most, and for none where it cites none', async () => {
  const { database } = store
  expect((await readSessionMetrics(database, 'default')).answers.byDomain).toEqual([])
  await database.query(
    `insert into domains (domain_id, project_id, name, removed) values ('heat', 'default', 'Heating', false),
       ('drag', 'default', 'Drag', false), ('gone', 'default', 'Gone', true)`,
  )
  for (const [id, domain] of [
    ['h1', 'heat'],
    ['h2', 'heat'],
    ['d1', 'drag'],
    ['g1', 'gone'],
  ] as const) {
    await database.query(
      `insert into sources (source_id, project_id, kind, name, state) values ($1, 'default', 'file', $1, 'indexed')`,
      [id],
    )
    await database.query(
      `insert into domain_sources (domain_id, source_id, project_id, ordinal) values ($1, $2, 'default', 0)`,
      [domain, id],
    )
  }
  const report = async (version: number, createdAt: string, sources: readonly string[]): Promise<void> => {
    await database.query(
      `insert into reports (session_id, version, project_id, body, created_at) values ('clarified', $1, 'default', '{}', $2)`,
      [version, createdAt],
    )
    for (const [n, sourceId] of sources.entries()) {
      await database.query(
        `insert into citations (session_id, version, n, project_id, place, cited_text, cited_text_hash)
         values ('clarified', $1, $2, 'default', $3::jsonb, '', '')`,
        [version, n + 1, JSON.stringify({ kind: 'source', sourceId })],
      )
    }
  }
  // The first answer cites heating twice and drag once; the follow-up only what a person removed.
  await report(1, at(3604), ['d1', 'h1', 'h2'])
  await report(2, at(9002), ['g1'])
  const { answers } = await readSessionMetrics(database, 'default')
  expect(answers.byDomain.map(({ domain, asked, answered }) => [domain, asked, answered])).toEqual([
    [null, 2, 1],
    [{ domainId: 'heat', name: 'Heating' }, 1, 1],
  ])
  expect(answers.all.asked).toBe(3)
})

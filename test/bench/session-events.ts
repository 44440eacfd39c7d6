import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startRuntime } from '../../main/runtime'
import { openStore } from '../../main/store'
import { runtimePaths } from '../../main/system/paths'
import { timePair } from './measure/paired'
import { ms, printFigures } from './measure/table'

const events = 10_000

/** Opening a session with 10,000 events in its log, against one with a single event: its view, and the last lines of its log. */
export async function run(): Promise<number> {
  const data = await mkdtemp(join(tmpdir(), 'quarry-bench-'))
  try {
    const store = await openStore({ directory: data, workersDir: resolve('out/workers') })
    for (const [id, count] of [
      ['long', events],
      ['short', 1],
    ] as const) {
      await store.database.query(
        `insert into sessions (session_id, project_id, title, question, state, settings, engine)
         values ($1, 'default', 'T', 'Q', 'running', '{}', 'extractive')`,
        [id],
      )
      await store.database.query(
        `insert into messages (project_id, session_id, role, kind, body) values ('default', $1, 'person', 'question', '{"text": "Q"}')`,
        [id],
      )
      await store.database.query(
        `insert into session_events (project_id, session_id, type, state)
         select 'default', $1, 'step.started', case when n = 1 then 'planning' else 'running' end from generate_series(1, $2::int) n`,
        [id, count],
      )
    }
    await store.close()
    const runtime = await startRuntime({
      paths: runtimePaths(resolve('.'), data),
      onBackgroundError: (error) => console.error(error),
      resumeSessions: false,
    })
    const open = async (sessionId: string): Promise<void> => {
      for (let time = 0; time < 20; time += 1) await runtime.connection.call('session.view', { sessionId })
    }
    try {
      const { oursMs, theirsMs, ratio } = await timePair(
        9,
        () => open('long'),
        () => open('short'),
      )
      return printFigures('session-events', [
        {
          what: `a session with ${events} events opens, against one with a single event`,
          ours: ms(oursMs / 20),
          theirs: ms(theirsMs / 20),
          value: ratio,
          goal: { atMost: 3 },
        },
      ])
    } finally {
      await runtime.close()
    }
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}

import type { Language } from '../../../contract/language'
import { answersNothing, isUnaided } from '../../../contract/report/report'
import type { SessionEventView, SessionView } from '../../../contract/session/session'
import type { Connection } from '../../api'
import { writeChosen } from '../../files'
import { reportFormatOf } from '../terminal/report-file'
import { type ProgressLine, printResult } from '../terminal/terminal'

/** Where what became of a session goes. */
export interface OutcomeOptions {
  readonly out?: string
  readonly json?: string
  /** Of what Quarry itself says in the report; the report's own where it is left out. */
  readonly language?: Language | undefined
}

/** Writes a session's report, and where that is asked the whole session, to files or to stdout. */
export async function writeOutcome(
  connection: Connection,
  view: SessionView,
  { out, json, language }: OutcomeOptions,
  progress: ProgressLine,
): Promise<void> {
  const remedy = { kind: 'resumeElsewhere', values: { sessionId: view.id } } as const
  if (json !== undefined) {
    const whole = { ...view, events: await readLog(connection, view.id) }
    await writeChosen(json, { content: `${JSON.stringify(whole, null, 2)}\n`, remedy })
  }
  if (view.report === null) return
  const format = (out === undefined ? null : reportFormatOf(out)) ?? 'markdown'
  const { text, encoding } = await connection.call('session.export', { sessionId: view.id, format, language })
  if (out === undefined) {
    await printResult(text)
    return
  }
  await writeChosen(out, { content: Buffer.from(text, encoding), remedy })
  const { supported, claims } = view.report
  const { number } = progress.speech.format
  const { session } = progress.words
  const told = answersNothing(view.report)
    ? session.writtenUnanswered(out)
    : session.written(out, number(claims), number(supported))
  progress.say(isUnaided(view.report) ? session.writtenUnaided(out) : told)
}

/** Every line that the session's log has now. */
function readLog(connection: Connection, sessionId: string): Promise<SessionEventView[]> {
  return new Promise((resolve, reject) => {
    const lines: SessionEventView[] = []
    connection.onLost(reject)
    const stop = connection.follow('sessionEvents', sessionId, 0, ({ pieces, isCaughtUp }) => {
      lines.push(...pieces)
      if (!isCaughtUp) return
      stop()
      resolve(lines)
    })
  })
}

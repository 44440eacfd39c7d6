import type { ThreadEvent } from '../../contract/channels/thread-event'
import type { SessionEventView } from '../../contract/session/session'
import { headingOf, type Speech, speechIn, textOf } from '../../wording'
import type { Database } from '../store'
import { readEvents } from './repository/events'
import {
  type EndedCall,
  readAskedAt,
  readCallsAt,
  readSaidAt,
  readSectionsAt,
  readTitlesAt,
  type ThreadCall,
} from './repository/thread-rows'

type DistributiveOmit<Of, Keys extends PropertyKey> = Of extends unknown ? Omit<Of, Keys> : never
/** An event without what its line says. */
type Told = DistributiveOmit<ThreadEvent, 'sequence' | 'at' | 'thread_id'>

/** Of a line this many events are told at most: its number times this, and the place among them, is an event's number. */
const eventsOfLine = 1000
const linesAtOnce = 200
/** Characters of what a tool answered. */
const mostOfResult = 20_000

const fromPerson = (content: string): Told => ({ event: 'message_chunk', agent: 'person', role: 'user', content })
const calling = (calls: readonly ThreadCall[]): Told[] =>
  calls.length === 0
    ? []
    : [
        {
          event: 'tool_calls',
          agent: 'researcher',
          role: 'assistant',
          content: '',
          tool_calls: calls.map(({ callId: id, tool: name, server, input: args }) => ({ id, name, server, args })),
        },
      ]

/** Calls, but for those that were told as a person was asked about them, and what came of each. */
const callsTold = (calls: readonly EndedCall[], speech: Speech): Told[] => [
  ...calling(calls.filter(({ wasAsked }) => !wasAsked)),
  ...calls.map(
    ({ callId, output, error }): Told => ({
      event: 'tool_call_result',
      agent: 'researcher',
      role: 'tool',
      content: error === null ? JSON.stringify(output).slice(0, mostOfResult) : speech.error(error),
      tool_call_id: callId,
      is_error: error !== null,
    }),
  ),
]

const titleOf = (detail: SessionEventView['detail']): string =>
  detail?.kind === 'inOwnWords' ? detail.values.text : ''

/**
 * A session's log as events of a conversation, from the one after `after` on, in order, at most `limit`. Each line of the log
 * is told by the same events every time, so that whoever knows the number of its last event misses and repeats none.
 */
export async function readThreadEvents(
  database: Database,
  projectId: string,
  sessionId: string,
  after: number,
  limit: number,
): Promise<ThreadEvent[]> {
  const speech = speechIn('en')
  const events: ThreadEvent[] = []
  // The last event may have been one of several of its line.
  for (let before = Math.max(0, Math.floor(after / eventsOfLine) - 1); ; before += linesAtOnce) {
    const lines = await readEvents(database, projectId, sessionId, before, linesAtOnce)
    for (const line of lines) {
      const told = await eventsOf(database, sessionId, line, speech)
      for (const [index, one] of told.slice(0, eventsOfLine).entries()) {
        const sequence = line.sequence * eventsOfLine + index
        if (sequence <= after) continue
        events.push({ sequence, at: line.at, thread_id: sessionId, ...one })
        if (events.length === limit) return events
      }
    }
    if (lines.length < linesAtOnce) return events
  }
}

async function eventsOf(
  database: Database,
  sessionId: string,
  { type, state, at, detail }: SessionEventView,
  speech: Speech,
): Promise<readonly Told[]> {
  const line = { sessionId, at }
  const content = detail === null ? '' : speech.fact(detail)
  const waits = (
    agent: ThreadEvent['agent'],
    reason: Extract<Told, { event: 'interrupt' }>['reason'],
    words = content,
  ): Told => ({ event: 'interrupt', agent, role: 'assistant', content: words, reason, interrupt_id: null })
  const fails = (agent: ThreadEvent['agent']): Told => {
    const error = detail?.kind === 'endedBy' || detail?.kind === 'pluginFailed' ? detail.values.error : null
    return { event: 'error', agent, role: 'assistant', content: error === null ? content : speech.error(error), error }
  }
  switch (type) {
    case 'session.started':
    case 'followUp.asked':
    case 'update.asked':
    case 'clarification.answered':
    case 'plan.sentBack':
      return (await readSaidAt(database, line)).map(fromPerson)
    case 'clarification.asked':
      return [waits('coordinator', 'clarification')]
    case 'plan.drafted': {
      const titles = await readTitlesAt(database, line)
      const plan = titles.map((title, index) => `${index + 1}. ${title}`).join('\n')
      const drafted: Told = { event: 'message_chunk', agent: 'planner', role: 'assistant', content: plan }
      return state === 'awaitingPlanReview' ? [drafted, waits('planner', 'plan_review')] : [drafted]
    }
    case 'step.awaitingConfirmation': {
      const asked = await readAskedAt(database, line)
      return [
        ...callsTold(await readCallsAt(database, line, titleOf(detail)), speech),
        ...calling(asked),
        ...asked.map(
          ({ confirmationId, tool }): Told => ({
            event: 'interrupt',
            agent: 'researcher',
            role: 'assistant',
            content: tool,
            reason: 'confirmation',
            interrupt_id: confirmationId,
          }),
        ),
      ]
    }
    case 'service.asked':
      return [waits('researcher', 'question')]
    case 'step.observed':
      return callsTold(await readCallsAt(database, line, titleOf(detail)), speech)
    case 'report.verified':
      return (await readSectionsAt(database, line)).map(
        (section): Told => ({
          event: 'message_chunk',
          agent: 'reporter',
          role: 'assistant',
          content: [headingOf(section, speech), ...section.sentences.map((sentence) => textOf(sentence, speech))].join(
            '\n',
          ),
        }),
      )
    case 'session.blocked':
      return [waits('coordinator', 'blocked', detail?.kind === 'endedBy' ? speech.error(detail.values.error) : content)]
    case 'step.failed':
    case 'plugin.failed':
      return [fails('researcher')]
    case 'session.failed':
      return [fails('coordinator')]
    default:
      return []
  }
}

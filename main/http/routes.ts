import type { Channel } from '../../contract/channels/channels'
import type { StreamName } from '../../contract/channels/streams'

/** A call over HTTP: a channel of the contract, and where its input comes from. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Names in braces are fields of the channel's input. The others come from the query, or of a POST from its JSON body. */
  readonly path: string
  readonly channel: Channel
  readonly summary: string
  /** Fields that nobody else can set. */
  readonly fixed?: Readonly<Record<string, unknown>>
  /** Fields as they are where the query leaves them out. */
  readonly defaults?: Readonly<Record<string, unknown>>
  /** The field whose own fields stand in the query like any other. */
  readonly within?: 'filter'
  /** The answer is the text of an export, and no JSON. */
  readonly mediaType?: 'text/markdown' | 'text/html'
  /** Refused where it would register a program: that one starts is for a person to allow, in the window or a terminal. */
  readonly registers?: true
}

const page = { offset: 0, limit: 50 }
const session = '/v1/sessions/{sessionId}'

/**
 * All that can be asked over HTTP. What is not here cannot: settings, rules, secrets, files by their path, the pool's
 * switches, projects.
 */
export const routes: readonly Route[] = [
  { method: 'GET', path: '/v1/health', channel: 'app.status', summary: 'Whether Quarry answers, and its load' },
  {
    method: 'GET',
    path: '/v1/metrics',
    channel: 'project.metrics',
    summary: 'Calls by tool (counts, p50, p95), sessions by state, tokens, use of the pool',
  },
  { method: 'GET', path: '/v1/projects', channel: 'project.list', summary: 'Projects' },

  { method: 'GET', path: '/v1/sessions', channel: 'session.list', summary: 'Sessions, the newest first' },
  {
    method: 'POST',
    path: '/v1/sessions',
    channel: 'session.start',
    summary: 'Start a session',
    // That models may ask to write files is for a person to say, in the window or a terminal.
    fixed: { writesFiles: undefined },
  },
  { method: 'GET', path: session, channel: 'session.view', summary: 'A whole session' },
  { method: 'DELETE', path: session, channel: 'session.remove', summary: 'Delete a session' },
  { method: 'POST', path: `${session}/stop`, channel: 'session.stop', summary: 'Stop it; what was found stays' },
  { method: 'POST', path: `${session}/resume`, channel: 'session.resume', summary: 'Resume a paused session' },
  { method: 'POST', path: `${session}/retry`, channel: 'session.retry', summary: 'Retry a failed or stopped session' },
  { method: 'POST', path: `${session}/follow-ups`, channel: 'session.followUp', summary: 'Ask a follow-up question' },
  { method: 'POST', path: `${session}/answer`, channel: 'session.answer', summary: 'Answer a clarifying question' },
  {
    method: 'POST',
    path: `${session}/plan`,
    channel: 'session.acceptPlan',
    summary: 'Accept the plan, with its steps',
  },
  { method: 'POST', path: `${session}/plan/remarks`, channel: 'session.sendBackPlan', summary: 'Send the plan back' },
  {
    method: 'GET',
    path: `${session}/checkpoints`,
    channel: 'session.checkpoints',
    summary: 'Moments of a session from which a new one can go on',
  },
  {
    method: 'GET',
    path: `${session}/checkpoints/{checkpointId}`,
    channel: 'session.checkpoint',
    summary: 'What it knew at one of them',
  },
  {
    method: 'POST',
    path: `${session}/branches`,
    channel: 'session.branch',
    summary: 'Start a session that goes on from a checkpoint, or stops at the review of its plan',
  },
  { method: 'GET', path: `${session}/report`, channel: 'session.report', summary: 'A report with its citations' },
  {
    method: 'GET',
    path: `${session}/report.md`,
    channel: 'session.export',
    summary: 'A report as Markdown',
    fixed: { format: 'markdown' },
    mediaType: 'text/markdown',
  },
  {
    method: 'GET',
    path: `${session}/report.html`,
    channel: 'session.export',
    summary: 'A report as one HTML file',
    fixed: { format: 'html' },
    mediaType: 'text/html',
  },

  {
    method: 'GET',
    path: '/v1/sources',
    channel: 'library.list',
    summary: 'Documents of the library',
    defaults: page,
    within: 'filter',
  },
  { method: 'POST', path: '/v1/sources', channel: 'library.addNote', summary: 'Add a text as a note' },
  { method: 'GET', path: '/v1/sources/{sourceId}/text', channel: 'library.text', summary: 'The text of a document' },
  {
    method: 'GET',
    path: '/v1/recall',
    channel: 'recall.search',
    summary: 'Find passages in the library',
    within: 'filter',
  },

  {
    method: 'GET',
    path: '/v1/domains',
    channel: 'domains.map',
    summary: 'What the library is about: domains of documents',
  },
  {
    method: 'GET',
    path: '/v1/domains/{domainId}/documents',
    channel: 'domains.documents',
    summary: 'Documents of a domain, the nearest to its centre first',
    defaults: page,
  },

  { method: 'GET', path: '/v1/resources', channel: 'resources.list', summary: 'Resources', defaults: page },
  {
    method: 'POST',
    path: '/v1/resources',
    channel: 'resources.addText',
    summary: 'Register what a text describes: an API, MCP servers over HTTP, the address of a database or model server',
    registers: true,
  },
  { method: 'GET', path: '/v1/resources/{resourceId}', channel: 'resources.get', summary: 'A whole resource' },
  {
    method: 'POST',
    path: '/v1/resources/match',
    channel: 'resources.match',
    summary: 'The resources that fit a need, with reasons',
  },

  {
    method: 'GET',
    path: '/v1/confirmations',
    channel: 'session.confirmations',
    summary: 'Calls that wait for a person, the oldest first',
  },
  {
    method: 'POST',
    path: '/v1/confirmations/{confirmationId}',
    channel: 'session.answerConfirmation',
    summary: 'Allow or deny one. `seen` is its risk and its steps as they were shown to the person',
  },
  {
    method: 'POST',
    path: `${session}/questions/{questionId}`,
    channel: 'session.answerQuestion',
    summary: 'Answer what a service asks while its call runs; the session lists its `questions`',
  },
  { method: 'GET', path: '/v1/rules', channel: 'rules.list', summary: 'Files of rules' },
  {
    method: 'POST',
    path: '/v1/rules/test',
    channel: 'rules.test',
    summary: 'Try the rules on a call; records nothing',
  },
  {
    method: 'GET',
    path: '/v1/calls',
    channel: 'calls.list',
    summary: 'Recorded calls, the newest first',
    defaults: page,
    within: 'filter',
  },
  {
    method: 'POST',
    path: '/v1/calls/check',
    channel: 'calls.check',
    summary: 'May a call of another tool run? Decides and records',
  },
  {
    method: 'POST',
    path: '/v1/calls/{callId}/result',
    channel: 'calls.record',
    summary: 'What came of a checked call',
  },
]

/** An append-only stream of the contract as server-sent events. */
export interface StreamRoute {
  readonly path: string
  readonly stream: StreamName
  /** What is told between its messages, without ids of its own: what has passed is not told again. */
  readonly beside?: StreamName
  readonly summary: string
}

export const streamRoutes: readonly StreamRoute[] = [
  { path: '/v1/events', stream: 'projectEvents', summary: 'What happens in all sessions of the project' },
  {
    path: `${session}/thread`,
    stream: 'threadEvents',
    beside: 'threadDrafts',
    summary: 'A session as message_chunk, tool_calls, tool_call_result, interrupt and error',
  },
  { path: `${session}/events`, stream: 'sessionEvents', summary: 'What happens in a session' },
]

/** The values of the names in a path's braces; null where the path is another. Throws URIError for a broken escape. */
export function valuesOfPath(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== given.length) return null
  const values: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? ''
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined ? part !== text : text === '') return null
    if (name !== undefined) values[name] = decodeURIComponent(text)
  }
  return values
}

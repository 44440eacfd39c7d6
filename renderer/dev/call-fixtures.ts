import type { CallRecord } from '../../contract/calls'

const base: CallRecord = {
  callId: 'call',
  sessionId: 'session-1',
  caller: 'session',
  at: '2026-11-22T10:12:00.000Z',
  endedAt: '2026-11-22T10:12:00.240Z',
  durationMs: 240,
  tool: 'sql_query',
  server: 'builtin',
  tier: 'L2',
  effect: 'reads',
  resourceId: 'database:tunnel',
  resourceName: 'tunnel.sqlite',
  question: 'Which runs had the highest heat flux?',
  input: { question: 'Which runs had the highest heat flux?' },
  decision: 'allow',
  decidedBy: 'gate',
  remark: null,
  risk: 0,
  reasons: [],
  state: 'done',
  error: null,
  exchanges: [],
  feedback: null,
}
const program = { sessionId: null, caller: 'program', resourceId: null, resourceName: null } as const
const writes = { score: 0.6, weight: 'default', fact: { kind: 'toolWrites', values: { tool: 'send_mail' } } } as const

/** Calls of every state, the first of which a picture opens. */
const kept: CallRecord[] = [
  {
    ...base,
    tool: 'send_mail',
    server: 'mailer',
    ...program,
    effect: 'changes',
    tier: 'L3',
    question: 'Mail Ada the quarterly figures.',
    input: { to: 'ada@example.org', subject: 'Quarterly figures', token: '•••' },
    decision: 'ask',
    decidedBy: 'program',
    risk: 0.6,
    reasons: [
      writes,
      { score: 0.6, weight: 'default', fact: { kind: 'toolNotGranted', values: { tool: 'send_mail' } } },
    ],
    state: 'denied',
    durationMs: null,
    error: { code: 'tool.denied', message: 'The person refused it.', context: { by: 'person' } },
  },
  base,
  { ...base, tool: 'recall', resourceName: 'recall', question: 'What limits heating at the nose of a blunt body?' },
  {
    ...base,
    tool: 'add_note',
    server: 'Notes',
    resourceName: 'Notes',
    decision: 'ask',
    decidedBy: null,
    state: 'awaitingConfirmation',
    question: 'Keep the result as a note.',
  },
  {
    ...base,
    tool: 'getOrder',
    server: 'Shop',
    resourceName: 'Shop',
    state: 'failed',
    question: 'What is the status of order 42?',
    error: { code: 'resource.timeout', message: 'No answer in 60 s', context: { seconds: 60 } },
  },
  {
    ...base,
    tool: 'save_file',
    decision: 'ask',
    decidedBy: 'person',
    state: 'inDoubt',
    question:
      'Save the table of the runs, the materials and the sites where they were measured, with all their columns',
  },
  {
    ...base,
    sessionId: null,
    decision: 'deny',
    decidedBy: 'rule',
    state: 'denied',
    question: '',
    input: {},
    risk: null,
    resourceName: null,
  },
  { ...base, tool: 'list_notes', server: 'Notes', ...program, state: 'inDoubt', question: 'Which notes are there?' },
]

export const calls = kept.map((call, at) => ({
  ...call,
  callId: `call-${at}`,
  at: new Date(Date.parse(base.at) - at * 7_200_000).toISOString(),
}))

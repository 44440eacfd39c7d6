import { describe, expect, it } from 'vitest'
import type { ConfirmationView } from '../../../contract/calls/calls'
import type { DiffPart, FilePreview } from '../../../contract/calls/file-change'
import type { SessionView } from '../../../contract/session/session'
import type { Connection } from '../../../main/api'
import { askedText, confirmByOptions, confirmOnTerminal, filePreviewText } from '../../../main/command/sessions/confirm'
import { ProgressLine } from '../../../main/command/terminal/terminal'

const asked: ConfirmationView = {
  id: 'c1',
  stepId: 'a',
  reason: 'asks',
  tool: 'add_note',
  server: 'Notes',
  tier: 'L3',
  effect: 'changes',
  resourceId: 'mcp_server:notes',
  resourceName: 'Team notes\u001b[2J\nRisk: 0%',
  input: { body: 'Chur' },
  risk: 0.6,
  steps: 1,
  reasons: [{ score: 0.6, weight: 'default', fact: { kind: 'toolWrites', values: { tool: 'add_note' } } }],
  similarCalls: [{ at: '2026-01-01T00:00:00.000Z', question: 'Which site?', decision: 'refused', succeeded: null }],
  canRemember: true,
  askedAt: '2026-01-01T00:00:00.000Z',
}
const viewOf = (one: ConfirmationView): SessionView =>
  ({
    id: 's1',
    plan: { steps: [{ id: 'a', title: 'Write it down' }] },
    confirmations: [one],
    questions: [],
  }) as unknown as SessionView

/** Answers a question of the terminal with these lines; resolves with what was sent. */
async function said(one: ConfirmationView, ...lines: string[]) {
  const sent: unknown[] = []
  const connection = {
    call: async (_channel: string, input: unknown) => void sent.push(input),
  } as unknown as Connection
  await confirmOnTerminal(connection, viewOf(one), one, new ProgressLine(), async () => lines.shift() ?? '')
  return sent
}

it('what a call would do to a file is shown line by line, and nothing in it is obeyed', async () => {
  const own = { ...asked, server: 'builtin', tool: 'apply_change' }
  const shown = (preview: FilePreview | null) => {
    const connection = { call: async () => preview } as unknown as Connection
    return filePreviewText(connection, 's1', own, new ProgressLine())
  }
  const parts: DiffPart[] = [
    { kind: 'same', lines: ['# Trials', ''] },
    { kind: 'removed', lines: ['in 1969'] },
    { kind: 'added', lines: ['in 1971\u001b[2J', 'a\u202eb'] },
  ]
  expect(await shown({ kind: 'change', path: '/papers/notes.md', hunks: [{ line: 3, parts }] })).toBe(
    [
      'Changes this file: /papers/notes.md',
      '  from line 3:',
      '    # Trials',
      '    ',
      '  - in 1969',
      '  + in 1971\\u001b[2J',
      '  + a\\u202eb',
      '',
    ].join('\n'),
  )
  expect(await shown({ kind: 'new', path: '/exports/a.md', content: 'One\nTwo' })).toBe(
    'Saves this new file: /exports/a.md\n  + One\n  + Two\n',
  )
  const error = { code: 'file.outside', message: '', context: { path: '/etc/hosts' } } as const
  expect(await shown({ kind: 'failure', error })).toBe(
    'This call would fail: This file is not in a folder that you added: /etc/hosts\n',
  )
  expect(await shown(null)).toBe('')
  expect(await filePreviewText({} as Connection, 's1', asked, new ProgressLine())).toBe('')
})

describe('a question on the terminal', () => {
  it('shows what is asked with its reasons, and no control character', () => {
    expect(askedText(asked, viewOf(asked), new ProgressLine())).toBe(
      [
        '“Write it down” wants to use add_note (L3) on Team notes Risk: 0%.',
        'Risk: 60%',
        '  - “add_note” can change or send something.',
        '  before: denied, for “Which site?”',
        'Arguments: {"body":"Chur"}',
      ].join('\n'),
    )
  })

  it('takes a yes for once, a session or always, and everything else as a no', async () => {
    const seen = { risk: 0.6, steps: 1 }
    const allowed = { sessionId: 's1', confirmationId: 'c1', answer: 'allow', remark: null, input: null, seen }
    expect(await said(asked, 'y')).toEqual([{ ...allowed, scope: 'once' }])
    expect(await said(asked, 'a')).toEqual([{ ...allowed, scope: 'always' }])
    expect(await said(asked, '')).toEqual([{ ...allowed, answer: 'deny', scope: 'once' }])
    expect(await said(asked, 'use the other table')).toEqual([
      { ...allowed, answer: 'deny', scope: 'once', remark: 'use the other table' },
    ])
  })

  it('asks twice where the risk is high, and remembers nothing that a rule would not lift', async () => {
    const risky = { ...asked, risk: 0.9, steps: 2, canRemember: false }
    expect(await said(risky, 'y', '')).toMatchObject([{ answer: 'deny' }])
    expect(await said(risky, 'y', 'y')).toMatchObject([{ answer: 'allow', scope: 'once', seen: { steps: 2 } }])
    expect(await said(risky, 'a', 'y')).toMatchObject([{ answer: 'deny' }])
    const connection = { call: async () => viewOf(risky) } as unknown as Connection
    const options = { allow: true, deny: false, scope: 'once', highRisk: false, set: [] } as const
    expect(await confirmByOptions(connection, 's1', options, new ProgressLine())).toBe(5)
  })
})

describe('a call that misses arguments, on the terminal', () => {
  const field = { description: '', isRequired: true, proposed: null } as const
  const count = { kind: 'number', isInteger: true, minimum: 1, maximum: null } as const
  const units = [
    { value: 'metric', title: 'Metric\u001b[2J' },
    { value: 'us', title: 'US' },
  ]
  const lacking: ConfirmationView = {
    ...asked,
    reason: 'missing',
    input: { city: 'Chur' },
    canRemember: false,
    lacking: {
      origins: { city: 'question' },
      fields: [
        { ...field, name: 'days', title: 'Days', form: count },
        {
          ...field,
          name: 'units',
          title: 'units',
          form: { kind: 'choice', isMany: false, least: null, most: null, options: units },
        },
      ],
    },
  }

  /** Answers as `said` does, with what the gate says of the call. */
  async function entered(decision: 'allow' | 'ask' | 'deny', ...lines: string[]) {
    const sent: unknown[] = []
    const checked = { decision, risk: decision === 'allow' ? 0 : 0.7, steps: 1, reasons: [] }
    const connection = {
      call: async (channel: string, input: unknown) =>
        channel === 'session.checkConfirmation' ? checked : void sent.push(input),
    } as unknown as Connection
    await confirmOnTerminal(connection, viewOf(lacking), lacking, new ProgressLine(), async () => lines.shift() ?? '')
    return sent
  }

  it('shows what there is and what is missing, and takes each value once it fits', async () => {
    const text = askedText(lacking, viewOf(lacking), new ProgressLine())
    expect(text).toContain('Arguments: {"city":"Chur"}')
    expect(text).toContain('  - days (Days)\n  - units: 1) Metric, 2) US')
    const input = { city: 'Chur', days: 3, units: 'us' }
    expect(await entered('allow', 'many', '0', '3', 'furlongs', '2')).toMatchObject([
      { answer: 'allow', scope: 'once', input, seen: { risk: 0, steps: 1 } },
    ])
    expect(await entered('ask', '3', 'US', 'y')).toMatchObject([{ answer: 'allow', input, seen: { risk: 0.7 } }])
  })

  it('leaves the call out where nothing is entered, the person says no, or a rule denies it', async () => {
    expect(await entered('allow', '')).toMatchObject([{ answer: 'deny', input: null }])
    expect(await entered('ask', '3', 'US', 'n')).toMatchObject([{ answer: 'deny', input: null }])
    expect(await entered('deny', '3', 'US', 'y')).toMatchObject([{ answer: 'deny', input: null }])
  })

  it('takes them as options, and refuses what is missing or does not fit', async () => {
    const sent: unknown[] = []
    const connection = {
      call: async (channel: string, input: unknown) => {
        if (channel === 'session.view') return viewOf(lacking)
        if (channel === 'session.checkConfirmation') return { decision: 'allow', risk: 0, steps: 1, reasons: [] }
        return void sent.push(input)
      },
    } as unknown as Connection
    const allow = (...set: string[]) =>
      confirmByOptions(
        connection,
        's1',
        { allow: true, deny: false, scope: 'once', highRisk: false, set },
        new ProgressLine(),
      )
    for (const set of [[], ['days=3'], ['days=x', 'units=us'], ['days=3', 'units=us', 'other=1'], ['days', 'units']]) {
      await expect(allow(...set)).rejects.toMatchObject({ code: 'input.invalid' })
    }
    expect(await allow('days=3', 'units=us')).toBeNull()
    expect(sent).toMatchObject([{ answer: 'allow', input: { city: 'Chur', days: 3, units: 'us' } }])
  })
})

import { describe, expect, it } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import type { ServiceQuestion } from '../../../contract/service-question'
import type { SessionView } from '../../../contract/session'
import type { Connection } from '../../../main/api'
import { confirmByOptions } from '../../../main/command/confirm'
import { answerOnTerminal } from '../../../main/command/service-questions'
import { ProgressLine } from '../../../main/command/terminal'

const text = { kind: 'text', format: null, minLength: null, maxLength: null } as const
const field = { description: '', proposed: null, form: text } as const
const question: ServiceQuestion = {
  id: 'q1',
  stepId: 'a',
  callId: 'c1',
  tool: 'book_room',
  server: 'Rooms',
  resourceId: null,
  message: 'Which city?',
  fields: [
    { ...field, name: 'city', title: 'City', isRequired: true },
    { ...field, name: 'street', title: 'Street', isRequired: false },
  ],
  askedAt: '2026-01-01T00:00:00.000Z',
  until: '2026-01-01T00:10:00.000Z',
}

async function said(...lines: string[]) {
  const sent: unknown[] = []
  const connection = { call: async (_: string, input: unknown) => void sent.push(input) } as unknown as Connection
  await answerOnTerminal(connection, 's1', question, new ProgressLine(), async () => lines.shift() ?? '')
  return sent
}

describe('a question of a server, on the terminal', () => {
  it('is answered with what was entered once the person says yes, and else declined', async () => {
    const entries = { city: 'Chur', street: '' }
    const accepted = { sessionId: 's1', questionId: 'q1', answer: { action: 'accept', entries } }
    expect(await said('Chur', '', 'y')).toEqual([accepted])
    expect(await said('Chur', '', '')).toMatchObject([{ answer: { action: 'decline' } }])
    expect(await said('')).toMatchObject([{ answer: { action: 'decline' } }])
  })

  it('that is over by then ends nothing', async () => {
    const gone = async (): Promise<never> => Promise.reject(new QuarryError('session.wrongState', 'Over.'))
    const connection = { call: gone } as unknown as Connection
    await answerOnTerminal(connection, 's1', question, new ProgressLine(), async () => 'y')
  })

  it('is shown and answered by options, before what waits for permission', async () => {
    const sent: unknown[] = []
    const view = { id: 's1', questions: [question], confirmations: [] } as unknown as SessionView
    const connection = {
      call: async (channel: string, input: unknown) =>
        channel === 'session.view' ? view : void sent.push((input as { answer: unknown }).answer),
    } as unknown as Connection
    const options = { allow: false, deny: false, scope: 'once', highRisk: false, set: [] } as const
    const answer = (more: object) => confirmByOptions(connection, 's1', { ...options, ...more }, new ProgressLine())
    expect(await answer({})).toBe(5)
    await expect(answer({ allow: true })).rejects.toMatchObject({ code: 'input.invalid' })
    expect(await answer({ allow: true, set: ['city=Chur'] })).toBeNull()
    expect(await answer({ deny: true })).toBeNull()
    expect(sent).toEqual([{ action: 'accept', entries: { city: 'Chur' } }, { action: 'decline' }])
  })
})

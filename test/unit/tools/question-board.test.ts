import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallExchange } from '../../../contract/calls/service-question'
import { QuarryError } from '../../../contract/errors'
import { createQuestionBoard } from '../../../main/tools'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const form = { kind: 'text', format: null, minLength: null, maxLength: null } as const
const field = { name: 'city', title: 'City', description: '', isRequired: true, proposed: null, form }
const question = { kind: 'form' as const, message: 'Which city?', fields: [field] }
const call = { sessionId: 's', stepId: 'a', callId: 'c', tool: 'forecast', server: 'Weather', resourceId: null }

function openBoard() {
  const changes: string[] = []
  const recorded: CallExchange[] = []
  const board = createQuestionBoard({ onChanged: (sessionId) => changes.push(sessionId), patienceMs: 1000 })
  const ask = board.askerOf(call, async (exchange) => void recorded.push(exchange))
  return { board, changes, recorded, ask }
}
const { signal } = new AbortController()
/** A card is up once it is written that a person is asked. */
const shown = () => vi.advanceTimersByTimeAsync(0)

describe('a question of a service', () => {
  it('waits for its session’s person alone, who answers once', async () => {
    const { board, changes, recorded, ask } = openBoard()
    const answered = ask(question, signal)
    await shown()
    const [open] = board.open('s')
    expect(open).toMatchObject({ ...question, tool: 'forecast', server: 'Weather', stepId: 'a' })
    expect([board.open('other'), changes]).toEqual([[], ['s']])
    const accept = { action: 'accept', entries: { city: 'Chur', more: 'x' } } as const
    expect(() => board.answer('other', open!.id, accept)).toThrow('already answered')
    expect(() => board.answer('s', open!.id, { action: 'accept', entries: {} })).toThrow('does not fit')
    board.answer('s', open!.id, accept)
    expect(await answered).toEqual({ action: 'accept', content: { city: 'Chur' } })
    expect(() => board.answer('s', open!.id, accept)).toThrow('already answered')
    expect(recorded).toMatchObject([{ message: 'Which city?', outcome: 'accepted', content: { city: 'Chur' } }])
    expect([board.open('s'), changes]).toEqual([[], ['s', 's']])
  })

  it('is over once its time is, or it is taken back; all questions of a call share one time', async () => {
    const { board, recorded, ask } = openBoard()
    const withdrawn = new AbortController()
    const first = ask(question, withdrawn.signal)
    await vi.advanceTimersByTimeAsync(600)
    withdrawn.abort()
    expect(await first).toEqual({ action: 'cancel' })
    const second = ask(question, signal)
    await vi.advanceTimersByTimeAsync(399)
    expect(board.open('s')).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await second).toEqual({ action: 'cancel' })
    expect(await ask(question, signal)).toEqual({ action: 'cancel' })
    expect(recorded.map(({ outcome }) => outcome)).toEqual(['withdrawn', 'timedOut', 'tooMany'])
  })

  it('is not put after the third of a call', async () => {
    const { board, recorded, ask } = openBoard()
    for (let at = 0; at < 3; at++) {
      const answered = ask(question, signal)
      await shown()
      board.answer('s', board.open('s')[0]!.id, { action: 'decline' })
      expect(await answered).toEqual({ action: 'decline' })
    }
    expect(await ask(question, signal)).toEqual({ action: 'cancel' })
    expect(board.open('s')).toEqual([])
    expect(recorded.at(-1)).toMatchObject({ outcome: 'tooMany' })
  })

  it('for a language model gives way, while that works, to what waits for a person', async () => {
    const request = { system: '', messages: [{ role: 'user' as const, text: 'Why?' }], maxTokens: 9 }
    const model = { name: 'tiny', server: 'Attic', elsewhere: null }
    const complete = (ended: AbortSignal) =>
      new Promise<never>((_resolve, reject) => ended.addEventListener('abort', () => reject(ended.reason)))
    const prepareCompletion = async () => ({ request, model, complete })
    const board = createQuestionBoard({ onChanged: () => undefined, prepareCompletion, patienceMs: 1000 })
    const recorded: CallExchange[] = []
    const ask = board.askerOf(call, async (exchange) => void recorded.push(exchange))
    const completed = ask({ kind: 'completion', ...request }, signal)
    const answered = ask(question, signal)
    await shown()
    board.answer('s', board.open('s').find(({ kind }) => kind === 'completion')!.id, { action: 'accept', entries: {} })
    expect(board.open('s').map(({ kind }) => kind)).toEqual(['form', 'completion'])
    board.answer('s', board.open('s')[1]!.id, { action: 'decline' })
    board.answer('s', board.open('s')[0]!.id, { action: 'cancel' })
    expect([await completed, await answered]).toEqual([{ action: 'decline' }, { action: 'cancel' }])
    expect(recorded.map(({ outcome }) => outcome)).toEqual(['declined', 'cancelled'])
  })

  it('for a language model that cannot be asked is declined with the reason', async () => {
    const prepareCompletion = async () => Promise.reject(new QuarryError('resource.unreachable', 'It is away.'))
    const board = createQuestionBoard({ onChanged: () => undefined, prepareCompletion })
    const recorded: CallExchange[] = []
    const ask = board.askerOf(call, async (exchange) => void recorded.push(exchange))
    const request = { kind: 'completion' as const, system: '', messages: [], maxTokens: 9 }
    expect(await ask(request, signal)).toEqual({ action: 'decline', problem: 'failed' })
    expect(recorded).toMatchObject([{ outcome: 'failed', error: { code: 'resource.unreachable' } }])
  })
})

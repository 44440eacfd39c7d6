import { describe, expect, it } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import { createDispatch, type Handlers } from '../../../main/api/dispatch'

const handlers = {
  'recall.search': async ({ query }: { query: string }) => {
    if (query === 'fail') throw new QuarryError('store.closed', 'The store is closed.', { remedy: 'startAgain' })
    if (query === 'bug') throw new TypeError('undefined is not a function')
    return { hits: [], paths: [], notes: [query], tookMs: 1 }
  },
} as unknown as Handlers
const dispatch = createDispatch(handlers)

describe('dispatch', () => {
  it('answers a call with its value', async () => {
    expect(await dispatch('recall.search', { query: 'heat' })).toMatchObject({ ok: true, value: { notes: ['heat'] } })
  })

  it.each([
    ['nothing', undefined],
    ['a wrong type', { query: 42 }],
    ['an empty query', { query: '' }],
    ['a huge query', { query: 'x'.repeat(5000) }],
    ['a number out of range', { query: 'x', top: 100_000 }],
    ['prototype tricks', JSON.parse('{"__proto__": {"query": "x"}}')],
  ])('refuses %s before the handler sees it', async (_name, input) => {
    expect(await dispatch('recall.search', input)).toMatchObject({ ok: false, error: { code: 'input.invalid' } })
  })

  it.each(['nope', 'constructor', '__proto__', 'toString', ''])('knows no channel %j', async (channel) => {
    expect(await dispatch(channel, {})).toMatchObject({ ok: false, error: { code: 'ipc.unknownChannel' } })
  })

  it('passes a known error on with its code and remedy', async () => {
    expect(await dispatch('recall.search', { query: 'fail' })).toEqual({
      ok: false,
      error: { code: 'store.closed', message: 'The store is closed.', remedy: { kind: 'startAgain', values: {} } },
    })
  })

  it('tells an unknown error as internal', async () => {
    expect(await dispatch('recall.search', { query: 'bug' })).toMatchObject({ ok: false, error: { code: 'internal' } })
  })
})

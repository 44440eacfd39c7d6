import { describe, expect, it } from 'vitest'
import { isAppTopic } from '../../../contract/channels/app-topics'
import {
  type CallEnvelope,
  channels,
  isProjectChannel,
  subscription,
  type Topic,
  topics,
} from '../../../contract/channels/channels'
import { QuarryError } from '../../../contract/errors'
import { createDispatch, type Handlers } from '../../../main/api/dispatch'

const handlersOf = (projectId: string) => ({
  'recall.search': async ({ query }: { query: string }) => {
    if (query === 'fail') throw new QuarryError('store.closed', 'The store is closed.', { remedy: 'startAgain' })
    if (query === 'bug') throw new TypeError('undefined is not a function')
    return { hits: [], paths: [], notes: [query, projectId], tookMs: 1 }
  },
})
const dispatch = createDispatch({
  app: { 'project.list': async () => [] },
  async inProject<Value>(projectId: string, call: (handlers: ReturnType<typeof handlersOf>) => Promise<Value>) {
    if (projectId === 'gone') throw new QuarryError('project.notFound', 'Gone.')
    return call(handlersOf(projectId))
  },
} as unknown as Handlers)
const search = (input: unknown) => dispatch('recall.search', { projectId: 'a', input })

describe('dispatch', () => {
  it('answers a call with its value, in its project', async () => {
    expect(await search({ query: 'heat' })).toMatchObject({ ok: true, value: { notes: ['heat', 'a'] } })
  })

  it.each([
    ['nothing', undefined],
    ['a wrong type', { query: 42 }],
    ['an empty query', { query: '' }],
    ['a huge query', { query: 'x'.repeat(5000) }],
    ['a number out of range', { query: 'x', top: 100_000 }],
    ['prototype tricks', JSON.parse('{"__proto__": {"query": "x"}}')],
  ])('refuses %s before the handler sees it', async (_name, input) => {
    expect(await search(input)).toMatchObject({ ok: false, error: { code: 'input.invalid' } })
  })

  it.each(['nope', 'constructor', '__proto__', 'toString', ''])('knows no channel %j', async (channel) => {
    expect(await dispatch(channel, { projectId: null, input: {} })).toMatchObject({
      ok: false,
      error: { code: 'ipc.unknownChannel' },
    })
  })

  it('passes a known error on with its code and remedy', async () => {
    expect(await search({ query: 'fail' })).toEqual({
      ok: false,
      error: { code: 'store.closed', message: 'The store is closed.', remedy: { kind: 'startAgain', values: {} } },
    })
  })

  it('calls what nobody foresaw internal', async () => {
    expect(await search({ query: 'bug' })).toMatchObject({ ok: false, error: { code: 'internal' } })
  })

  it('refuses a call in a project that is not there', async () => {
    expect(await dispatch('recall.search', { projectId: 'gone', input: { query: 'x' } })).toMatchObject({
      ok: false,
      error: { code: 'project.notFound' },
    })
  })

  it.each([
    ['no project', { projectId: null, input: { query: 'x' } }],
    ['no envelope', { query: 'x' }],
    ['nothing at all', undefined],
  ])('refuses a project’s channel with %s', async (_name, envelope) => {
    expect(await dispatch('recall.search', envelope as CallEnvelope)).toMatchObject({
      ok: false,
      error: { code: 'input.invalid' },
    })
  })

  it('answers the app’s own channels without one', async () => {
    expect(await dispatch('project.list', { projectId: null })).toEqual({ ok: true, value: [] })
  })
})

describe('scopes', () => {
  it('are the app’s for what all projects share, and nothing else', () => {
    const names = Object.keys(channels) as (keyof typeof channels)[]
    const rooms = new Set(names.filter((name) => !isProjectChannel(name)).map((name) => name.split('.')[0]))
    expect([...rooms].sort()).toEqual(['app', 'pool', 'project'])
  })

  it('demand a project of every topic but the app’s', () => {
    for (const topic of Object.keys(topics) as Topic[]) {
      const given = { topic, key: 'k', projectId: null }
      expect([topic, subscription.safeParse(given).success]).toEqual([topic, isAppTopic(topic)])
    }
  })

  it('demand a project, a session and a first piece of every stream', () => {
    const whole = { stream: 'sessionEvents', projectId: 'p', key: 's', after: 0 }
    expect(subscription.safeParse(whole).success).toBe(true)
    for (const part of ['projectId', 'key', 'after']) {
      expect([part, subscription.safeParse({ ...whole, [part]: null }).success]).toEqual([part, false])
    }
    expect(subscription.safeParse({ ...whole, after: -1 }).success).toBe(false)
  })
})

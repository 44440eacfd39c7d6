import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { draftPiece, type ThreadEvent, threadEvent } from '../../../contract/channels/thread-event'
import { connectOver, createDispatch } from '../../../main/api'
import { type AppendSource, followStream } from '../../../main/api/append-stream'
import type { AppHandlers, ProjectHandlers } from '../../../main/api/dispatch'
import { createHttpToken, type HttpServer, serveHttp } from '../../../main/http'
import type { ReasoningEngine } from '../../../main/reasoning'
import type { Research } from '../../../main/research'
import { createDraftLog } from '../../../main/research/engines/draft-log'
import { plannedStep, scriptedEngine } from '../research/scripted-engine'
import { addSource, clearRows, openFreshStore, openSetting, readingTool, type Store } from '../research/setting'
import { messagesOf, take } from './events'

let store: Store
let directory: string
beforeAll(async () => {
  store = await openFreshStore()
  directory = await mkdtemp(join(tmpdir(), 'quarry-thread-'))
})
afterAll(async () => {
  await store.close()
  await rm(directory, { recursive: true, force: true })
})
beforeEach(async () => {
  await clearRows(store.database)
  await addSource(store.database)
})

/** Serves the thread of a project's sessions; answers how to ask for that of one. */
async function serveThreads(
  research: Pick<Research, 'threadEvents' | 'subscribe' | 'drafts' | 'subscribeProgress'>,
): Promise<{ server: HttpServer; threadOf(sessionId: string, last?: string): Promise<Response> }> {
  const token = createHttpToken(directory)
  const handlers = new Proxy({} as AppHandlers & ProjectHandlers, {
    get: (_, channel: string) => async () => (channel === 'project.list' ? [{ id: 'default' }] : undefined),
  })
  const connection = await connectOver({
    dispatch: createDispatch({ app: handlers, inProject: async (_project, call) => call(handlers) }),
    subscribe(wanted, listener) {
      if (!('stream' in wanted)) return () => {}
      const { stream, key, after } = wanted
      const isOfKey = (appended: () => void) => (one: string) => one === key && appended()
      const source: AppendSource<ThreadEvent> =
        stream === 'threadDrafts'
          ? {
              readAfter: async (from, limit) => research.drafts(key, from, limit),
              onAppend: (appended) => research.subscribeProgress(isOfKey(appended)),
            }
          : {
              readAfter: (from, limit) => research.threadEvents(key, from, limit),
              onAppend: (appended) => research.subscribe(isOfKey(appended)),
            }
      return followStream(source, after, listener, (error) => {
        throw error
      })
    },
    attached: false,
    onLost: () => {},
    close: async () => {},
  })
  const server = await serveHttp({ connection, token, version: '0.0.0', port: 0 })
  const authorization = `Bearer ${await token.read()}`
  return {
    server,
    threadOf: (sessionId, last) =>
      fetch(`${server.url}/v1/sessions/${sessionId}/thread`, {
        headers: { authorization, ...(last === undefined ? {} : { 'last-event-id': last }) },
      }),
  }
}

const round: NonNullable<Awaited<ReturnType<ReasoningEngine['assessQuestion']>>> = {
  round: 1,
  kind: 'tooBroad',
  prompt: { kind: 'askNarrower', values: { subject: 'drag' } },
  reason: { kind: 'questionTooBroad', values: { subject: 'drag', passages: 3, sources: 1 } },
  suggestions: ['wave drag'],
}

it('tells a whole session in order, and one that reconnects after any event loses and repeats none', async () => {
  const counting = readingTool({ name: 'count', run: async ({ n }) => ({ counted: n }) })
  const saving = readingTool({ name: 'save', effect: 'changes', run: async () => 'saved' })
  const engine = scriptedEngine({
    rounds: [round],
    steps: [plannedStep('a')],
    gather: async (_step, { callTool }) => {
      await callTool({ tool: 'count', resourceId: null, input: { n: 1 } })
      await callTool({ tool: 'save', resourceId: null, input: { text: 'two' } })
    },
  })
  const { research, close } = await openSetting(store.database, engine, { tools: [counting, saving] })
  const { server, threadOf } = await serveThreads(research)
  const id = await research.start({ question: 'Drag?', settings: { clarify: true, autoAccept: false } })

  // One client hears it as it happens, and does what a person would at each interrupt.
  const heard: { id: string; name: string; event: ThreadEvent }[] = []
  for await (const message of messagesOf(await threadOf(id))) {
    const event = threadEvent.parse(JSON.parse(message.data))
    heard.push({ id: message.id ?? '', name: message.event ?? '', event })
    if (event.event === 'interrupt' && event.reason === 'clarification') await research.answer(id, 'The nose.')
    if (event.event === 'interrupt' && event.reason === 'plan_review') {
      await research.acceptPlan(id, (await research.view(id)).plan?.steps ?? [])
    }
    if (event.event === 'interrupt' && event.reason === 'confirmation') {
      const seen = { risk: 1, steps: 2 }
      await research.answerConfirmation(id, event.interrupt_id ?? '', {
        answer: 'allow',
        remark: null,
        scope: 'once',
        input: null,
        seen,
      })
    }
    if (event.agent === 'reporter') break
  }
  expect(heard.map(({ event }) => event).every(({ thread_id }) => thread_id === id)).toBe(true)
  expect(heard.map(({ name, event: { agent, role, content } }) => [name, agent, role, content])).toEqual([
    ['message_chunk', 'person', 'user', 'Drag?'],
    ['interrupt', 'coordinator', 'assistant', expect.stringContaining('drag')],
    ['message_chunk', 'person', 'user', 'The nose.'],
    ['message_chunk', 'planner', 'assistant', '1. Step a'],
    ['interrupt', 'planner', 'assistant', expect.any(String)],
    ['tool_calls', 'researcher', 'assistant', ''],
    ['tool_call_result', 'researcher', 'tool', '{"counted":1}'],
    ['tool_calls', 'researcher', 'assistant', ''],
    ['interrupt', 'researcher', 'assistant', 'save'],
    ['tool_call_result', 'researcher', 'tool', '"saved"'],
    ['message_chunk', 'reporter', 'assistant', expect.stringContaining('Found in a.')],
  ])
  const called = heard.flatMap(({ event }) => (event.event === 'tool_calls' ? event.tool_calls : []))
  expect(called.map(({ name, args }) => [name, args])).toEqual([
    ['count', { n: 1 }],
    ['save', { text: 'two' }],
  ])
  const results = heard.flatMap(({ event }) => (event.event === 'tool_call_result' ? event.tool_call_id : []))
  expect(results).toEqual(called.map((call) => call.id))

  await research.whenSettled(id)
  const replayed = await take(await threadOf(id), heard.length)
  expect(replayed.map((message) => JSON.parse(message.data))).toEqual(heard.map(({ event }) => event))
  for (let known = 1; known < heard.length; known += 1) {
    const rest = await take(await threadOf(id, heard[known - 1]?.id), heard.length - known)
    expect(rest.map((message) => message.id)).toEqual(heard.slice(known).map((one) => one.id))
  }
  await server.close()
  await close()
})

it('tells a failure as an error, and pages through a thread by any number of events', async () => {
  const engine = scriptedEngine({
    steps: [plannedStep('a')],
    before: ({ method }) => {
      if (method === 'gatherEvidence') throw new Error('The file is broken.')
    },
  })
  const { research, close } = await openSetting(store.database, engine)
  const id = await research.start({ question: 'Drag?', settings: { clarify: false, autoAccept: true } })
  await research.whenSettled(id)
  const all = await research.threadEvents(id, 0, 100)
  expect(all.map(({ event, agent }) => [event, agent])).toEqual([
    ['message_chunk', 'person'],
    ['message_chunk', 'planner'],
    ['error', 'researcher'],
    ['error', 'coordinator'],
  ])
  expect(all.at(-1)).toMatchObject({ error: { code: 'session.failed' }, content: expect.stringMatching(/\w/) })
  for (const size of [1, 2, 3]) {
    const paged: ThreadEvent[] = []
    for (;;) {
      const page = await research.threadEvents(id, paged.at(-1)?.sequence ?? 0, size)
      paged.push(...page)
      if (page.length < size) break
    }
    expect(paged).toEqual(all)
  }
  expect(await research.threadEvents('none', 0, 10)).toEqual([])
  await close()
})

it('sends what a model is writing in pieces that a late reader can place, and that no reconnecting counts', async () => {
  const log = createDraftLog()
  const listeners = new Set<(sessionId: string) => void>()
  const write = (soFar: string): void => {
    log.note('s', soFar, '2026-01-01T00:00:00.000Z')
    for (const listener of listeners) listener('s')
  }
  const { server, threadOf } = await serveThreads({
    threadEvents: async () => [],
    subscribe: () => () => {},
    drafts: log.readAfter,
    subscribeProgress(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  write('Heat ')
  write('Heat rises')
  const pieces: (readonly [string | undefined, string | undefined, string, number])[] = []
  for await (const { id, event, data } of messagesOf(await threadOf('s'))) {
    const { content, draft } = draftPiece.parse(JSON.parse(data))
    pieces.push([id, event, content, draft.offset])
    if (pieces.length === 2) write('Heat rises.')
    if (pieces.length === 3) break
  }
  expect(pieces).toEqual([
    [undefined, 'message_chunk', 'Heat ', 0],
    [undefined, 'message_chunk', 'rises', 5],
    [undefined, 'message_chunk', '.', 10],
  ])
  await server.close()
  expect(listeners.size).toBe(0)
})

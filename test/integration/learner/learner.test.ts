import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { LearnerView } from '../../../contract/library/learner'
import type { PresenceNow } from '../../../main/learner/ports'
import { runtimeOn } from '../../fixtures/runtime'

const patience = { timeout: 25_000 }
const page = { offset: 0, limit: 50 }
const question = 'Why do leaves fall in autumn?'
const answer = 'Leaves fall in autumn because the tree seals their stalks with cork.'

let present: PresenceNow = { isIdle: false, onMains: true }
const listeners = new Set<() => void>()
const presence = {
  now: () => present,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
function become(next: Partial<PresenceNow>): void {
  present = { ...present, ...next }
  for (const listener of listeners) listener()
}

let quarry: Awaited<ReturnType<typeof runtimeOn>>
let work: string
let call: typeof quarry.connection.call
const leaves = () => join(work, 'leaves.md')
/** What the topic tells whoever follows it from now on. */
async function view(): Promise<LearnerView> {
  let stop = (): void => undefined
  try {
    return await new Promise((told) => {
      stop = quarry.connection.subscribe('learner', null, told)
    })
  } finally {
    stop()
  }
}
const state = async () => (await view()).state
const indexed = (count: number) =>
  vi.waitUntil(async () => (await call('library.summary')).byState.indexed === count, patience)

async function open(): Promise<void> {
  quarry = await runtimeOn(join(work, 'data'), false, presence)
  call = quarry.connection.call
}

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'quarry-learner-'))
  await writeFile(
    leaves(),
    `# Leaves\n\n## ${question}\n\n${answer}\n\n## How warm is the deep sea?\n\nNobody has said.\n`,
  )
  await open()
  await call('library.add', { paths: [leaves()] })
  await indexed(1)
})
afterAll(async () => {
  await quarry.close()
  await rm(work, { recursive: true, force: true })
})

it('asks nothing by itself until it is on, then what the library raises while nobody is there, and keeps what is answered', async () => {
  await vi.waitUntil(async () => (await state()) === 'off', patience)
  become({ isIdle: true, onMains: false })
  await call('settings.set', { backgroundLearning: true })
  await vi.waitUntil(async () => (await view()).waitsFor.includes('mains'), patience)
  expect(await call('learner.questions', page)).toEqual({ questions: [], total: 0 })
  become({ onMains: true })
  await vi.waitUntil(async () => (await state()) === 'exhausted', patience)

  const { questions } = await call('learner.questions', page)
  expect(questions.map(({ question: asked, state: became }) => [asked, became])).toEqual([
    ['How warm is the deep sea?', 'dropped'],
    [question, 'kept'],
  ])
  expect(questions[1]).toMatchObject({ raisedBy: { kind: 'heading', values: { name: 'Leaves' } }, sentences: [answer] })
  const { answers } = await call('memory.answers', page)
  expect(answers).toMatchObject([
    { question, sentences: [answer], session: null, superseded: null, places: [{ sourceName: 'leaves.md' }] },
  ])
  expect(await view()).toMatchObject({ kept: 1, dropped: 1, today: { questions: 2 } })
  expect(await call('session.list', {})).toEqual([])
})

it('is told of in a later report, which cites the passage itself', async () => {
  const settings = { clarify: false, autoAccept: true }
  const { sessionId } = await call('session.start', {
    question: 'Why do the leaves fall in autumn?',
    mode: 'quick',
    settings,
  })
  await vi.waitUntil(async () => (await call('session.view', { sessionId })).state === 'done', patience)
  const report = await call('session.report', { sessionId })
  const told = report.sections.find(({ kind }) => kind === 'answered')?.sentences
  expect(told).toMatchObject([{ fact: { kind: 'learnedBefore', values: { question } } }])
  expect(report.citations.map(({ place }) => place.kind)).toEqual(report.citations.map(() => 'source'))
  await call('session.remove', { sessionId })
})

it('asks nothing twice, also after a restart, unless its sources changed', async () => {
  const before = await call('learner.questions', page)
  await quarry.close()
  await open()
  await vi.waitUntil(async () => (await state()) === 'exhausted', patience)
  expect(await call('learner.questions', page)).toEqual(before)
  expect(await call('learner.ask', { questions: 3 })).toEqual({ asked: [], ended: 'exhausted' })

  const other = 'Leaves fall in autumn as the days grow short and cold.'
  await writeFile(leaves(), `# Leaves\n\n## ${question}\n\n${other}\n`)
  await call('library.rescan')
  await vi.waitUntil(async () => (await call('memory.answers', page)).answers[0]?.sentences[0] === other, patience)
  expect((await call('memory.answers', page)).answers).toMatchObject([{ question, superseded: null }])
})

it('spends no more than its budget of questions, and asks on demand beyond it', async () => {
  await vi.waitUntil(async () => (await state()) === 'exhausted', patience)
  const { questions } = (await view()).today
  await call('settings.set', { learnerQuestions: questions })
  await writeFile(
    join(work, 'roots.md'),
    '# Roots\n\n## Why do roots grow down?\n\nRoots grow down as they sense gravity.\n',
  )
  await call('library.add', { paths: [join(work, 'roots.md')] })
  await indexed(2)
  await vi.waitUntil(async () => (await state()) === 'spent', patience)
  expect((await view()).today).toMatchObject({ questions, questionsAtMost: questions })
  expect(await call('learner.ask', { questions: 1 })).toEqual({
    asked: [{ question: 'Why do roots grow down?', reason: null }],
    ended: 'done',
  })
  expect((await view()).today.questions).toBe(questions + 1)
})

it('stays paused until a person resumes it, also after a restart', async () => {
  await call('settings.set', { learnerQuestions: 20 })
  await call('learner.pause', { paused: true })
  await vi.waitUntil(async () => (await state()) === 'paused', patience)
  await quarry.close()
  await open()
  await vi.waitUntil(async () => (await state()) === 'paused', patience)
  await call('learner.pause', { paused: false })
  await vi.waitUntil(async () => (await state()) === 'exhausted', patience)
})

it('what a person deletes is not asked again, and what rests on a removed source goes with it', async () => {
  const { answers } = await call('memory.answers', page)
  expect(answers).toHaveLength(2)
  const fallen = answers.find((one) => one.question === question)!
  await call('memory.removeAnswers', { ids: [fallen.recordId] })
  expect((await call('learner.questions', page)).questions.map((one) => one.question)).not.toContain(question)
  expect(await call('learner.ask', { questions: 1 })).toEqual({ asked: [], ended: 'exhausted' })

  const { sources } = await call('library.list', { ...page, filter: {} })
  const roots = sources.find(({ name }) => name === 'roots.md')!
  await call('library.remove', { sourceIds: [roots.id] })
  expect(await call('memory.answers', page)).toEqual({ answers: [], total: 0 })
  expect(JSON.stringify(await call('learner.questions', page))).not.toContain('roots')
})

it('searches through the gate: a rule that denies it ends the asking, and the question is asked once the rule is gone', async () => {
  const rules = join(work, 'data', 'rules.json')
  await writeFile(
    rules,
    JSON.stringify({ version: 1, rules: [{ decide: 'deny', tool: 'recall', name: 'no searches' }] }),
  )
  await writeFile(
    join(work, 'bark.md'),
    '# Bark\n\n## Why does bark crack?\n\nBark cracks because the trunk below it grows thicker.\n',
  )
  await call('library.add', { paths: [join(work, 'bark.md')] })
  await indexed(2)
  await expect(call('learner.ask', { questions: 1 })).rejects.toMatchObject({
    code: 'tool.denied',
    context: { tool: 'recall', by: 'rule', rule: 'no searches' },
  })
  await rm(rules)
  expect(await call('learner.ask', { questions: 1 })).toEqual({
    asked: [{ question: 'Why does bark crack?', reason: null }],
    ended: 'done',
  })
})

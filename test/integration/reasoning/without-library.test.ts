import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import mammoth from 'mammoth'
import { expect, it, onTestFinished, vi } from 'vitest'
import { claimsIn, isClaim } from '../../../contract/report/report'
import { ask } from '../../../main/command/sessions/ask'
import { exitCode } from '../../../main/command/terminal/exit-code'
import { ProgressLine } from '../../../main/command/terminal/terminal'
import { type Reply, roleOf, startModelServer } from '../../fixtures/model-server'
import { quarryOfFile } from '../../fixtures/runtime'

const patience = { timeout: 60_000, interval: 150 }
const question = 'Why do leaves fall in autumn?'
const alone: Reply = { text: 'Wind tears leaves off [1]. Zebras like that.\n\nI am not sure about the zebras.' }

const openProject = quarryOfFile('unaided')

/** A project with a model server of the test's own; with a library, one page says why leaves fall. */
async function quarryWithModel(hasLibrary: boolean) {
  const served = await startModelServer(() => alone)
  onTestFinished(() => served.close())
  const { work, connection, call } = await openProject()
  await call('resources.addText', { text: served.origin })
  if (hasLibrary) {
    const page = '# Leaves\n\nLeaves fall in autumn because the tree seals the stalks of its leaves with cork.\n'
    await writeFile(join(work, 'leaves.md'), page)
    await call('library.add', { paths: [join(work, 'leaves.md')] })
    await vi.waitUntil(async () => (await call('library.summary')).byState.indexed === 1, patience)
  }
  const [{ engine } = { engine: '' }] = await call('session.engines')
  const view = (sessionId: string) => call('session.view', { sessionId })
  const settled = async (sessionId: string, version = 1) => {
    await vi.waitUntil(async () => {
      const { state, asked } = await view(sessionId)
      return ['done', 'failed', 'stopped', 'blockedReview'].includes(state) && asked.length >= version
    }, patience)
    return view(sessionId)
  }
  const start = async (more: object = {}) =>
    (await call('session.start', { question, mode: 'modelOnly', engine, ...more })).sessionId
  const log = async (sessionId: string): Promise<string[]> => {
    const types: string[] = []
    await new Promise<void>((resolve) => {
      const stop = connection.follow('sessionEvents', sessionId, 0, ({ pieces, isCaughtUp }) => {
        types.push(...pieces.map(({ type }) => type))
        if (!isCaughtUp) return
        stop()
        resolve()
      })
    })
    return types
  }
  return { served, work, connection, call, engine, settled, start, log, view }
}

it('answers from an empty library what the model knows, marked so, in every form of the report', async () => {
  const { served, call, engine, settled, start, log } = await quarryWithModel(false)
  const sessionId = await start()
  const { state, report, plan, investigation, modelUse } = await settled(sessionId)
  expect([state, plan, investigation, modelUse?.turns]).toEqual(['done', null, null, 1])
  expect(await log(sessionId)).toEqual(['session.started', 'question.accepted', 'report.written', 'report.verified'])
  expect(report).toMatchObject({ citations: [], claims: 0, supported: 0, droppedCitations: 1 })
  const [mark, ...said] = report!.sections.flatMap(({ sentences }) => sentences)
  expect(mark).toMatchObject({ method: 'none', fact: { kind: 'writtenUnaided', values: { model: 'tiny' } } })
  expect(said.map((one) => isClaim(one) && `${one.method} ${one.verdict} ${one.text}`)).toEqual([
    'unaided unchecked Wind tears leaves off.',
    'unaided unchecked Zebras like that.',
    'unaided unchecked I am not sure about the zebras.',
  ])
  // One turn, of the role that writes, and nothing that it could call.
  expect(served.asked.map((one) => [roleOf(one), one.tools])).toEqual([['write', undefined]])
  expect(await call('session.turns', { sessionId })).toMatchObject([{ engine, prompt: 'unaided/1/en', attempts: 1 }])
  for (const format of ['markdown', 'html'] as const) {
    const { text } = await call('session.export', { sessionId, format })
    expect(text).toContain('wrote this without your library')
    expect(text).toContain('Written by a language model without the library')
    expect(text).not.toMatch(/of 0|of 3|not checked\)/)
  }
  const chinese = await call('session.export', { sessionId, format: 'markdown', language: 'zh-CN' })
  expect(chinese.text).toContain('未使用资料库')
  const docx = await call('session.export', { sessionId, format: 'docx' })
  const { value: word } = await mammoth.extractRawText({ buffer: Buffer.from(docx.text, 'base64') })
  expect(word).toContain('wrote this without your library')

  // A person’s own sentence cites nothing either, and is no more checked than the model’s.
  const edit = { kind: 'sentence', sentenceId: 's3', text: 'Zebras hate that.' } as const
  await call('session.editReport', { sessionId, version: 1, edits: 0, edit })
  const edited = (await settled(sessionId)).report!
  expect(edited).toMatchObject({ claims: 0, supported: 0 })
  expect(claimsIn(edited.sections)[1]).toMatchObject({ method: 'unaided', verdict: 'unchecked', reason: null })
})

it('is asked from a terminal, of an empty library, and only where a model is chosen', async () => {
  const { work, connection, call } = await quarryWithModel(false)
  const out = join(work, 'alone.md')
  const options = { add: [], quick: false, modelOnly: true, only: [], memory: {}, interactive: false, out }
  const progress = new ProgressLine()
  const said = vi.spyOn(progress, 'say').mockImplementation(() => {})
  const { signal } = new AbortController()
  expect(await ask(connection, question, { ...options, model: ['tiny'] }, progress, signal)).toBe(exitCode.done)
  expect(await readFile(out, 'utf8')).toContain('“tiny” wrote this without your library')
  expect(said.mock.calls.at(-1)).toEqual([`${out}: written without the library; nothing was checked`])
  const unchosen = ask(connection, question, { ...options, model: ['none'] }, progress, signal)
  await expect(unchosen).rejects.toMatchObject({ code: 'model.notChosen' })
  expect(await call('session.list', {})).toHaveLength(1)
})

it('leaves the library alone, and no model’s word becomes evidence, memory or an earlier answer', async () => {
  const { served, call, settled, start, log } = await quarryWithModel(true)
  const told = 'I prefer short answers. Why do leaves fall in autumn?'
  const sessionId = await start({ question: told })
  const first = await settled(sessionId)
  expect(first.state).toBe('done')
  expect(JSON.stringify(served.asked)).not.toContain('cork')
  const nothing = { offset: 0, limit: 10 }
  expect(await call('memory.list', nothing)).toMatchObject({ total: 0 })
  expect(await call('memory.answers', nothing)).toMatchObject({ total: 0 })
  await expect(call('session.update', { sessionId })).rejects.toMatchObject({ code: 'plan.invalid' })

  served.play((one) => {
    const found = /\[\d+\](?=[^\n]*cork)/.exec(one.messages.at(-1)!.content)?.[0] ?? '[9]'
    return roleOf(one) === 'write'
      ? { text: `The tree seals the stalks of its leaves with cork ${found}.` }
      : { calls: [['finish', { keep: [] }]] }
  })
  await call('session.followUp', { sessionId, question: told, mode: 'research' })
  const { plan } = await vi.waitUntil(async () => {
    const view = await call('session.view', { sessionId })
    return view.state === 'awaitingPlanReview' && view
  }, patience)
  await call('session.acceptPlan', { sessionId, steps: plan!.steps })
  const { report } = await settled(sessionId, 2)
  expect(await log(sessionId)).toContain('investigation.finished')
  // What is asked of the library is remembered as ever.
  expect((await call('memory.answers', nothing)).total + (await call('memory.list', nothing)).total).toBeGreaterThan(1)
  const claims = claimsIn(report!.sections)
  expect(claims.length).toBeGreaterThan(0)
  for (const { citations, method } of claims) {
    expect(method).not.toBe('unaided')
    expect(citations.length).toBeGreaterThan(0)
  }
  expect(JSON.stringify([report, served.asked])).not.toMatch(/[Zz]ebra|Wind tears/)
  expect(report!.citations.every(({ place }) => place.kind === 'source')).toBe(true)

  // The model is given what was answered before, with what its own words were, and the report says so.
  served.play(() => ({ text: 'Cork is bark.' }))
  await call('session.followUp', { sessionId, question: 'What is cork?', mode: 'modelOnly' })
  const third = await settled(sessionId, 3)
  expect(third.state).toBe('done')
  const [mark] = third.report!.sections[0]!.sentences
  expect(mark).toMatchObject({ fact: { kind: 'writtenUnaided', values: { hasEarlier: true } } })
  const prompt = served.asked[0]!.messages.map(({ content }) => content).join('\n')
  expect(prompt).toContain('Answered: Wind tears leaves off.')
  expect(prompt).toContain('seals the stalks')
  const [checkpoint] = (await call('session.checkpoints', { sessionId })).filter(({ id }) => id === 'report-3')
  await expect(
    call('session.branch', { sessionId, checkpointId: checkpoint!.id, mode: 'revisePlan' }),
  ).rejects.toMatchObject({ code: 'plan.invalid' })
  const branch = await call('session.branch', { sessionId, checkpointId: checkpoint!.id, mode: 'continue' })
  expect((await settled(branch.sessionId)).report?.sections).toEqual(third.report?.sections)
})

it.each<[string, Reply, string]>([
  ['a server that fails', { status: 500, headers: { 'retry-after': '0' } }, 'model.failed'],
  ['a stream that breaks', { cut: 'Wind' }, 'resource.unreachable'],
  ['silence', { text: '' }, 'model.unusable'],
])('%s fails the session, without a word of the library, until a retry has an answer', async (_, reply, code) => {
  const { served, call, settled, start } = await quarryWithModel(true)
  served.play(() => reply)
  const sessionId = await start()
  const failed = await settled(sessionId)
  expect(failed).toMatchObject({ state: 'failed', error: { code }, report: null, interruptedState: 'reporting' })
  served.play(() => alone)
  await call('session.retry', { sessionId })
  await vi.waitUntil(async () => (await call('session.view', { sessionId })).state === 'done', patience)
  const [turn, ...more] = await call('session.turns', { sessionId })
  expect([turn?.attempts, turn?.error, more]).toEqual([2, null, []])
})

it('a stop leaves no report, and a resume asks again', async () => {
  const { served, call, settled, start } = await quarryWithModel(true)
  served.play(() => ({ stall: 'Wind' }))
  const sessionId = await start()
  await vi.waitUntil(() => served.openTurns() === 1, patience)
  await call('session.stop', { sessionId })
  expect(await settled(sessionId)).toMatchObject({ state: 'stopped', report: null, interruptedState: 'reporting' })
  served.play(() => alone)
  await call('session.resume', { sessionId })
  await vi.waitUntil(async () => (await call('session.view', { sessionId })).state === 'done', patience)
})

it('is refused where no model writes, and where nothing is asked', async () => {
  const { call, engine, start, settled } = await quarryWithModel(false)
  const refused = { code: 'model.notChosen', remedy: { kind: 'chooseModel' } }
  await expect(start({ engine: 'extractive' })).rejects.toMatchObject(refused)
  await expect(start({ roleEngines: { write: 'extractive' } })).rejects.toMatchObject(refused)
  await expect(start({ question: '  ' })).rejects.toMatchObject({ code: 'input.invalid' })
  expect(await call('session.list', {})).toEqual([])
  // The role that writes is enough.
  const sessionId = await start({ engine: 'extractive', roleEngines: { write: engine } })
  expect((await settled(sessionId)).state).toBe('done')
})

it('a follow-up is refused where no model writes, and the session stays as it was', async () => {
  const { call, settled, view } = await quarryWithModel(true)
  const settings = { clarify: false, autoAccept: true }
  const { sessionId } = await call('session.start', { question, mode: 'quick', engine: 'extractive', settings })
  const before = await settled(sessionId)
  expect(before.state).toBe('done')
  const asked = call('session.followUp', { sessionId, question: 'And in spring?', mode: 'modelOnly' })
  await expect(asked).rejects.toMatchObject({ code: 'model.notChosen' })
  expect(await view(sessionId)).toEqual(before)
})

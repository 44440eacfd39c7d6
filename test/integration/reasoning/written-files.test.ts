import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { ConfirmationView } from '../../../contract/calls/calls'
import type { ModelRole } from '../../../contract/models/model-turn'
import { claimsIn } from '../../../contract/report/report'
import type { SessionScope } from '../../../contract/session/session-scope'
import { type Asked, type Reply, roleOf, startModelServer } from '../../fixtures/model-server'
import { runtimeOn } from '../../fixtures/runtime'

const patience = { timeout: 60_000, interval: 150 }
const question = 'Correct the year of the first trial in the notes, and save a summary of it.'
const notes = '# Trials\r\n\r\nThe first trial of the heat pump began in 1969 at Chur.\r\n'
const steps = [{ title: 'The first trial', query: 'first trial heat pump began Chur', after: [] }]

let quarry: Awaited<ReturnType<typeof runtimeOn>>
let served: Awaited<ReturnType<typeof startModelServer>>
let work: string
let file: string
let engine: string

beforeAll(async () => {
  work = await realpath(await mkdtemp(join(tmpdir(), 'quarry-written-')))
  served = await startModelServer(() => ({ text: '' }))
  await mkdir(join(work, 'papers'))
  file = join(work, 'papers', 'notes.md')
  await writeFile(file, notes)
  quarry = await runtimeOn(join(work, 'data'), false)
  const { call } = quarry.connection
  await call('library.add', { paths: [join(work, 'papers')] })
  await call('resources.addText', { text: served.origin })
  await indexed()
  engine = (await call('session.engines'))[0]!.engine
})
afterAll(async () => {
  await quarry.close()
  served.close()
  await rm(work, { recursive: true, force: true })
})
beforeEach(() => quarry.connection.call('settings.set', { writesFiles: false }))

/** Resolves when the library has the file as it is now. */
async function indexed(): Promise<void> {
  const { call } = quarry.connection
  await vi.waitUntil(async () => {
    const [source] = (await call('library.list', { offset: 0, limit: 1, filter: {} })).sources
    if (source?.state !== 'indexed') return false
    return (await call('library.text', { sourceId: source.id, length: 1 })).fileState === 'same'
  }, patience)
}

const usual: Readonly<Record<ModelRole, Reply>> = {
  clarify: { text: '{"isClear": true, "ask": "", "choices": []}' },
  plan: { text: JSON.stringify({ steps }) },
  research: { calls: [['finish', { keep: [] }]] },
  write: { text: 'NOT ANSWERED' },
  verify: { text: '{"verdicts": []}' },
}
const asked = (role: ModelRole) => served.asked.filter((one) => roleOf(one) === role)
function play(research: (one: Asked, turn: number) => Reply): void {
  served.play((one) => {
    const role = roleOf(one)
    return role === 'research' ? research(one, asked(role).length) : usual[role]
  })
}
const numberOf = ({ messages }: Asked, words: string): number => {
  const line = messages
    .at(-1)!
    .content.split('\n')
    .find((one) => /^\[\d+\]/.test(one) && one.includes(words))
  return Number(/\d+/.exec(line ?? '')?.[0] ?? 0)
}
const writes = (one: Asked, turn: number): Reply =>
  turn === 1
    ? {
        calls: [
          ['apply_change', { near: numberOf(one, '1969'), edits: [{ find: 'in 1969', replace: 'in 1971' }] }],
          ['save_file', { name: 'summary.md', content: '# Summary\n\nThe first trial began in 1971.\n' }],
        ],
      }
    : { calls: [['finish', { keep: [numberOf(one, 'notes.md was changed'), numberOf(one, 'summary.md was saved')] }]] }

const { start, view } = {
  start: async (more: { writesFiles?: boolean; scope?: SessionScope } = {}): Promise<string> => {
    const settings = { clarify: false, autoAccept: true }
    const given = { question, mode: 'research' as const, settings, engine, roleEngines: {}, ...more }
    return (await quarry.connection.call('session.start', given)).sessionId
  },
  view: (sessionId: string) => quarry.connection.call('session.view', { sessionId }),
}
const answer = (sessionId: string, { id, risk, steps }: ConfirmationView, isAllowed: boolean, input = null) =>
  quarry.connection.call('session.answerConfirmation', {
    ...{ sessionId, confirmationId: id, answer: isAllowed ? 'allow' : 'deny', remark: null, scope: 'once', input },
    seen: { risk, steps },
  })
const settled = async (sessionId: string) => {
  await vi.waitUntil(async () => ['done', 'failed'].includes((await view(sessionId)).state), patience)
  return view(sessionId)
}
async function asksFor(sessionId: string, tool: string): Promise<ConfirmationView> {
  const found = async () => (await view(sessionId)).confirmations.find((one) => one.tool === tool)
  await vi.waitUntil(async () => (await found()) !== undefined, patience)
  return (await found())!
}
const toolNames = () => asked('research')[0]?.tools?.map((tool) => tool.function.name)

it('no model is offered the tools that write until a person lets it', async () => {
  play(writes)
  const sessionId = await start()
  const { state, confirmations } = await settled(sessionId)
  expect([state, confirmations]).toEqual(['done', []])
  expect(toolNames()).not.toContain('save_file')
  expect(toolNames()).not.toContain('apply_change')
  expect(await readFile(file, 'utf8')).toBe(notes)
  // For one session, from its next question on, and taken back.
  const { call } = quarry.connection
  for (const writesFiles of [true, false]) {
    await call('session.setWritesFiles', { sessionId, writesFiles })
    play(() => usual.research)
    await call('session.followUp', { sessionId, question: 'When did the first trial begin?', mode: 'research' })
    await vi.waitUntil(() => asked('research').length > 0, patience)
    await settled(sessionId)
    expect(toolNames()?.includes('apply_change')).toBe(writesFiles)
  }
  const unknown = { sessionId: 'nobody', writesFiles: true }
  await expect(call('session.setWritesFiles', unknown)).rejects.toMatchObject({ code: 'session.notFound' })
})

it('a model changes a file and saves one: each is asked with what it does, made, cited, and undone', async () => {
  const { call } = quarry.connection
  play(writes)
  // What it writes is no material that a scope could leave out.
  const scope = { folders: [join(work, 'papers')], sourceIds: [], resourceIds: [] }
  const sessionId = await start({ writesFiles: true, scope })
  const change = await asksFor(sessionId, 'apply_change')
  expect(change).toMatchObject({ tier: 'L3', effect: 'changes', steps: 1, canRemember: false, input: { path: file } })
  expect(change.reasons.map(({ fact }) => fact.kind)).toEqual(expect.arrayContaining(['toolWrites', 'textSteers']))
  const onChange = { sessionId, confirmationId: change.id }
  const hunk = {
    line: 1,
    parts: [
      { kind: 'same', lines: ['# Trials', ''] },
      { kind: 'removed', lines: ['The first trial of the heat pump began in 1969 at Chur.'] },
      { kind: 'added', lines: ['The first trial of the heat pump began in 1971 at Chur.'] },
      { kind: 'same', lines: [''] },
    ],
  }
  expect(await call('session.previewConfirmation', { ...onChange, input: change.input })).toEqual({
    kind: 'change',
    path: file,
    hunks: [hunk],
  })
  const elsewhere = { ...change.input, path: join(work, 'data', 'settings.yaml') }
  expect(await call('session.previewConfirmation', { ...onChange, input: elsewhere })).toMatchObject({
    kind: 'failure',
    error: { code: 'file.outside' },
  })
  expect(await call('session.checkConfirmation', { ...onChange, input: elsewhere })).toMatchObject({ steps: 2 })
  expect(await readFile(file, 'utf8')).toBe(notes)
  await answer(sessionId, change, true)
  const save = await asksFor(sessionId, 'save_file')
  const preview = await call('session.previewConfirmation', { sessionId, confirmationId: save.id, input: save.input })
  expect(preview).toMatchObject({ kind: 'new', content: save.input.content })
  await answer(sessionId, save, true)

  const { report } = await settled(sessionId)
  expect(await readFile(file, 'utf8')).toBe(notes.replace('1969', '1971'))
  const saved = join(work, 'data', 'exports', 'default', 'summary.md')
  expect(await readFile(saved, 'utf8')).toBe(save.input.content)
  const claims = claimsIn(report!.sections)
    .map(({ text }) => text)
    .join('\n')
  expect(claims).toMatch(/notes\.md was changed \(lines added: 1, removed: 1\)/)
  expect(claims).toMatch(/summary\.md was saved with 42 bytes/)
  expect(report?.citations.map(({ place }) => place)).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: 'call', operation: 'apply_change' })]),
  )

  const recorded = async () => (await call('calls.list', { filter: { sessionId }, offset: 0, limit: 20 })).calls
  const made = await recorded()
  const of = (tool: string) => made.find((one) => one.tool === tool)!
  expect([of('apply_change').undo, of('save_file').undo]).toEqual(['possible', 'possible'])
  expect(await call('calls.undo', { callId: of('apply_change').callId })).toEqual({ path: file })
  expect(await readFile(file, 'utf8')).toBe(notes)
  await call('calls.undo', { callId: of('save_file').callId })
  await expect(stat(saved)).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(call('calls.undo', { callId: of('save_file').callId })).rejects.toMatchObject({
    code: 'file.notUndone',
    context: { reason: 'undone' },
  })
  const after = await recorded()
  expect(after.filter(({ tool }) => tool === 'undo_change')).toMatchObject([
    { state: 'done', decidedBy: 'person', effect: 'changes' },
    { state: 'done', decidedBy: 'person', effect: 'changes' },
  ])
  expect(after.find(({ tool }) => tool === 'apply_change')?.undo).toBe('undone')
  // What the file was is kept as long as the session is.
  expect(await readdir(join(work, 'data', 'changes', 'default'))).toHaveLength(1)
  await call('session.remove', { sessionId })
  expect(await readdir(join(work, 'data', 'changes', 'default'))).toEqual([])
})

it('a file that changed since is left alone, by the call and by its undoing', async () => {
  const { call } = quarry.connection
  await call('settings.set', { writesFiles: true })
  await indexed()
  play(writes)
  const first = await start()
  const change = await asksFor(first, 'apply_change')
  await writeFile(file, `${notes}A line of a person.\r\n`)
  await answer(first, change, true)
  await answer(first, await asksFor(first, 'save_file'), false)
  await settled(first)
  const [failed] = (await call('calls.list', { filter: { sessionId: first, state: 'failed' }, offset: 0, limit: 9 }))
    .calls
  expect(failed).toMatchObject({ tool: 'apply_change', error: { code: 'file.changed' }, undo: null })
  expect(await readFile(file, 'utf8')).toBe(`${notes}A line of a person.\r\n`)
  expect(asked('research').at(-1)?.messages.at(-1)?.content).toContain('the file changed since it was read')

  await writeFile(file, notes)
  await call('library.rescan')
  await indexed()
  play(writes)
  const second = await start()
  await answer(second, await asksFor(second, 'apply_change'), true)
  await answer(second, await asksFor(second, 'save_file'), false)
  await settled(second)
  await writeFile(file, 'Another text.')
  const [made] = (
    await call('calls.list', {
      filter: { sessionId: second, state: 'done', tool: 'apply_change' },
      offset: 0,
      limit: 9,
    })
  ).calls
  await expect(call('calls.undo', { callId: made!.callId })).rejects.toMatchObject({ code: 'file.changed' })
  expect(await readFile(file, 'utf8')).toBe('Another text.')
  const [refused] = (
    await call('calls.list', { filter: { tool: 'undo_change', state: 'failed' }, offset: 0, limit: 9 })
  ).calls
  expect(refused).toMatchObject({ error: { code: 'file.changed' } })
})

it('what files were goes with the project whose calls changed them', async () => {
  const { call } = quarry.connection
  const { id } = await call('project.create', { name: 'Other' })
  const kept = join(work, 'data', 'changes', id)
  await mkdir(kept, { recursive: true })
  await writeFile(join(kept, 'a'.repeat(64)), 'before')
  await call('project.remove', { projectId: id })
  await vi.waitUntil(async () => (await readdir(kept).catch(() => null)) === null, patience)
})

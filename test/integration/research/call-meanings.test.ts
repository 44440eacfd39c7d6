import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConfirmationAnswer } from '../../../contract/calls/calls'
import { QuarryError } from '../../../contract/errors'
import { type CallMeanings, createCallMeanings, createCallRecords } from '../../../main/tools'
import type { CallMeaningsOptions } from '../../../main/tools/call-meanings'
import { plannedStep, scriptedEngine } from './scripted-engine'
import { addSource, clearRows, openFreshStore, openSetting, readingTool, type Store, whenView } from './setting'

const quiet = { clarify: false, autoAccept: true }
const seen = { risk: 1, steps: 2 }
const allow: ConfirmationAnswer = { answer: 'allow', remark: null, scope: 'once', input: null, seen }
const deny: ConfirmationAnswer = { ...allow, answer: 'deny' }
const removed = { folder: 'outdated backup copies' }
const backups = { input: { folder: 'old backups' }, question: 'Clean up?' }
const reworded = { input: removed, question: 'Is there space?' }

type Encoder = CallMeaningsOptions['encoder']

/** An encoder that knows what means the same, and keeps what it was given. */
function scriptedEncoder(id: string, embed?: Encoder['embed']): Encoder & { readonly texts: string[] } {
  const texts: string[] = []
  const vectorOf = (text: string) => Float32Array.from(/backup/.test(text) ? [1, 0] : [0, 1])
  return {
    texts,
    model: { id, dimensions: 2, maxTokens: 128, languages: [], scripts: null } as unknown as Encoder['model'],
    covers: (text) => !/\p{Script=Han}/u.test(text),
    async embed(given, options) {
      texts.push(...given)
      return embed === undefined ? given.map(vectorOf) : embed(given, options)
    },
  }
}

describe('calls of the same intent in other words', () => {
  let store: Store
  let failures: unknown[]
  beforeAll(async () => {
    store = await openFreshStore()
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    failures = []
    await clearRows(store.database)
    await store.database.query('delete from tool_call_history')
    await addSource(store.database)
  })

  const meaningsOf = (encoder: Encoder): CallMeanings =>
    createCallMeanings({
      database: store.database,
      projectId: 'default',
      encoder,
      onBackgroundError: (error) => failures.push(error),
    })

  interface Asked {
    readonly input: Record<string, unknown>
    readonly question: string
    readonly tool?: Partial<Parameters<typeof readingTool>[0]>
  }

  /** Asks for one call in a session of its own; what is asked of the person, if anything, gets the answer. */
  async function ask(encoder: Encoder | null, { input, question, tool }: Asked, answer?: ConfirmationAnswer) {
    const meanings = encoder === null ? undefined : meaningsOf(encoder)
    const { research, close } = await openSetting(
      store.database,
      scriptedEngine({
        steps: [plannedStep('a')],
        gather: (_step, { callTool }) => callTool({ tool: 'clean', resourceId: null, input }),
      }),
      {
        tools: [readingTool({ name: 'clean', run: async () => ({ cleaned: 1 }), ...tool })],
        ...(meanings === undefined ? {} : { callMeanings: meanings }),
      },
    )
    const id = await research.start({ question, settings: quiet })
    const view = await whenView(
      research,
      id,
      ({ confirmations, state }) => confirmations.length > 0 || state === 'done' || state === 'failed',
    )
    const [asked] = view.confirmations
    if (asked !== undefined && answer !== undefined) {
      await research.answerConfirmation(id, asked.id, answer)
      await research.whenSettled(id)
    }
    await close()
    await meanings?.close()
    return { id, asked, research }
  }
  const writes = { effect: 'changes' } as const
  const kinds = (asked: Awaited<ReturnType<typeof ask>>['asked']) => asked?.reasons.map(({ fact }) => fact.kind) ?? []
  const vectors = () =>
    store.database.query<{ input: object; embedding: Float32Array | null; model: string | null }>(
      'select input, embedding, model from tool_call_history order by created_at',
    )

  it('are shown, and what was refused of one counts for the other; the first call of all embeds nothing', async () => {
    const encoder = scriptedEncoder('one')
    await ask(encoder, { ...backups, tool: writes }, deny)
    expect(encoder.texts).toEqual([])
    // By words alone it runs unasked: that it changes something is the one reason, which a person may lift.
    const { asked } = await ask(encoder, reworded)
    expect(asked?.similarCalls).toMatchObject([{ question: 'Clean up?', decision: 'refused', succeeded: null }])
    expect(kinds(asked)).toContain('refusedBefore')
    expect(encoder.texts).toEqual([
      'clean; folder: outdated backup copies; Is there space?',
      'clean; folder: old backups; Clean up?',
    ])
    expect(failures).toEqual([])
  })

  it('are judged as before without an encoder, in a script that it does not know, and where it fails, which is reported', async () => {
    await ask(null, { ...backups, tool: writes }, deny)
    expect((await ask(null, reworded)).asked).toBeUndefined()
    expect((await ask(scriptedEncoder('one'), { ...reworded, question: '有空间吗？' })).asked).toBeUndefined()
    expect(failures).toEqual([])
    const failing = scriptedEncoder('one', () => Promise.reject(new QuarryError('inference.failed', 'No.')))
    expect((await ask(failing, reworded)).asked).toBeUndefined()
    expect(failures).toMatchObject([{ code: 'inference.failed' }])
    const busy = scriptedEncoder('one', (_texts, options) => {
      return new Promise((_, reject) =>
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
      )
    })
    expect((await ask(busy, reworded)).asked).toBeUndefined()
    expect(failures).toHaveLength(1)
  })

  it('of another name or number are shown where a person is asked, and refused for themselves alone', async () => {
    const encoder = scriptedEncoder('one')
    const of = (input: object, question = 'Clean up?') => ({ input: { ...input }, question })
    await ask(encoder, { ...of({ backup: '1007' }), tool: writes }, deny)
    expect((await ask(encoder, of({ backup: '1008' }, 'Clean it?'))).asked).toBeUndefined()
    const { asked } = await ask(encoder, { ...of({ backup: '1009' }, 'Clean that?'), tool: writes })
    expect(asked?.similarCalls).toMatchObject([{ decision: 'allowed' }, { decision: 'refused' }])
    expect(kinds(asked)).not.toContain('refusedBefore')
  })

  it('of one question are shown where a person is asked, and refused for themselves alone', async () => {
    const encoder = scriptedEncoder('one')
    await ask(encoder, { ...backups, tool: writes }, deny)
    const other = { ...reworded, question: backups.question }
    expect((await ask(encoder, other)).asked).toBeUndefined()
    const { asked } = await ask(encoder, { ...other, input: { path: 'ageing backup sets' }, tool: writes })
    expect(asked?.similarCalls.map(({ decision }) => decision)).toContain('refused')
    expect(kinds(asked)).not.toContain('refusedBefore')
  })

  it('settle nothing that words found: a refusal counts until the same is allowed', async () => {
    const encoder = scriptedEncoder('one')
    await ask(encoder, { ...backups, tool: writes }, deny)
    await ask(encoder, { ...reworded, tool: writes }, allow)
    const same = await ask(encoder, backups)
    expect(kinds(same.asked)).toContain('refusedBefore')
    const other = await ask(encoder, { input: { folder: 'ageing backup sets' }, question: 'Which go?' })
    expect(other.asked).toBeUndefined()
  })

  it('get their vectors once they are compared, of no secret, again by another encoder, and lose them with their words', async () => {
    const encoder = scriptedEncoder('one')
    const secret = { folder: 'old', password: 'correct horse' }
    await ask(null, { input: secret, question: 'Which?' })
    await store.database.query(
      `insert into tool_call_history (call_id, project_id, session_id, tool, server, question, input, state)
       select 'old-' || n, project_id, session_id, tool, server, question, input, state
       from tool_call_history, generate_series(1, 25) n`,
    )
    await ask(encoder, { input: { path: 'some other backup thing' }, question: 'What?', tool: writes }, deny)
    expect(encoder.texts.join()).not.toContain('correct horse')
    const first = await vectors()
    expect(first.filter(({ model }) => model === 'one')).toHaveLength(26)
    const next = scriptedEncoder('two')
    const { id, research } = await ask(next, { input: { path: 'backup' }, question: 'And?', tool: writes }, deny)
    const again = await vectors()
    expect(again.filter(({ model }) => model === 'two').length).toBeGreaterThanOrEqual(26)
    expect(again.some(({ model }) => model === 'one')).toBe(false)
    const sessions = await store.database.query<{ session_id: string }>('select session_id from sessions')
    for (const { session_id } of sessions) if (session_id !== id) await research.remove(session_id)
    expect((await vectors()).filter(({ embedding, model }) => embedding !== null || model !== null)).toEqual([])
    await createCallRecords(store.database, 'default').purge()
    expect(await vectors()).toHaveLength(1)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallTool } from '../../../main/reasoning'
import type { Tool } from '../../../main/tools'
import { plannedStep, scriptedEngine } from './scripted-engine'
import { addSource, clearRows, gate, openFreshStore, openSetting, readingTool, type Store, whenView } from './setting'

const quiet = { clarify: false, autoAccept: true }

/** A tool that counts, and answers with what it was given. */
function countingTool(options: Partial<Tool> = {}): Tool & { readonly ran: unknown[] } {
  const ran: unknown[] = []
  return {
    ...readingTool({
      name: 'count',
      ...options,
      async run(input, more) {
        ran.push(input.n)
        return options.run === undefined ? { counted: input.n } : options.run(input, more)
      },
    }),
    ran,
  }
}

const counted = (n: number) => ({ tool: 'count', resourceId: null, input: { n } })

describe('calls of tools', () => {
  let store: Store
  beforeAll(async () => {
    store = await openFreshStore()
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    await clearRows(store.database)
    await addSource(store.database)
  })

  /** An engine whose one step makes calls. */
  const engineOf = (gather: (callTool: CallTool) => Promise<unknown>) =>
    scriptedEngine({ steps: [plannedStep('a')], gather: (_step, { callTool }) => gather(callTool) })
  const calls = () =>
    store.database.query<{ tool: string; state: string; ordinal: number }>(
      'select tool, state, ordinal from tool_call_history order by ordinal',
    )

  it('are journalled, and a step that begins again reads the finished ones from their rows', async () => {
    const tool = countingTool()
    const reached = gate()
    let outputs: unknown[] = []
    const first = await openSetting(
      store.database,
      engineOf(async (callTool) => {
        await callTool(counted(1))
        reached.open()
        await new Promise(() => undefined)
      }),
      { tools: [tool] },
    )
    const id = await first.research.start({ question: 'Drag?', settings: quiet })
    await reached.wait
    await first.close()
    const second = await openSetting(
      store.database,
      engineOf(async (callTool) => {
        outputs = [(await callTool(counted(1))).output, (await callTool(counted(2))).output]
      }),
      { tools: [tool] },
    )
    await second.research.resumeAll()
    expect((await second.research.whenSettled(id)).state).toBe('done')
    expect([tool.ran, outputs]).toEqual([
      [1, 2],
      [{ counted: 1 }, { counted: 2 }],
    ])
    expect(await calls()).toEqual([
      { tool: 'count', state: 'done', ordinal: 1 },
      { tool: 'count', state: 'done', ordinal: 2 },
    ])
    await second.close()
  })

  it('use no resource that the step was not allocated', async () => {
    const tool = countingTool()
    const { research, close } = await openSetting(
      store.database,
      engineOf((callTool) => callTool({ ...counted(1), resourceId: 'database:other' })),
      { tools: [tool] },
    )
    const id = await research.start({ question: 'Drag?', settings: quiet })
    const failed = await research.whenSettled(id)
    expect(failed.plan?.steps[0]).toMatchObject({ state: 'failed', error: { code: 'tool.denied' } })
    expect(tool.ran).toEqual([])
    await close()
  })

  it('that a person must allow hold nothing meanwhile, survive a restart, and run once allowed', async () => {
    const tool = countingTool({ effect: 'changes' })
    const gather = async (callTool: CallTool) => {
      await callTool(counted(1))
    }
    const first = await openSetting(store.database, engineOf(gather), { tools: [tool] })
    const id = await first.research.start({ question: 'Drag?', settings: quiet })
    const asked = await whenView(
      first.research,
      id,
      ({ state, confirmations }) => state === 'paused' && confirmations.length > 0,
    )
    expect(asked.plan?.steps[0]?.state).toBe('awaitingConfirmation')
    expect(asked.confirmations).toMatchObject([{ stepId: 'a', reason: 'asks', tool: 'count', input: { n: 1 } }])
    expect(first.pool.view().members.filter(({ taskId }) => taskId !== null)).toEqual([])
    await first.close()
    const second = await openSetting(store.database, engineOf(gather), { tools: [tool] })
    await second.research.resumeAll()
    const [question] = (await second.research.view(id)).confirmations
    await second.research.answerConfirmation(id, question?.id ?? '', { answer: 'allow', remark: null })
    const done = await second.research.whenSettled(id)
    expect([done.state, done.confirmations, tool.ran]).toEqual(['done', [], [1]])
    await expect(
      second.research.answerConfirmation(id, question?.id ?? '', { answer: 'deny', remark: null }),
    ).rejects.toMatchObject({ code: 'session.wrongState' })
    await second.close()
  })

  it('that a person denies fail with the remark, and are never made', async () => {
    const tool = countingTool({ tier: 'L3' })
    const { research, close } = await openSetting(
      store.database,
      engineOf((callTool) => callTool(counted(1))),
      { tools: [tool] },
    )
    const id = await research.start({ question: 'Drag?', settings: quiet })
    const asked = await whenView(research, id, ({ confirmations }) => confirmations.length > 0)
    await research.answerConfirmation(id, asked.confirmations[0]?.id ?? '', { answer: 'deny', remark: 'Not now.' })
    const failed = await research.whenSettled(id)
    expect(failed.plan?.steps[0]?.error).toMatchObject({ code: 'tool.denied', context: { remark: 'Not now.' } })
    expect(tool.ran).toEqual([])
    await close()
  })

  it('that change something and were cut off are in doubt, and ask', async () => {
    const reached = gate()
    const hanging = countingTool({
      effect: 'changes',
      run: () => {
        reached.open()
        return new Promise(() => undefined)
      },
    })
    const gather = (callTool: CallTool) => callTool(counted(1))
    const first = await openSetting(store.database, engineOf(gather), { tools: [hanging] })
    const id = await first.research.start({ question: 'Drag?', settings: quiet })
    const allowed = await whenView(first.research, id, ({ confirmations }) => confirmations.length > 0)
    await first.research.answerConfirmation(id, allowed.confirmations[0]?.id ?? '', { answer: 'allow', remark: null })
    await reached.wait
    await first.research.stop(id)
    const tool = countingTool({ effect: 'changes' })
    const second = await openSetting(store.database, engineOf(gather), { tools: [tool] })
    await second.research.resume(id)
    const asked = await whenView(second.research, id, ({ confirmations }) => confirmations.length > 0)
    expect([asked.confirmations[0]?.reason, tool.ran]).toEqual(['inDoubt', []])
    expect(await calls()).toMatchObject([{ state: 'inDoubt' }])
    await second.research.answerConfirmation(id, asked.confirmations[0]?.id ?? '', { answer: 'allow', remark: null })
    await second.research.whenSettled(id)
    expect(tool.ran).toEqual([1])
    await second.close()
    await first.close()
  })
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import type { UniversalResource } from '../../../contract/resources/resource'
import { createToolRegistry, type Tool } from '../../../main/tools'
import { withinBudget } from '../../../main/tools/output-budget'
import { runTool } from '../../../main/tools/run-tool'

const toolOf = (tool: Partial<Tool>): Tool => ({
  name: 'echo',
  server: 'builtin',
  tier: 'L2',
  effect: 'reads',
  description: '',
  inputSchema: { type: 'object' },
  run: async (input) => input,
  ...tool,
})

const question = { message: '', fields: [] }
const never = new AbortController().signal

describe('a call', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('ends after the time of its tool, and its tool is told', async () => {
    vi.useFakeTimers()
    let told: AbortSignal | undefined
    const hanging = toolOf({
      timeoutMs: 2000,
      run: (_input, { signal }) => {
        told = signal
        return new Promise(() => undefined)
      },
    })
    const call = runTool(hanging, {}, { resourceId: null, signal: new AbortController().signal })
    const failure = expect(call).rejects.toMatchObject({ code: 'tool.timeout', context: { tool: 'echo', seconds: 2 } })
    await vi.advanceTimersByTimeAsync(2000)
    await failure
    expect(told?.aborted).toBe(true)
  })

  it('is not late by what a person thinks about its question', async () => {
    vi.useFakeTimers()
    const asking = toolOf({ timeoutMs: 2000, run: (_input, { ask }) => ask!({ kind: 'form', ...question }, never) })
    const answer = { action: 'cancel' } as const
    const ask = () => new Promise<typeof answer>((resolve) => setTimeout(resolve, 60_000, answer))
    const call = runTool(asking, {}, { resourceId: null, signal: never, ask })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await call).toEqual(answer)
  })

  it('ends with its step', async () => {
    const step = new AbortController()
    const call = runTool(
      toolOf({ run: () => new Promise(() => undefined) }),
      {},
      { resourceId: null, signal: step.signal },
    )
    step.abort(new Error('stopped'))
    await expect(call).rejects.toThrow('stopped')
  })

  it('answers an engine within the budget of its tool, and leaves out ends alone', () => {
    const output = { rows: Array.from({ length: 5000 }, (_, at) => ({ at, text: 'x'.repeat(100) })), total: 5000 }
    const given = withinBudget(output, toolOf({ outputBytes: 10_000 })) as typeof output
    expect(JSON.stringify(given).length).toBeLessThanOrEqual(10_000)
    expect(given.total).toBe(5000)
    expect(given.rows.length).toBeGreaterThan(10)
    expect(given.rows).toEqual(output.rows.slice(0, given.rows.length))
    expect(withinBudget(output, toolOf({ outputBytes: null }))).toBe(output)
  })
})

it('a resource with tools of its own has no other, whatever they are called', async () => {
  const own = toolOf({ name: 'recall' })
  const theirs = toolOf({ name: 'recall', server: 'Notes' })
  const registry = createToolRegistry({
    tools: [own],
    providers: [{ types: ['mcp_server'], toolsOf: async () => [theirs] }],
    readResource: async (resourceId) => {
      const type = resourceId.startsWith('mcp') ? 'mcp_server' : 'database'
      return { resourceId, type, metadata: { type } } as UniversalResource
    },
  })
  const { signal } = new AbortController()
  expect(await registry.find('recall', null, signal)).toBe(own)
  expect(await registry.find('recall', 'database:a', signal)).toBe(own)
  expect(await registry.find('recall', 'mcp:a', signal)).toBe(theirs)
  await expect(registry.find('sql_query', 'mcp:a', signal)).rejects.toMatchObject({ code: 'tool.notFound' })
})

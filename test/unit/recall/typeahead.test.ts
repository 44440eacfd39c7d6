import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import type { FoundHit, SearchAnswer } from '../../../contract/recall/search'
import { asTyped } from '../../../main/recall'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const hits = (...ids: number[]): FoundHit[] => ids.map((passageId) => ({ passageId }) as FoundHit)

function listen(
  search: (signal: AbortSignal | undefined) => Promise<Pick<SearchAnswer, 'hits'>>,
  byWords = async () => hits(1, 2),
) {
  const signals: (AbortSignal | undefined)[] = []
  const narrowed = { query: 'stagn', top: 8, filter: { tags: ['heat'] } }
  const source = asTyped(
    {
      byWords: async (asked, options) => {
        expect(asked).toEqual(narrowed)
        signals.push(options?.signal)
        return { hits: await byWords(), annotations: [], domains: [], query: 'stagnation' }
      },
      search: (asked, options) => {
        expect(asked).toEqual({ ...narrowed, query: 'stagnation' })
        signals.push(options?.signal)
        return search(options?.signal) as Promise<SearchAnswer>
      },
    },
    narrowed,
  )
  const changed = vi.fn()
  const stop = source.onChange(changed)
  const shown = async () => {
    const { hits: found, isWhole, error } = await source.read()
    return { ids: found.map(({ passageId }) => passageId), isWhole, code: error?.code ?? null }
  }
  return { shown, changed, stop, signals }
}

it('words answer at once, the rest once typing rests', async () => {
  const { shown, changed } = listen(async () => ({ hits: hits(2, 3) }))
  expect(await shown()).toEqual({ ids: [1, 2], isWhole: false, code: null })
  expect(changed).not.toHaveBeenCalled()
  await vi.runAllTimersAsync()
  expect(changed).toHaveBeenCalledOnce()
  expect(await shown()).toEqual({ ids: [2, 3], isWhole: true, code: null })
})

it('the next letter drops what is under way, and what has not begun', async () => {
  const early = listen(async () => ({ hits: [] }))
  await early.shown()
  early.stop()
  await vi.runAllTimersAsync()
  expect(early.signals).toHaveLength(1)
  expect(early.signals[0]?.aborted).toBe(true)

  const late = listen(() => new Promise(() => {}))
  await late.shown()
  await vi.runAllTimersAsync()
  late.stop()
  expect(late.signals.map((signal) => signal?.aborted)).toEqual([true, true])
})

it('what words found stands where the rest fails, and the failure is told', async () => {
  const { shown } = listen(async () => {
    throw new QuarryError('inference.crashed', 'Gone.')
  })
  await shown()
  await vi.runAllTimersAsync()
  expect(await shown()).toEqual({ ids: [1, 2], isWhole: true, code: 'inference.crashed' })
})

it('a search by words that fails is told, and nothing is refined', async () => {
  const { shown, changed } = listen(
    async () => ({ hits: hits(1) }),
    () => Promise.reject(new QuarryError('store.closed', 'Closed.')),
  )
  expect(await shown()).toEqual({ ids: [], isWhole: true, code: 'store.closed' })
  await vi.runAllTimersAsync()
  expect(changed).not.toHaveBeenCalled()
})

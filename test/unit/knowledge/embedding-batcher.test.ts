import { expect, it } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import { createEmbeddingBatcher } from '../../../main/knowledge/ingest/embedding-batcher'

const vectorOf = (text: string) => Float32Array.of(text.length, text.charCodeAt(0))
const neverAborted = () => new AbortController().signal
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

function gatedEncoder() {
  const calls: { texts: string[]; finish: () => void; fail: (error: unknown) => void }[] = []
  return {
    calls,
    embed: (texts: string[]) =>
      new Promise<Float32Array[]>((resolve, reject) => {
        calls.push({ texts, finish: () => resolve(texts.map(vectorOf)), fail: reject })
      }),
  }
}

it('puts the texts of many files into few calls and gives each its own vectors', async () => {
  const encoder = gatedEncoder()
  const batcher = createEmbeddingBatcher(encoder)
  const embed = (texts: string[]) => batcher.embed(texts, { signal: neverAborted(), onProgress: () => {} })
  const first = embed(['a', 'bb'])
  await nextTurn()
  const others = Array.from({ length: 100 }, (_, n) => embed([`${n}`, `second of ${n}`]))
  await nextTurn()
  // The first went alone, the next took what had gathered.
  expect(encoder.calls.map((call) => call.texts.length)).toEqual([2, 200])
  encoder.calls[1]!.finish()
  encoder.calls[0]!.finish()
  expect(await first).toEqual([vectorOf('a'), vectorOf('bb')])
  expect(await others[42]).toEqual([vectorOf('42'), vectorOf('second of 42')])
})

it('tells progress of a long text and lets a short one pass in between', async () => {
  const encoder = gatedEncoder()
  const batcher = createEmbeddingBatcher(encoder)
  const progress: number[] = []
  const book = batcher.embed(
    Array.from({ length: 600 }, (_, n) => `page ${n}`),
    { signal: neverAborted(), onProgress: (done) => progress.push(done) },
  )
  await nextTurn()
  const note = batcher.embed(['a note'], { signal: neverAborted(), onProgress: () => {} })
  encoder.calls[0]!.finish()
  await nextTurn()
  await nextTurn()
  expect(encoder.calls[2]!.texts).toContain('a note')
  for (const call of encoder.calls) call.finish()
  expect(await note).toEqual([vectorOf('a note')])
  const vectors = await book
  expect(vectors[599]).toEqual(vectorOf('page 599'))
  expect(progress.at(-1)).toBe(600)
})

it('lets everything else pass what is for later', async () => {
  const encoder = gatedEncoder()
  const batcher = createEmbeddingBatcher(encoder)
  const given = { signal: neverAborted(), onProgress: () => {} }
  const later = batcher.embed(
    Array.from({ length: 300 }, (_, n) => `later ${n}`),
    { ...given, isLater: true },
  )
  await nextTurn()
  const note = batcher.embed(
    Array.from({ length: 100 }, (_, n) => `note ${n}`),
    given,
  )
  encoder.calls[0]!.finish()
  await nextTurn()
  await nextTurn()
  expect(encoder.calls.slice(0, 3).map(({ texts }) => [texts.length, texts[0]])).toEqual([
    [64, 'later 0'],
    [64, 'later 64'],
    [100, 'note 0'],
  ])
  for (let at = 1; at < 6; at++) {
    encoder.calls[at]!.finish()
    await nextTurn()
    await nextTurn()
  }
  expect(await note).toHaveLength(100)
  expect(await later).toHaveLength(300)
})

it('tells how far a book is within a call that is all its own', async () => {
  const progress: number[] = []
  const batcher = createEmbeddingBatcher({
    async embed(texts, { onProgress }) {
      for (let done = 8; done <= texts.length; done += 8) onProgress?.(done)
      return texts.map(vectorOf)
    },
  })
  const vectors = await batcher.embed(
    Array.from({ length: 256 }, (_, n) => `page ${n}`),
    { signal: neverAborted(), onProgress: (done) => progress.push(done) },
  )
  expect(vectors).toHaveLength(256)
  expect(progress.slice(0, 3)).toEqual([8, 16, 24])
  expect(progress.at(-1)).toBe(256)
  expect(progress).toEqual([...progress].sort((a, b) => a - b))
})

it('fails only the file whose texts spoil a call', async () => {
  const batcher = createEmbeddingBatcher({
    async embed(texts) {
      if (texts.includes('bad')) throw new QuarryError('inference.failed', 'Bad.')
      return texts.map(vectorOf)
    },
  })
  const embed = (texts: string[]) => batcher.embed(texts, { signal: neverAborted(), onProgress: () => {} })
  const outcomes = await Promise.allSettled([embed(['good']), embed(['bad', 'also']), embed(['fine'])])
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('asks again when the queue of the encoder is full', async () => {
  let full = true
  const batcher = createEmbeddingBatcher({
    async embed(texts) {
      if (full) {
        full = false
        throw new QuarryError('inference.queueFull', 'Full.')
      }
      return texts.map(vectorOf)
    },
  })
  expect(await batcher.embed(['x', 'y'], { signal: neverAborted(), onProgress: () => {} })).toEqual([
    vectorOf('x'),
    vectorOf('y'),
  ])
})

it('makes no call while held, and forgets what was cancelled', async () => {
  const encoder = gatedEncoder()
  const batcher = createEmbeddingBatcher(encoder)
  const cancelling = new AbortController()
  batcher.hold()
  const cancelled = batcher.embed(['gone'], { signal: cancelling.signal, onProgress: () => {} })
  const kept = batcher.embed(['kept'], { signal: neverAborted(), onProgress: () => {} })
  await nextTurn()
  expect(encoder.calls).toHaveLength(0)
  cancelling.abort()
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' })
  batcher.release()
  await nextTurn()
  expect(encoder.calls.map((call) => call.texts)).toEqual([['kept']])
  encoder.calls[0]!.finish()
  expect(await kept).toEqual([vectorOf('kept')])
})

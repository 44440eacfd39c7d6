import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { type BatchOutcome, vectorizerMachine } from '../../../main/resources/vectorizer/vectorizer-machine'

function vectorizing() {
  const clock = new SimulatedClock()
  const batches: { failed: readonly string[]; end: (outcome: BatchOutcome | Error) => void }[] = []
  const errors: string[] = []
  const actor = createActor(
    vectorizerMachine.provide({
      actors: {
        embedBatch: fromPromise<BatchOutcome, { failed: readonly string[] }>(
          ({ input }) =>
            new Promise((resolve, reject) => {
              batches.push({
                failed: input.failed,
                end: (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)),
              })
            }),
        ),
      },
      actions: { reportError: ({ context }) => errors.push(context.error?.message ?? '') },
    }),
    { clock },
  )
  actor.start()
  const end = async (outcome: BatchOutcome | Error): Promise<void> => {
    batches.at(-1)!.end(outcome)
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  return {
    actor,
    clock,
    batches,
    errors,
    end,
    is: (state: string) => JSON.stringify(actor.getSnapshot().value).includes(state),
  }
}

const fine = (more: boolean): BatchOutcome => ({ more, failed: [], error: null })

describe('the vectorizer', () => {
  it('begins a moment after the start, or at once where something waits for it', () => {
    const started = vectorizing()
    started.clock.increment(1_999)
    expect(started.batches).toHaveLength(0)
    started.clock.increment(1)
    expect(started.batches).toHaveLength(1)
    const woken = vectorizing()
    woken.actor.send({ type: 'WAKE' })
    expect(woken.batches).toHaveLength(1)
  })

  it('takes batch after batch until nothing is left', async () => {
    const { actor, batches, end, is } = vectorizing()
    actor.send({ type: 'WAKE' })
    await end(fine(true))
    expect(batches).toHaveLength(2)
    await end(fine(false))
    expect(is('idle')).toBe(true)
  })

  it('looks once more where something was written during the last batch', async () => {
    const { actor, batches, end, is } = vectorizing()
    actor.send({ type: 'WAKE' })
    actor.send({ type: 'WAKE' })
    await end(fine(false))
    expect(batches).toHaveLength(2)
    await end(fine(false))
    expect(is('idle')).toBe(true)
  })

  it('leaves what failed out, waits longer each time, and tries it again', async () => {
    const { actor, clock, batches, end, is } = vectorizing()
    const error = { code: 'inference.failed', message: 'No.' } as const
    actor.send({ type: 'WAKE' })
    await end({ more: true, failed: ['tool:a'], error })
    expect(batches[1]?.failed).toEqual(['tool:a'])
    await end(fine(false))
    expect(is('waiting')).toBe(true)
    clock.increment(2_000)
    expect(batches[2]?.failed).toEqual([])
    await end({ more: false, failed: ['tool:a'], error })
    clock.increment(3_999)
    expect(batches).toHaveLength(3)
    clock.increment(1)
    expect(batches).toHaveLength(4)
    await end(fine(false))
    expect(is('idle')).toBe(true)
    expect(actor.getSnapshot().context).toMatchObject({ failed: [], failures: 0, error: null })
  })

  it('says why a whole turn failed, and tries again later', async () => {
    const { actor, clock, batches, errors, end } = vectorizing()
    actor.send({ type: 'WAKE' })
    await end(new Error('The store is full.'))
    expect(errors).toEqual(['The store is full.'])
    clock.increment(2_000)
    expect(batches).toHaveLength(2)
  })
})

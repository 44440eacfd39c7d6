import { expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { upkeepMachine } from '../../../main/knowledge/indexing/upkeep-machine'

function upkeepOf(maintain: () => Promise<void>) {
  const clock = new SimulatedClock()
  const reported: (string | undefined)[] = []
  const upkeep = createActor(
    upkeepMachine.provide({
      actors: { maintainStore: fromPromise<void>(maintain) },
      actions: { reportError: ({ context }) => reported.push(context.error?.message) },
    }),
    { clock },
  )
  upkeep.start()
  return { upkeep, clock, reported }
}

it('maintains the store once much has changed and nothing changes any more', async () => {
  let runs = 0
  const { upkeep, clock } = upkeepOf(async () => {
    runs += 1
  })
  upkeep.send({ type: 'CHANGED', passages: 499 })
  clock.increment(60_000)
  expect(runs).toBe(0)
  upkeep.send({ type: 'CHANGED', passages: 1 })
  clock.increment(4_000)
  upkeep.send({ type: 'CHANGED', passages: 300 })
  clock.increment(4_000)
  expect(runs).toBe(0)
  clock.increment(1_000)
  expect(runs).toBe(1)
  await waitFor(upkeep, (snapshot) => snapshot.matches('counting'))
  expect(upkeep.getSnapshot().context.changed).toBe(0)
})

it('reports what fails and tries again after later changes', async () => {
  let runs = 0
  const { upkeep, clock, reported } = upkeepOf(async () => {
    runs += 1
    throw new Error('The disk is full.')
  })
  for (const run of [1, 2]) {
    upkeep.send({ type: 'CHANGED', passages: 500 })
    clock.increment(5_000)
    expect(runs).toBe(run)
    await waitFor(upkeep, (snapshot) => snapshot.matches('counting'))
  }
  expect(reported).toHaveLength(2)
})

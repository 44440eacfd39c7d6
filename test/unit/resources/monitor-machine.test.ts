import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { monitorMachine, type WatchEvent } from '../../../main/resources/monitor/monitor-machine'

/** A monitor under a clock of its own; each look waits until the test ends it. */
function monitored(pollMs = 60_000) {
  const clock = new SimulatedClock()
  const looks: { origins: readonly string[] | null; end: (error?: Error) => void }[] = []
  const watched: (readonly string[])[] = []
  const errors: string[] = []
  const actor = createActor(
    monitorMachine.provide({
      actors: {
        watchOrigins: fromCallback<WatchEvent>(({ receive }) => {
          receive(({ origins }) => watched.push(origins))
        }),
        lookAgain: fromPromise<void, { origins: readonly string[] | null }>(
          ({ input }) =>
            new Promise((resolve, reject) => {
              looks.push({ origins: input.origins, end: (error) => (error ? reject(error) : resolve()) })
            }),
        ),
      },
      actions: { reportError: ({ context }) => errors.push(context.error?.message ?? '') },
    }),
    { input: { pollMs }, clock },
  )
  actor.start()
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  return { actor, clock, looks, watched, errors, settle, state: () => JSON.stringify(actor.getSnapshot().value) }
}

const changed = (...origins: string[]) => ({ type: 'CHANGED' as const, origins })

describe('the monitor', () => {
  it('looks once at what changed, when it has been quiet', async () => {
    const { actor, clock, looks, settle, state } = monitored()
    actor.send(changed('/a.db'))
    clock.increment(900)
    actor.send(changed('/b.db'))
    clock.increment(900)
    expect(looks).toHaveLength(0)
    clock.increment(200)
    expect(looks.map(({ origins }) => origins)).toEqual([['/a.db', '/b.db']])
    expect(state()).toBe('"revectorizing"')
    looks[0]!.end()
    await settle()
    expect(state()).toBe('"watching"')
  })

  it('looks at what is never quiet all the same', () => {
    const { actor, clock, looks } = monitored()
    for (let passedMs = 0; passedMs < 10_000; passedMs += 500) {
      actor.send(changed('/log.db'))
      clock.increment(500)
    }
    expect(looks).toHaveLength(1)
  })

  it('takes up what changed while it was looking', async () => {
    const { actor, clock, looks, settle, state } = monitored()
    actor.send(changed('/a.db'))
    clock.increment(1_000)
    actor.send(changed('/b.db'))
    looks[0]!.end()
    await settle()
    expect(state()).toContain('changed')
    clock.increment(1_000)
    expect(looks.map(({ origins }) => origins)).toEqual([['/a.db'], ['/b.db']])
  })

  it('looks at everything at the start and every so often', async () => {
    const { actor, clock, looks, settle } = monitored(60_000)
    actor.send({ type: 'LOOK' })
    expect(looks[0]?.origins).toBeNull()
    looks[0]!.end()
    await settle()
    clock.increment(60_000)
    expect(looks[1]?.origins).toBeNull()
  })

  it('says why a look failed, and goes on watching', async () => {
    const { actor, clock, looks, errors, settle, state } = monitored()
    actor.send(changed('/a.db'))
    clock.increment(1_000)
    looks[0]!.end(new Error('The disk is gone.'))
    await settle()
    expect(errors).toEqual(['The disk is gone.'])
    expect(state()).toBe('"watching"')
    actor.send(changed('/a.db'))
    clock.increment(1_000)
    expect(looks).toHaveLength(2)
  })

  it('hands on what is to be watched', () => {
    const { actor, watched } = monitored()
    actor.send({ type: 'WATCH', origins: ['/a.db'] })
    expect(watched).toEqual([['/a.db']])
  })
})

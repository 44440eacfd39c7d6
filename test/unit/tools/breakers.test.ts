import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SimulatedClock } from 'xstate'
import { QuarryError, toErrorShape } from '../../../contract/errors'
import { type Breakers, createBreakers } from '../../../main/tools/breakers'

const { signal } = new AbortController()

describe('a service that does not answer', () => {
  let clock: SimulatedClock
  let breakers: Breakers
  let told: string[]
  beforeEach(() => {
    clock = new SimulatedClock()
    told = []
    breakers = createBreakers({ clock, onChanged: (id, state, error) => told.push([id, state, error?.code].join(' ')) })
  })
  afterEach(() => breakers.close())

  const answers = () => breakers.guard('api:shop', signal, async () => 'answer')
  const isSilent = (code: 'resource.timeout' | 'input.invalid' = 'resource.timeout') =>
    breakers.guard('api:shop', signal, () => Promise.reject(new QuarryError(code, 'no'))).catch((error) => error.code)
  const fail = async (times: number) => {
    for (let at = 0; at < times; at++) expect(await isSilent()).toBe('resource.timeout')
  }

  it('is left alone after five failures in a row, and asked once after a minute', async () => {
    await fail(4)
    expect(await answers()).toBe('answer')
    await fail(5)
    expect(told).toEqual(['api:shop open resource.timeout'])
    await expect(answers()).rejects.toMatchObject({ code: 'tool.circuitOpen', context: { failures: 5 } })
    clock.increment(59_999)
    await expect(answers()).rejects.toMatchObject({ code: 'tool.circuitOpen' })
    clock.increment(1)
    expect(told.at(-1)).toBe('api:shop halfOpen resource.timeout')
    // One trial; whoever comes meanwhile is kept from it.
    let end = (): void => undefined
    const answered = new Promise<void>((resolve) => {
      end = resolve
    })
    const trial = breakers.guard('api:shop', signal, () => answered)
    await expect(answers()).rejects.toMatchObject({ code: 'tool.circuitOpen' })
    end()
    await trial
    expect(told.at(-1)).toBe('api:shop closed ')
    expect(await answers()).toBe('answer')
  })

  it('is left alone again where the trial fails, and tried again where it was cut off', async () => {
    await fail(5)
    clock.increment(60_000)
    await fail(1)
    expect(told.at(-1)).toBe('api:shop open resource.timeout')
    clock.increment(60_000)
    const step = new AbortController()
    step.abort(new Error('stopped'))
    await expect(breakers.guard('api:shop', step.signal, () => Promise.reject(step.signal.reason))).rejects.toThrow()
    expect(await answers()).toBe('answer')
  })

  it('is checked: failed checks count like calls, and one that is answered has the trial come sooner', async () => {
    const silent = toErrorShape(new QuarryError('resource.unreachable', 'gone'))
    const check = (...found: (typeof silent | null)[]) => {
      for (const one of found) breakers.noteCheck('api:shop', one)
    }
    // Nothing is known of what was neither called nor failed.
    check(null)
    expect(breakers.of('api:shop')).toEqual({ state: 'closed', failures: 0, error: null })
    check(silent, silent, silent, silent, null, silent)
    expect(breakers.of('api:shop')).toMatchObject({ state: 'closed', failures: 1 })
    check(silent, silent, silent, silent)
    expect(told).toEqual(['api:shop open resource.unreachable'])
    await expect(answers()).rejects.toMatchObject({ code: 'tool.circuitOpen' })
    check(null)
    expect(breakers.of('api:shop').state).toBe('halfOpen')
    check(null)
    expect(breakers.of('api:shop').state).toBe('closed')
    // It only answers checks: the next call that fails shows it.
    await fail(1)
    expect(breakers.of('api:shop').state).toBe('open')
    // An error that is an answer is none.
    check(toErrorShape(new QuarryError('tool.failed', 'no')))
    expect(breakers.of('api:shop').state).toBe('open')
  })

  it('is another than one that refuses, and than its neighbours', async () => {
    for (let at = 0; at < 8; at++) expect(await isSilent('input.invalid')).toBe('input.invalid')
    await fail(5)
    expect(await breakers.guard('api:other', signal, async () => 1)).toBe(1)
    expect(await breakers.guard(null, signal, async () => 2)).toBe(2)
  })
})

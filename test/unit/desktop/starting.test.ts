import { describe, expect, it } from 'vitest'
import { createStarting } from '../../../main/desktop/starting'

/** Fails so often, then gives the number of the attempt. */
function scripted(failures: number) {
  const attempts: Promise<unknown>[] = []
  const closed: number[] = []
  const starting = createStarting(
    async () => {
      const number = attempts.length + 1
      if (number <= failures) throw new Error(`attempt ${number}`)
      return { number, close: async () => void closed.push(number) }
    },
    (attempt) => {
      attempts.push(attempt)
      attempt.catch(() => undefined)
    },
  )
  return { starting, attempts, closed }
}

describe('starting', () => {
  it('starts once and does not start again what runs', async () => {
    const { starting, attempts } = scripted(0)
    await starting.retry()
    expect((await starting.current()).number).toBe(1)
    expect(attempts).toHaveLength(1)
  })

  it('tries again after a failure, and says why that failed, too', async () => {
    const { starting, attempts } = scripted(2)
    await expect(starting.current()).rejects.toThrow('attempt 1')
    await expect(starting.retry()).rejects.toThrow('attempt 2')
    await expect(starting.current()).rejects.toThrow('attempt 2')
    await starting.retry()
    expect((await starting.current()).number).toBe(3)
    expect(attempts).toHaveLength(3)
  })

  it('makes one attempt of two presses', async () => {
    const { starting, attempts } = scripted(1)
    await Promise.all([starting.retry(), starting.retry()])
    expect(attempts).toHaveLength(2)
  })

  it('says why what ran has died, closes what is left of it, and starts anew when asked to', async () => {
    const { starting, closed } = scripted(0)
    await starting.current()
    starting.lose(new Error('it died'))
    await expect(starting.current()).rejects.toThrow('it died')
    await starting.retry()
    expect(closed).toEqual([1])
    expect((await starting.current()).number).not.toBe(1)
  })
})

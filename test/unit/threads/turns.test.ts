import { expect, it } from 'vitest'
import { createTurns } from '../../../main/threads'

const never = new AbortController().signal

it('gives its places in the order of asking, each as one is given back', async () => {
  const turns = createTurns(2)
  const first = await turns.take(never)
  const second = await turns.take(never)
  const order: string[] = []
  const third = turns.take(never).then((giveBack) => {
    order.push('third')
    return giveBack
  })
  const fourth = turns.take(never).then((giveBack) => {
    order.push('fourth')
    return giveBack
  })
  await Promise.resolve()
  expect(order).toEqual([])
  second()
  const giveThirdBack = await third
  expect(order).toEqual(['third'])
  giveThirdBack()
  await fourth
  expect(order).toEqual(['third', 'fourth'])
  first()
  await turns.take(never)
})

it('passes over who no longer waits', async () => {
  const turns = createTurns(1)
  const giveBack = await turns.take(never)
  const leaving = new AbortController()
  const left = turns.take(leaving.signal)
  const waits = turns.take(never)
  leaving.abort()
  await expect(left).rejects.toMatchObject({ code: 'cancelled' })
  await expect(turns.take(leaving.signal)).rejects.toMatchObject({ code: 'cancelled' })
  giveBack()
  await waits
})

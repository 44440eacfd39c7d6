import { expect, it } from 'vitest'
import { subscription } from '../../../contract/channels'

it('takes a session only with its id, so that no subscriber can make main fail', () => {
  expect(subscription.safeParse({ topic: 'session', key: null }).success).toBe(false)
  expect(subscription.safeParse({ topic: 'session', key: 'a' }).success).toBe(true)
  expect(subscription.safeParse({ topic: 'pool', key: null }).success).toBe(true)
  expect(subscription.safeParse({ topic: 'everything', key: null }).success).toBe(false)
})

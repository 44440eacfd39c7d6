import { expect, it } from 'vitest'
import { subscription } from '../../../../contract/channels/channels'

it('takes a session only with its id, so that no subscriber can make main fail', () => {
  expect(subscription.safeParse({ topic: 'session', projectId: 'a', key: null }).success).toBe(false)
  expect(subscription.safeParse({ topic: 'session', projectId: 'a', key: 'a' }).success).toBe(true)
  expect(subscription.safeParse({ topic: 'pool', projectId: null, key: null }).success).toBe(true)
  expect(subscription.safeParse({ topic: 'everything', projectId: null, key: null }).success).toBe(false)
})

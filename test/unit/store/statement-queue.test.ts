import { describe, expect, it } from 'vitest'
import { type QueuedRequest, StatementQueue } from '../../../workers/store/statement-queue'

const query = (id: number, transactionId: number | null = null): QueuedRequest => ({
  kind: 'query',
  id,
  transactionId,
  sql: '',
  parameters: [],
  prepared: false,
})

describe('the order of statements', () => {
  it('is first come, first served', () => {
    const queue = new StatementQueue()
    for (const id of [1, 2, 3]) queue.add(query(id))
    expect([queue.take()?.id, queue.take()?.id, queue.take()?.id, queue.take()]).toEqual([1, 2, 3, null])
  })

  it('gives an open transaction the connection for itself', () => {
    const queue = new StatementQueue()
    queue.opened(7)
    queue.add(query(8))
    queue.add(query(9, 7))
    queue.add({ kind: 'commit', id: 10, transactionId: 7 })
    queue.add({ kind: 'close', id: 11 })
    expect([queue.take()?.id, queue.take()?.id, queue.take()]).toEqual([9, 10, null])
    queue.ended()
    expect([queue.take()?.id, queue.take()?.id]).toEqual([8, 11])
  })

  it('forgets what was cancelled, once', () => {
    const queue = new StatementQueue()
    queue.add(query(1))
    expect([queue.cancel(1), queue.cancel(1), queue.take()]).toEqual([true, false, null])
  })
})

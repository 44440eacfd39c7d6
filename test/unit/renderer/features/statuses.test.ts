import { describe, expect, it } from 'vitest'
import { offeredStatuses } from '../../../../renderer/features/resources/resource-filter-bar'

const none = { ready: 0, needsSecret: 0, unavailable: 0, missing: 0, disabled: 0 }

describe('offeredStatuses', () => {
  it('offers those that some resource has, in one order', () => {
    expect(offeredStatuses({ ...none, missing: 1, ready: 3, disabled: 2 }, null)).toEqual([
      'ready',
      'missing',
      'disabled',
    ])
  })

  it('offers none where all are alike', () => {
    expect(offeredStatuses({ ...none, ready: 9 }, null)).toEqual([])
    expect(offeredStatuses(none, null)).toEqual([])
  })

  it('keeps the one that the list is narrowed to, so that it can be given up', () => {
    expect(offeredStatuses({ ...none, ready: 9 }, 'missing')).toEqual(['ready', 'missing'])
    expect(offeredStatuses({ ...none, missing: 2 }, 'missing')).toEqual(['missing'])
  })
})

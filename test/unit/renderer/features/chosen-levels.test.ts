import { describe, expect, it } from 'vitest'
import { pooledResource } from '../../../../contract/pool/pool'
import { withLevel, withShare } from '../../../../renderer/features/pool/chosen-levels'

describe('what a person chose of a resource in the pool', () => {
  it('keeps the rest where slots or a level are changed', () => {
    const three = withShare(null, { slots: 3 })
    expect(three).toEqual({ slots: 3, levels: {} })
    const leveled = withShare(three, { levels: withLevel({}, 'sql_query', 9) })
    expect(pooledResource.parse(leveled)).toEqual({ slots: 3, levels: { sql_query: 9 } })
    expect(withShare(leveled, { slots: null })).toEqual({ slots: null, levels: { sql_query: 9 } })
    expect(withLevel({ sql_query: 9, recall: 2 }, 'sql_query', 4)).toEqual({ sql_query: 4, recall: 2 })
  })

  it('is nothing once all of it is the default again', () => {
    const levels = withLevel({ sql_query: 9 }, 'sql_query', null)
    expect(levels).toEqual({})
    expect(withShare({ slots: 3, levels }, { slots: null })).toBeNull()
  })
})

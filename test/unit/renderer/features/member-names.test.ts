import { describe, expect, it } from 'vitest'
import { staffSpec, staffTypes } from '../../../../main/pool/staff'
import { memberNumber, slotOf } from '../../../../renderer/features/pool/member-names'

describe('names of members', () => {
  it('are known for every member that the pool makes', () => {
    for (const { name, type } of staffTypes.flatMap((each) => [staffSpec(each, 1), staffSpec(each, 12)])) {
      expect([name, memberNumber(name, type).own]).toEqual([name, true])
    }
    expect(memberNumber(staffSpec('executor', 12).name, 'executor')).toEqual({ own: true, number: '12' })
  })

  it('stay as they are where the member has one of its own', () => {
    expect(memberNumber('tunnel.sqlite', 'database')).toEqual({ own: false })
    expect(memberNumber('Executor 1', 'tool')).toEqual({ own: false })
  })
})

describe('slotOf', () => {
  it('parts the name of a slot from its number', () => {
    expect(slotOf({ name: 'shop #12', resourceId: 'database:1' })).toEqual({ whole: 'shop', slot: '12' })
    expect(slotOf({ name: 'notes #2 of May #3', resourceId: 'a' })).toEqual({ whole: 'notes #2 of May', slot: '3' })
  })

  it('leaves a name that has no slot, and the members of the pool itself', () => {
    expect(slotOf({ name: 'shop', resourceId: 'database:1' })).toEqual({ whole: 'shop', slot: null })
    expect(slotOf({ name: 'executor #1', resourceId: null })).toEqual({ whole: 'executor #1', slot: null })
  })
})

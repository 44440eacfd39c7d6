import { describe, expect, it } from 'vitest'
import type { PoolMemberView, PoolSpan } from '../../../../contract/pool/pool'
import { type MemberLine, memberLines, packedLanes } from '../../../../renderer/features/pool/member-groups'

const member = (id: string, resourceId: string | null) => ({ id, resourceId }) as PoolMemberView
const members = [
  member('executor', null),
  member('a1', 'a'),
  member('b1', 'b'),
  member('a2', 'a'),
  member('other', null),
]
const told = (lines: readonly MemberLine[]): string[] =>
  lines.map((line) =>
    line.kind === 'member' ? `${line.isSlot ? '- ' : ''}${line.member.id}` : `${line.resourceId} ×${line.slots.length}`,
  )

describe('lines of members', () => {
  it('make one row of a resource of several slots, and one of each other member', () => {
    expect(told(memberLines(members, () => false))).toEqual(['executor', 'a ×2', 'b1', 'other'])
  })

  it('list the slots below their resource where it is open', () => {
    expect(told(memberLines(members, (resource) => resource === 'a'))).toEqual([
      'executor',
      'a ×2',
      '- a1',
      '- a2',
      'b1',
      'other',
    ])
  })

  it('stay few for many slots', () => {
    const many = Array.from({ length: 1000 }, (_, at) => member(`m${at}`, `r${at % 10}`))
    expect(memberLines(many, () => false)).toHaveLength(10)
  })
})

const at = (second: number): string => new Date(second * 1000).toISOString()
const span = (memberId: string, from: number, until: number | null): PoolSpan => ({
  memberId,
  taskId: `${memberId}${from}`,
  label: '',
  state: 'busy',
  startedAt: at(from),
  endedAt: until === null ? null : at(until),
})

describe('lanes of a resource', () => {
  it('are as many as slots worked at once, whichever they were', () => {
    const spans = [span('a', 0, 10), span('b', 10, 20), span('c', 5, 15), span('a', 20, null), span('c', 30, null)]
    expect(packedLanes(spans, 60_000).map((lane) => lane.map(({ taskId }) => taskId))).toEqual([
      ['a0', 'b10', 'a20'],
      ['c5', 'c30'],
    ])
    expect(packedLanes([], 60_000)).toEqual([])
  })
})

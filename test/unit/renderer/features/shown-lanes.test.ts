import { describe, expect, it } from 'vitest'
import type { PoolMemberView, PoolSpan } from '../../../../contract/pool/pool'
import { shownLanes } from '../../../../renderer/features/pool/member-groups'

const now = Date.parse('2026-11-22T05:00:00Z')
const at = (seconds: number): string => new Date(now - seconds * 1000).toISOString()

const member = (id: string, change: Partial<PoolMemberView> = {}): PoolMemberView => ({
  id,
  name: id,
  number: null,
  type: 'database',
  resourceId: 'database:1',
  projectId: null,
  capabilities: [],
  state: 'available',
  since: '',
  taskId: null,
  holder: null,
  tasksDone: 0,
  tasksFailed: 0,
  successRate: null,
  waiting: 0,
  error: null,
  ...change,
})
const span = (memberId: string, endedAt: string | null): [string, PoolSpan[]] => [
  memberId,
  [{ memberId, taskId: 't', label: 'l', state: 'busy', startedAt: at(600), endedAt }],
]
const shown = (members: PoolMemberView[], spans: [string, PoolSpan[]][] = []): string[] =>
  shownLanes(members, new Map(spans), now, 120_000).map((line) =>
    line.kind === 'member' ? line.member.id : `${line.resourceId} ×${line.slots.length}`,
  )

describe('shownLanes', () => {
  it('always shows those of the pool itself', () => {
    expect(shown([member('executor', { resourceId: null }), member('idle')])).toEqual(['executor'])
  })

  it('shows slots that do something or cannot', () => {
    const members = (['busy', 'deployed', 'blocked', 'error', 'released', 'available'] as const).map((state) =>
      member(state, { state, resourceId: state }),
    )
    expect(shown(members)).toEqual(['busy', 'deployed', 'blocked', 'error', 'released'])
  })

  it('shows slots that worked in the time that is drawn, in the order of the pool', () => {
    const members = ['long ago', 'just now', 'never', 'still'].map((id) => member(id, { resourceId: id }))
    expect(shown(members, [span('still', null), span('just now', at(119)), span('long ago', at(121))])).toEqual([
      'just now',
      'still',
    ])
  })

  it('shows the slots of a resource as one line, and those in error below it', () => {
    const slots = Array.from({ length: 16 }, (_, at) => member(`slot ${at}`))
    expect(shown(slots)).toEqual([])
    expect(shown(slots, [span('slot 3', null), span('slot 9', null)])).toEqual(['database:1 ×16'])
    const broken = slots.with(5, member('slot 5', { state: 'error' })).with(6, member('slot 6', { state: 'busy' }))
    expect(shown(broken)).toEqual(['database:1 ×16', 'slot 5'])
  })
})

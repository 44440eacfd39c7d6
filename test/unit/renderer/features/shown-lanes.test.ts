import { describe, expect, it } from 'vitest'
import type { PoolMemberView, PoolSpan } from '../../../../contract/pool'
import { shownLanes } from '../../../../renderer/features/pool/shown-lanes'

const now = Date.parse('2026-11-22T05:00:00Z')
const at = (seconds: number): string => new Date(now - seconds * 1000).toISOString()

const member = (id: string, change: Partial<PoolMemberView> = {}): PoolMemberView => ({
  id,
  name: id,
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
  shownLanes(members, new Map(spans), now, 120_000).map(({ id }) => id)

describe('shownLanes', () => {
  it('always shows those of the pool itself', () => {
    expect(shown([member('executor', { resourceId: null }), member('idle')])).toEqual(['executor'])
  })

  it('shows slots that do something or cannot', () => {
    const members = (['busy', 'deployed', 'blocked', 'error', 'released', 'available'] as const).map((state) =>
      member(state, { state }),
    )
    expect(shown(members)).toEqual(['busy', 'deployed', 'blocked', 'error', 'released'])
  })

  it('shows slots that worked in the time that is drawn, in the order of the pool', () => {
    const members = [member('long ago'), member('just now'), member('never'), member('still')]
    expect(shown(members, [span('still', null), span('just now', at(119)), span('long ago', at(121))])).toEqual([
      'just now',
      'still',
    ])
  })
})

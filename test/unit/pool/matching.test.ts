import { describe, expect, it } from 'vitest'
import { decide } from '../../../main/pool/matching'
import { defaultExecutors } from '../../../main/pool/roster'
import { advanceSpans } from '../../../main/pool/spans'
import type { MemberStanding, TaskRequest } from '../../../main/pool/terms'

const at = '2026-01-01T12:00:00.000Z'

function standing(id: string, change: Partial<MemberStanding> = {}): MemberStanding {
  return {
    id,
    name: id,
    type: 'executor',
    capabilities: [{ name: 'recall', level: 5 }],
    state: 'available',
    since: at,
    taskId: null,
    tasksDone: 0,
    tasksFailed: 0,
    error: null,
    ...change,
  }
}

function task(taskId: string, level = 1): TaskRequest {
  return {
    taskId,
    allocationId: taskId,
    requirement: { type: 'executor', capability: { name: 'recall', level } },
    label: taskId,
    sessionId: null,
    holder: null,
    since: at,
  }
}

describe('deciding who gets a member', () => {
  it('takes the highest level, then the least used', () => {
    const members = [
      standing('used', { tasksDone: 2 }),
      standing('fresh'),
      standing('expert', { capabilities: [{ name: 'recall', level: 9 }], tasksDone: 50 }),
    ]
    const { grants } = decide(members, new Set(), [task('t1'), task('t2'), task('t3')])
    expect(grants.map(({ memberId }) => memberId)).toEqual(['expert', 'fresh', 'used'])
  })

  it('refuses what nobody in service can do, and waits for who is busy or blocked', () => {
    const members = [standing('a', { state: 'error' }), standing('b', { state: 'released' })]
    expect(decide(members, new Set(), [task('t1')]).refused).toHaveLength(1)
    expect(decide([...members, standing('c', { state: 'blocked' })], new Set(), [task('t1')]).waiting).toHaveLength(1)
    expect(decide([standing('c')], new Set(['c']), [task('t1')]).waiting).toHaveLength(1)
    expect(decide([standing('c')], new Set(), [task('t1', 6)]).refused).toHaveLength(1)
  })

  it('does not let one who cannot be served hold up the others', () => {
    const members = [
      standing('weak'),
      standing('strong', { capabilities: [{ name: 'recall', level: 9 }], state: 'busy' }),
    ]
    const { grants, waiting } = decide(members, new Set(['strong']), [task('t1', 8), task('t2', 1)])
    expect([grants.map((grant) => grant.task.taskId), waiting.map(({ taskId }) => taskId)]).toEqual([['t2'], ['t1']])
  })
})

describe('sizing', () => {
  it('leaves a core free, but runs at least two steps side by side', () => {
    expect([1, 2, 8].map(defaultExecutors)).toEqual([2, 2, 7])
  })
})

describe('the timeline', () => {
  it('ends the open span of a member and begins the next', () => {
    const deployed = advanceSpans([], standing('a', { state: 'deployed', taskId: 't1' }), 'Step')
    const busy = advanceSpans(
      deployed,
      standing('a', { state: 'busy', taskId: 't1', since: '2026-01-01T12:00:01.000Z' }),
      'Step',
    )
    const free = advanceSpans(busy, standing('a', { since: '2026-01-01T12:00:05.000Z' }), null)
    expect(free).toMatchObject([
      { state: 'deployed', label: 'Step', endedAt: '2026-01-01T12:00:01.000Z' },
      { state: 'busy', taskId: 't1', endedAt: '2026-01-01T12:00:05.000Z' },
    ])
    expect(advanceSpans(free, standing('a', { since: '2026-01-01T13:00:04.000Z' }), null)).toHaveLength(1)
  })
})

import { describe, expect, it } from 'vitest'
import type { PoolMemberView, PoolWaitingView } from '../../../contract/pool/pool'
import { nameOfMember } from '../../../contract/pool/pool-facts'
import { poolChanges, poolTable, type ShownPool } from '../../../main/command/resources/pool'
import { speechIn } from '../../../wording'

const english = speechIn('en')
const since = '2026-01-01T12:00:00.000Z'
const nowMs = Date.parse(since) + 90_000

const member = (change: Partial<PoolMemberView> = {}): PoolMemberView => ({
  id: 'executor-1',
  name: null,
  number: 1,
  type: 'executor',
  resourceId: null,
  projectId: null,
  capabilities: [],
  state: 'available',
  since,
  taskId: null,
  holder: null,
  tasksDone: 3,
  tasksFailed: 1,
  successRate: 0.75,
  waiting: 0,
  error: null,
  ...change,
})

const view = (change: Partial<ShownPool> = {}): ShownPool => ({
  mode: 'serving',
  members: [member()],
  waiting: [],
  waitingTotal: 0,
  spans: [],
  timeline: { from: since, until: since, total: 0 },
  warnings: [],
  bottleneck: null,
  work: [],
  ...change,
})

const waiting: PoolWaitingView = {
  taskId: 's/b',
  label: 'Step b',
  holder: 'A session',
  sessionId: 's',
  since,
  reason: {
    kind: 'membersBusy',
    values: { needs: [{ type: 'executor', capability: null, level: 1, count: 1 }], working: 1, fitting: 1 },
  },
  blockedBy: 'resource_shortage',
  priority: 'normal',
  reserving: false,
  requirements: [],
}

describe('the pool in the terminal', () => {
  it('is a table of members, of who waits, and of warnings', () => {
    const warning = {
      kind: 'memberError',
      memberId: 'executor-1',
      taskId: null,
      type: 'executor',
      capability: null,
      since,
      fact: { kind: 'memberInError', values: { member: nameOfMember(member()), problem: null } },
      remedy: 'clear',
    } as const
    const lines = poolTable(
      view({
        members: [member({ state: 'busy', holder: 'A\u001b[31m session' })],
        waiting: [waiting],
        waitingTotal: 4,
        warnings: [warning],
      }),
      nowMs,
      english,
    )
    expect(lines).toEqual([
      'MEMBER      TYPE      STATE  SINCE         DONE  FAILED  SUCCESS  WAITING  HELD BY',
      'Executor 1  executor  busy   1 min 30 sec  3     1       75%               A session',
      '',
      'WAITING  PRIORITY  FOR           WHY',
      'Step b   normal    1 min 30 sec  a free executor (1 of 1 in use)',
      '… and 3 more',
      '',
      'WARNING  FOR           WHAT',
      'error    1 min 30 sec  Executor 1 failed.',
    ])
  })

  it('folds the free slots of a resource into one line', () => {
    const slot = (number: number, change: Partial<PoolMemberView> = {}): PoolMemberView =>
      member({ id: `r#${number}`, name: 'Library', number, type: 'tool', resourceId: 'r', ...change })
    const members = [slot(1), slot(2, { state: 'busy', holder: 'A session' }), slot(3, { tasksFailed: 0 })]
    expect(poolTable(view({ members }), nowMs, english).slice(1)).toEqual([
      'Library (2 free)  tool  available  1 min 30 sec  6     1       86%',
      'Library #2        tool  busy       1 min 30 sec  3     1       75%               A session',
    ])
  })

  it('shortens a long name, not its number nor how many are free', () => {
    const long = '🦊'.repeat(300)
    const slot = (number: number, change: Partial<PoolMemberView> = {}): PoolMemberView =>
      member({ id: `r#${number}`, name: long, number, type: 'tool', resourceId: 'r', ...change })
    const lines = poolTable(view({ members: [slot(1), slot(2), slot(3, { state: 'busy' })] }), nowMs, english)
    expect(lines[1]).toMatch(/^(🦊){30}… \(2 free\) +tool/u)
    expect(lines[2]).toMatch(/^(🦊){36}… #3 +tool/u)
  })

  it('is a line for each change where there is no terminal', () => {
    const before = view()
    expect(poolChanges(null, before, english)).toEqual(['pool\tserving', 'member\tExecutor 1\tavailable'])
    expect(poolChanges(before, before, english)).toEqual([])
    const busy = view({ members: [member({ state: 'busy', taskId: 's/a', holder: 'A session' })], waiting: [waiting] })
    expect(poolChanges(before, busy, english)).toEqual([
      'member\tExecutor 1\tbusy\tA session',
      'waiting\tStep b\ta free executor (1 of 1 in use)',
    ])
    expect(poolChanges(busy, view({ mode: 'stopped', members: [] }), english)).toEqual([
      'pool\tstopped',
      'member\tExecutor 1\tremoved',
      'no longer waiting\tStep b',
    ])
  })

  it('says what is at work beside the members', () => {
    const reading = { fact: { kind: 'filesBeingRead', values: { busy: 1, total: 2 } }, since } as const
    const embedding = { fact: { kind: 'textsBeingEmbedded', values: { busy: 2, total: 2 } }, since } as const
    const lines = poolTable(view({ work: [reading, embedding] }), nowMs, english)
    expect(lines.slice(3)).toEqual([
      'BACKGROUND WORK                 FOR',
      'reading files (1 of 2 threads)  1 min 30 sec',
      'embedding (2 of 2 threads)      1 min 30 sec',
    ])
    const before = view({ work: [reading] })
    expect(poolChanges(before, view({ work: [embedding] }), speechIn('zh-CN'))).toEqual([
      '任务\t嵌入（2/2 线程）',
      '任务结束\t读取文件（1/2 线程）',
    ])
  })
})

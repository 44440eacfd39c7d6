import type { PoolMemberView, PoolSpan, PoolView, PoolWaitingView } from '../../contract/pool/pool'
import type { MemberType, WaitFact } from '../../contract/pool/pool-facts'
import { ago, longName, titles } from './fixtures'

// Pools with which the window is looked at while it is worked on. Nothing here is in the product.

const member = (
  index: number,
  change: Partial<PoolMemberView> & Pick<PoolMemberView, 'type' | 'state'>,
): PoolMemberView => ({
  id: `member-${index}`,
  resourceId: null,
  name: null,
  number: null,
  projectId: null,
  capabilities: [],
  since: ago(12 + index * 3),
  taskId: null,
  holder: null,
  tasksDone: 4 + ((index * 7) % 31),
  tasksFailed: index % 5 === 2 ? 2 : 0,
  successRate: index % 5 === 2 ? 0.71 : 1,
  waiting: 0,
  error: null,
  ...change,
})

const executorCapabilities = [
  { name: 'recall', level: 7 },
  { name: 'data_analysis', level: 5 },
  { name: 'file_ops', level: 4 },
]

const leaked = { kind: 'leaseEnded', values: { label: 'Where theory and tunnel disagree' } } as const

const needOf = (type: MemberType) => ({ type, capability: null, level: 1, count: 1 })
const busyDatabase: WaitFact = {
  kind: 'membersBusy',
  values: { needs: [needOf('database')], working: 1, fitting: 1 },
}
const silentOrders: WaitFact = {
  kind: 'membersNotReady',
  values: { needs: [needOf('database'), needOf('tool')], name: 'orders' },
}

const staff: PoolMemberView[] = [
  ...(['busy', 'available', 'deployed', 'error', 'blocked', 'released'] as const).map((state, index) =>
    member(index, {
      number: index + 1,
      type: 'executor',
      capabilities: executorCapabilities,
      state,
      taskId: state === 'busy' || state === 'deployed' ? `task-${index}` : null,
      holder: state === 'busy' || state === 'deployed' ? 'Heating on blunt bodies at hypersonic speed' : null,
      error: state === 'error' ? leaked : null,
      ...(state === 'error' ? { tasksFailed: 1, successRate: 0.96 } : {}),
    }),
  ),
  member(6, {
    type: 'orchestrator',
    capabilities: [
      { name: 'planning', level: 8 },
      { name: 'coordination', level: 7 },
    ],
    state: 'available',
  }),
  member(7, {
    type: 'reviewer',
    capabilities: [
      { name: 'quality_check', level: 8 },
      { name: 'code_review', level: 3 },
    ],
    state: 'available',
    tasksDone: 0,
    tasksFailed: 0,
    successRate: null,
  }),
  member(8, {
    name: 'tunnel.sqlite',
    type: 'database',
    resourceId: 'database:tunnel',
    capabilities: [
      { name: 'sql_query', level: 9 },
      { name: 'data_analysis', level: 6 },
    ],
    state: 'busy',
    taskId: 'task-8',
    holder: 'Slender wings: what moves the vortex',
    waiting: 2,
  }),
  member(9, {
    name: 'orders on warehouse.example.org, the one with a name that is far too long for any lane',
    type: 'database',
    resourceId: 'database:orders',
    capabilities: [{ name: 'sql_query', level: 9 }],
    state: 'blocked',
    error: {
      kind: 'resourceNotReady',
      values: { error: { code: 'resource.unreachable', message: 'connection refused' } },
    },
  }),
]

/** What a few resources bring: slots that nobody needs at the moment. */
const slots: PoolMemberView[] = Array.from({ length: 14 }, (_, index) =>
  member(10 + index, {
    name: index < 4 ? 'recall' : 'measurements of the hypersonic tunnel',
    number: index < 4 ? index + 1 : index - 3,
    type: index < 4 ? 'tool' : 'database',
    resourceId: index < 4 ? 'tool:recall' : 'database:more',
    capabilities: index < 4 ? [{ name: 'recall', level: 9 }] : [{ name: 'sql_query', level: 8 }],
    state: index === 5 ? 'busy' : 'available',
    taskId: index === 5 ? 'task-15' : null,
    holder: index === 5 ? 'Slender wings: what moves the vortex' : null,
    tasksDone: 0,
    tasksFailed: 0,
    successRate: null,
  }),
)

const waiting: PoolWaitingView[] = [
  {
    taskId: 'w1',
    label: titles[3],
    holder: 'Heating on blunt bodies at hypersonic speed',
    sessionId: 'session-running',
    since: ago(96),
    reason: busyDatabase,
    blockedBy: 'resource_shortage',
    priority: 'high',
    reserving: true,
    requirements: [{ type: 'database', capability: 'sql_query', level: 5, count: 1, resourceId: null }],
  },
  {
    taskId: 'w2',
    label: 'Deliveries by month',
    holder: 'Which wind tunnels agree on transition?',
    sessionId: 'other-1',
    since: ago(31),
    reason: silentOrders,
    blockedBy: 'dependency_not_ready',
    priority: 'normal',
    reserving: false,
    requirements: [
      { type: 'database', capability: 'sql_query', level: 5, count: 1, resourceId: 'database:orders' },
      { type: 'tool', capability: 'data_analysis', level: 4, count: 1, resourceId: null },
    ],
  },
]

/** An hour of work in so many lanes: the same spans at every look. */
function history(members: readonly PoolMemberView[]): PoolSpan[] {
  return members.flatMap((one, lane) => {
    const spans: PoolSpan[] = []
    let at = 3500 - ((lane * 137) % 400)
    for (let n = 0; at > 160; n++) {
      const length = 20 + ((lane * 31 + n * 53) % 200)
      spans.push({
        memberId: one.id,
        taskId: `past-${lane}-${n}`,
        label: titles[(lane + n) % titles.length] ?? '',
        state: (lane + n) % 11 === 7 ? 'error' : n % 4 === 3 ? 'deployed' : 'busy',
        startedAt: ago(at),
        endedAt: ago(Math.max(121, at - length)),
      })
      at -= length + 60 + ((lane * 17 + n * 29) % 300)
    }
    return spans
  })
}

const recent: PoolSpan[] = [
  { memberId: 'member-0', taskId: 'a', label: titles[0], state: 'busy', startedAt: ago(112), endedAt: ago(70) },
  { memberId: 'member-0', taskId: 'task-0', label: titles[2], state: 'busy', startedAt: ago(55), endedAt: null },
  { memberId: 'member-1', taskId: 'c', label: titles[1], state: 'busy', startedAt: ago(108), endedAt: ago(60) },
  { memberId: 'member-2', taskId: 'task-2', label: titles[3], state: 'deployed', startedAt: ago(20), endedAt: null },
  { memberId: 'member-3', taskId: 'e', label: titles[4], state: 'error', startedAt: ago(90), endedAt: null },
  { memberId: 'member-8', taskId: 'task-8', label: titles[3], state: 'busy', startedAt: ago(98), endedAt: null },
]

const timeline = (total: number): PoolView['timeline'] => ({ from: ago(3600), until: ago(0), total })

export function pool(kind: 'full' | 'idle' | 'many' | 'stopped' | 'broken' | 'none' | 'long' | 'slots'): PoolView {
  if (kind === 'idle' || kind === 'none') {
    const members = [staff[1], staff[6], staff[7]]
      .filter((one) => one !== undefined)
      .map((one) => ({ ...one, tasksDone: 0, tasksFailed: 0, successRate: null }))
      .map((one) => (one.type === 'executor' ? { ...one, number: 1 } : one))
    return {
      mode: 'serving',
      members: kind === 'none' ? [] : members,
      waiting: [],
      waitingTotal: 0,
      spans: [],
      timeline: timeline(0),
      warnings: [],
      bottleneck: null,
    }
  }
  if (kind === 'many') {
    const states = ['busy', 'available', 'busy', 'deployed', 'available'] as const
    const members = Array.from({ length: 1000 }, (_, index) =>
      member(index, {
        name: index < 16 ? null : `measurements-${String(index).padStart(4, '0')}`,
        number: index < 16 ? index + 1 : null,
        type: index < 16 ? 'executor' : index % 3 === 0 ? 'api' : 'database',
        resourceId: index < 16 ? null : `made-${index}`,
        capabilities: index < 16 ? executorCapabilities : [{ name: 'sql_query', level: 9 }],
        state: states[index % 5] ?? 'available',
      }),
    )
    const spans = history(members)
    return {
      mode: 'serving',
      members,
      waiting: Array.from({ length: 100 }, (_, index) => ({
        ...(waiting[index % 2] ?? waiting[0]!),
        taskId: `many-${index}`,
        since: ago(600 - index * 5),
      })),
      waitingTotal: 10_000,
      spans,
      timeline: timeline(spans.length),
      warnings: [
        {
          kind: 'bottleneck',
          memberId: null,
          taskId: null,
          type: 'executor',
          capability: null,
          since: ago(600),
          fact: { kind: 'bottleneck', values: { type: 'executor', waiting: 10_000, inService: 3 } },
          remedy: 'addExecutor',
        },
      ],
      bottleneck: 'executor',
    }
  }
  const spans = [...history(kind === 'slots' ? [...staff, ...slots.slice(4, 9)] : staff), ...recent]
  const full: PoolView = {
    mode: 'serving',
    members: kind === 'slots' ? [...staff, ...slots] : staff,
    waiting,
    waitingTotal: waiting.length,
    spans,
    timeline: timeline(spans.length),
    warnings: [
      {
        kind: 'memberError',
        memberId: 'member-3',
        taskId: null,
        type: 'executor',
        capability: null,
        since: ago(90),
        fact: {
          kind: 'memberInError',
          values: { member: { type: 'executor', resourceId: null, name: null, number: 4 }, problem: leaked },
        },
        remedy: 'clear',
      },
      {
        kind: 'missing',
        memberId: null,
        taskId: 'w3',
        type: 'api',
        capability: 'file_ops',
        since: ago(40),
        fact: {
          kind: 'taskUnserved',
          values: {
            label: 'Newer results from the web',
            needs: [{ type: 'api', capability: 'file_ops', level: 6, count: 1 }],
          },
        },
        remedy: 'addResource',
      },
      {
        kind: 'blocked',
        memberId: null,
        taskId: 'w2',
        type: 'database',
        capability: null,
        since: ago(31),
        fact: { kind: 'taskBlocked', values: { label: 'Deliveries by month', wait: silentOrders } },
        remedy: 'restoreService',
      },
      {
        kind: 'longWait',
        memberId: null,
        taskId: 'w1',
        type: 'database',
        capability: 'sql_query',
        since: ago(96),
        fact: { kind: 'taskWaitsLong', values: { label: titles[3] ?? '', wait: busyDatabase } },
        remedy: 'addResource',
      },
    ],
    bottleneck: 'database',
  }
  if (kind === 'full' || kind === 'slots') return full
  if (kind === 'long') {
    return {
      ...full,
      members: staff.map((one) => ({
        ...one,
        name: one.resourceId === null ? one.name : longName,
        holder: one.holder && longName,
        error: one.error && { kind: 'leaseEnded' as const, values: { label: longName } },
        capabilities: [...one.capabilities, { name: longName, level: 3 }],
      })),
      waiting: waiting.map((one) => ({ ...one, label: longName, holder: longName })),
      spans: spans.map((one) => ({ ...one, label: longName })),
    }
  }
  const mode = kind === 'broken' ? 'broken' : 'stopped'
  return {
    ...full,
    ...(mode === 'broken' ? { waiting: [], waitingTotal: 0 } : {}),
    mode,
    warnings: [
      {
        kind: mode,
        memberId: null,
        taskId: null,
        type: null,
        capability: null,
        since: ago(300),
        fact: { kind: mode === 'broken' ? 'poolOutOfService' : 'poolIsStopped', values: {} },
        remedy: mode === 'broken' ? 'stopSession' : 'start',
      },
    ],
  }
}

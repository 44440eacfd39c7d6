import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  createMachine,
  initialTransition,
  transition,
} from 'xstate'
import { serverMachine } from '../../main/clients/server-machine'
import { maintenanceMachine } from '../../main/knowledge/indexing/maintenance-machine'
import { upkeepMachine } from '../../main/knowledge/indexing/upkeep-machine'
import { ingestMachine } from '../../main/knowledge/ingest/ingest-machine'
import { queueMachine } from '../../main/knowledge/queue/queue-machine'
import { learnerMachine } from '../../main/learner/learner-machine'
import { memberMachine } from '../../main/pool/member-machine'
import { poolMachine } from '../../main/pool/pool-machine'
import { staffSpec } from '../../main/pool/staff'
import { leasedRoleMachine } from '../../main/research/leased-role-machine'
import { researchMachine } from '../../main/research/machine'
import { stepMachine } from '../../main/research/step-machine'
import { monitorMachine } from '../../main/resources/monitor/monitor-machine'
import { vectorizerMachine } from '../../main/resources/vectorizer/vectorizer-machine'
import { healthMachine } from '../../main/services/health-machine'
import { serviceMachine } from '../../main/tools/service-machine'
import { toolCallMachine } from '../../main/tools/tool-call-machine'

const at = '2026-01-01T00:00:00.000Z'
const done = (id: string, output?: unknown): AnyEventObject => ({ type: `xstate.done.actor.${id}`, output })
const failed = (id: string): AnyEventObject => ({ type: `xstate.error.actor.${id}`, error: new Error('no luck') })
const member = { spec: staffSpec('executor', 1), tasksDone: 0, tasksFailed: 0, error: null }
const status = {
  ...member.spec,
  state: 'released',
  since: at,
  taskId: null,
  blockedBy: null,
  tasksDone: 0,
  tasksFailed: 0,
  error: null,
}
const task = {
  taskId: 't',
  requestId: 'r',
  requirements: [],
  priority: 'normal',
  label: 't',
  sessionId: null,
  holder: null,
  since: at,
  leaseMs: 1,
}
const call = {
  key: { sessionId: 's', planId: 'p', stepId: 'a', ordinal: 1 },
  request: { tool: 'recall', resourceId: null, input: {} },
  question: 'q?',
  purpose: 'q',
}
const failedOpening = { kind: 'failed', error: new Error('no luck') }
const source = { source_id: 's1', size_bytes: '10' }
const weighed = { isOn: true, isPaused: false, hasBudget: true, next: { question: 'q?' } }
const observed = (isIdle: boolean) => ({
  type: 'OBSERVED',
  observation: { presence: { isIdle, onMains: true }, isBusy: false },
})

interface Walk {
  readonly machine: AnyStateMachine
  readonly input?: unknown
  /** Events in turn, each with the state that follows. */
  readonly walk: readonly (readonly [AnyEventObject, unknown])[]
}

const step = { sessionId: 's', planId: 'p', stepId: 'a', state: 'pending' }
const request = { taskId: 't', requirements: [], label: 'A', sessionId: 's', holder: 'q' }
const brief = {
  question: { inquiry: { question: 'q?', clarifications: [] }, step: { query: 'q' }, earlier: [], resources: [] },
  startedAt: at,
}

/** The main edges of every machine, by its file. */
const health = (use: string, circuit: string, watch: string, check: string) => ({ use, circuit, watch, check })
const timeout = { code: 'resource.timeout', message: '' }

const walks: Record<string, Walk> = {
  'main/clients/server-machine.ts': {
    machine: serverMachine,
    walk: [
      [{ type: 'ASKED' }, 'starting'],
      [{ type: 'CONNECTED', at }, 'running'],
      [{ type: 'ANSWERED' }, 'running'],
      [{ type: 'GONE' }, 'stopped'],
      [{ type: 'CONNECTED', at }, 'running'],
      [{ type: 'FAILED', error: timeout, nowMs: 1 }, 'backingOff'],
      [{ type: 'GONE' }, 'backingOff'],
      [{ type: 'xstate.after.rest.server.backingOff' }, 'failed'],
      [{ type: 'ASKED' }, 'starting'],
      [{ type: 'GONE' }, 'stopped'],
      [{ type: 'FAILED', error: timeout, nowMs: 1 }, 'backingOff'],
      [{ type: 'STOPPED' }, 'stopped'],
    ],
  },
  'main/services/health-machine.ts': {
    machine: healthMachine,
    walk: [
      [{ type: 'USED' }, health('inUse', 'closed', 'unwatched', 'waiting')],
      [{ type: 'xstate.after.checkEvery.health.check.waiting' }, health('inUse', 'closed', 'unwatched', 'checking')],
      [{ type: 'CHECK' }, health('inUse', 'closed', 'unwatched', 'checking')],
      [{ type: 'xstate.after.inUse.health.use.inUse' }, health('unused', 'closed', 'unwatched', 'checking')],
      [failed('0.health.check.checking'), health('unused', 'closed', 'unwatched', 'resting')],
      [{ type: 'CIRCUIT_OPENED' }, health('unused', 'open', 'unwatched', 'waiting')],
      [{ type: 'CIRCUIT_CLOSED' }, health('unused', 'closed', 'unwatched', 'resting')],
      [{ type: 'WATCHED' }, health('unused', 'closed', 'watched', 'checking')],
      [{ type: 'UNWATCHED' }, health('unused', 'closed', 'unwatched', 'checking')],
    ],
  },
  'main/research/machine.ts': {
    machine: researchMachine,
    input: {
      sessionId: 's',
      point: {
        entry: 'running',
        plan: { planId: 'p', steps: [{ id: 'a', dependsOn: [], state: 'pending', waits: false }] },
        resumesByItself: true,
      },
    },
    walk: [
      [
        { type: 'STEP_CHANGED', stepId: 'a', state: 'awaitingConfirmation', waits: true },
        { running: { proceeding: 'waiting' } },
      ],
      [{ type: 'STEP_CHANGED', stepId: 'a', state: 'running', waits: false }, { running: { proceeding: 'working' } }],
      [{ type: 'STEP_CHANGED', stepId: 'a', state: 'observed', waits: false }, 'concluding'],
      [{ type: 'STOP' }, 'stopping'],
    ],
  },
  'main/research/step-machine.ts': {
    machine: stepMachine,
    input: step,
    walk: [
      [{ type: 'START' }, { working: 'requesting' }],
      [done('0.step.working.requesting', request), { working: { leased: 'allocating' } }],
      [{ type: 'MEMBERS_ALLOCATED', members: [] }, { working: { leased: 'beginning' } }],
      [done('0.step.working.leased.beginning', brief), { working: { leased: 'gathering' } }],
      [{ type: 'CALL_REQUESTED', ordinal: 1, request: call.request }, { working: { leased: 'gathering' } }],
      [
        { type: 'CALL_ASKS', ordinal: 1, asked: { callId: 'c', reason: 'asks' } },
        { working: { leased: 'recordingQuestion' } },
      ],
      [done('0.step.working.leased.recordingQuestion'), { working: { leased: 'leavingForAnswer' } }],
      [{ type: 'MEMBERS_RETURNED' }, 'awaitingConfirmation'],
      [{ type: 'CONFIRMATION_ANSWERED' }, { working: 'requesting' }],
    ],
  },
  'main/research/leased-role-machine.ts': {
    machine: leasedRoleMachine,
    input: { sessionId: 's' },
    walk: [
      [done('0.leasedRole.requesting', request), { leased: 'allocating' }],
      [{ type: 'MEMBERS_ALLOCATED', members: [] }, { leased: 'working' }],
      [{ type: 'PROGRESS', done: 1, total: 2 }, { leased: 'working' }],
      [failed('0.leasedRole.leased.working'), { leased: 'failing' }],
      [{ type: 'MEMBERS_RETURNED' }, 'failed'],
    ],
  },
  'main/tools/service-machine.ts': {
    machine: serviceMachine,
    walk: [
      ...Array.from(
        { length: 4 },
        () => [{ type: 'CALL_FAILED', error: { code: 'resource.timeout' } }, 'closed'] as const,
      ),
      [{ type: 'CALL_FAILED', error: { code: 'resource.timeout' } }, 'open'],
      [{ type: 'CALL_SUCCEEDED' }, 'open'],
      [{ type: 'xstate.after.openFor.service.open' }, { halfOpen: 'untried' }],
      [{ type: 'TRIAL_BEGUN' }, { halfOpen: 'trying' }],
      [{ type: 'CALL_SUCCEEDED' }, 'closed'],
      ...Array.from({ length: 4 }, () => [{ type: 'CHECK_FAILED', error: timeout }, 'closed'] as const),
      [{ type: 'CHECK_FAILED', error: timeout }, 'open'],
      [{ type: 'CHECK_FAILED', error: timeout }, 'open'],
      [{ type: 'CHECK_SUCCEEDED' }, { halfOpen: 'untried' }],
      [{ type: 'CHECK_FAILED', error: timeout }, 'open'],
      [{ type: 'CHECK_SUCCEEDED' }, { halfOpen: 'untried' }],
      [{ type: 'CHECK_SUCCEEDED' }, 'closed'],
      // A service that only answers checks is not trusted with five more calls.
      [{ type: 'CALL_FAILED', error: timeout }, 'open'],
    ],
  },
  'main/tools/tool-call-machine.ts': {
    machine: toolCallMachine,
    input: call,
    walk: [
      [done('0.toolCall.opening', { kind: 'ready', callId: 'c' }), 'running'],
      [done('0.toolCall.running', { callId: 'c', output: 1 }), 'recorded'],
    ],
  },
  'main/pool/pool-machine.ts': {
    machine: poolMachine,
    input: { members: [member], at },
    walk: [
      [{ type: 'ALLOCATE', task, at }, { keeping: 'serving' }],
      [{ type: 'STOP', at }, { keeping: 'stopped' }],
      [{ type: 'JOURNAL_FAILED', error: new Error('disk full'), at }, 'broken'],
      [{ type: 'JOURNAL_WRITTEN', at }, { keeping: 'stopped' }],
      [{ type: 'START', at }, { keeping: 'serving' }],
      [{ type: 'DRAIN', memberId: 'executor-1', at }, { keeping: 'serving' }],
      [{ type: 'ADD', members: [member], at }, { keeping: 'serving' }],
      [{ type: 'MEMBER_LEFT', status, at }, { keeping: 'serving' }],
      [{ type: 'QUIESCE', at }, { keeping: 'ending' }],
      [{ type: 'CLOSE' }, 'closed'],
    ],
  },
  'main/pool/member-machine.ts': {
    machine: memberMachine,
    input: { ...member, at },
    walk: [
      [{ type: 'DEPLOY', taskId: 't', at }, 'deployed'],
      [{ type: 'EXECUTE', at }, 'busy'],
      [{ type: 'FAIL', reason: 'broke', at }, 'error'],
      [{ type: 'CLEAR', at }, 'available'],
      [{ type: 'DRAIN', at }, 'released'],
    ],
  },
  'main/knowledge/queue/queue-machine.ts': {
    machine: queueMachine,
    walk: [
      [done('0.queue.recovering'), { working: { claiming: 'undisturbed' } }],
      [{ type: 'WAKE' }, { working: { claiming: 'woken' } }],
      [{ type: 'PAUSE' }, 'paused'],
      [{ type: 'RESUME' }, 'recovering'],
      [failed('0.queue.recovering'), 'blocked'],
    ],
  },
  'main/knowledge/ingest/ingest-machine.ts': {
    machine: ingestMachine,
    input: { sources: [source], rereads: 0, queue: createActor(createMachine({})) },
    walk: [
      [{ type: 'CANCEL', sourceIds: ['another'] }, 'identifying'],
      [done('0.ingest.identifying', { toRead: [source], failures: [] }), 'reading'],
      [failed('0.ingest.reading'), 'recording'],
      [done('0.ingest.recording'), 'settled'],
    ],
  },
  'main/knowledge/indexing/upkeep-machine.ts': {
    machine: upkeepMachine,
    walk: [
      [{ type: 'CHANGED', passages: 1 }, 'counting'],
      [{ type: 'CHANGED', passages: 500 }, 'settling'],
    ],
  },
  'main/knowledge/indexing/maintenance-machine.ts': {
    machine: maintenanceMachine,
    walk: [
      [done('0.maintenance.requeueing'), 'resegmenting'],
      [failed('0.maintenance.resegmenting'), 'interrupted'],
    ],
  },
  'main/resources/monitor/monitor-machine.ts': {
    machine: monitorMachine,
    input: { pollMs: 1000 },
    walk: [
      [{ type: 'CHANGED', origins: ['a'] }, { changed: 'settling' }],
      [{ type: 'WATCH', origins: [] }, { changed: 'settling' }],
      [{ type: 'LOOK' }, 'revectorizing'],
      [done('0.monitor.revectorizing'), 'watching'],
    ],
  },
  'main/learner/learner-machine.ts': {
    machine: learnerMachine,
    walk: [
      [done('0.learner.weighing', { ...weighed, isOn: false }), 'off'],
      [{ type: 'CHANGED' }, 'weighing'],
      [done('0.learner.weighing', weighed), { attending: 'waiting' }],
      [observed(false), { attending: 'waiting' }],
      [observed(true), { attending: 'asking' }],
      [observed(false), { attending: 'waiting' }],
      [observed(true), { attending: 'asking' }],
      [done('0.learner.attending.asking'), 'weighing'],
      [done('0.learner.weighing', { ...weighed, hasBudget: false }), 'spent'],
      [{ type: 'xstate.after.spentFor.learner.spent' }, 'weighing'],
      [failed('0.learner.weighing'), 'failed'],
      [{ type: 'xstate.after.failedFor.learner.failed' }, 'weighing'],
    ],
  },
  'main/resources/vectorizer/vectorizer-machine.ts': {
    machine: vectorizerMachine,
    walk: [
      [{ type: 'WAKE' }, { embedding: 'current' }],
      [failed('0.vectorizer.embedding'), 'waiting'],
      [{ type: 'WAKE' }, { embedding: 'current' }],
    ],
  },
}

/** Freezes what a context holds, so that an action that changes it in place throws; answers names of what is no value. */
function freeze(value: unknown, path: string, seen = new Set<unknown>()): string[] {
  if (typeof value !== 'object' || value === null || seen.has(value) || value instanceof Error) return []
  seen.add(value)
  // Actors are known by their references: what they hold is their own.
  if ('getSnapshot' in value) return []
  const kind = Object.getPrototypeOf(value)
  if (value instanceof Map || value instanceof Set) {
    for (const change of ['set', 'add', 'delete', 'clear']) {
      if (Object.hasOwn(value, change)) continue
      Object.defineProperty(value, change, {
        value: () => {
          throw new Error(`${path} was changed in place.`)
        },
      })
    }
    return [...value].flatMap((item) => freeze(item, path, seen))
  }
  if (kind !== Object.prototype && kind !== Array.prototype && kind !== null) return [path]
  Object.freeze(value)
  return Object.entries(value).flatMap(([key, item]) => freeze(item, `${path}.${key}`, seen))
}

describe('pure transitions', () => {
  it('know every machine', () => {
    const files = readdirSync('main', { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /machine\.ts$/.test(entry.name))
      .map((entry) => relative('.', join(entry.parentPath, entry.name)))
    expect(Object.keys(walks).sort()).toEqual(files.sort())
  })

  it.each(Object.entries(walks))(
    'walk the edges of %s and change nothing in place',
    (_file, { machine, input, walk }) => {
      let [snapshot] = initialTransition(machine, input)
      for (const [event, state] of walk) {
        expect(freeze(snapshot.context, 'context')).toEqual([])
        const before = snapshot.context
        const [next] = transition(machine, snapshot, event)
        expect([event.type, next.value]).toEqual([event.type, state])
        // The same event leads to the same again: nothing happened beside.
        expect(transition(machine, snapshot, event)[0].value).toEqual(next.value)
        expect(snapshot.context).toBe(before)
        snapshot = next
      }
    },
  )

  it('tell why a call could not even be opened', () => {
    const [opening] = initialTransition(toolCallMachine, call)
    const [ended, actions] = transition(toolCallMachine, opening, done('0.toolCall.opening', failedOpening) as never)
    expect([ended.value, actions.map(({ type }) => type)]).toEqual([
      'failed',
      expect.arrayContaining(['xstate.sendTo']),
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { initialTransition, transition } from 'xstate'
import type { MemberState } from '../../../contract/pool/pool'
import { type MemberEvent, type MemberInput, memberMachine } from '../../../main/pool/member-machine'
import { staffSpec } from '../../../main/pool/staff'

const at = '2026-01-01T00:00:00.000Z'
const spec = staffSpec('executor', 1)
const broke = { kind: 'memberFailed', values: { error: { code: 'internal', message: 'broke' } } } as const
const events: { readonly [Type in MemberEvent['type']]: Extract<MemberEvent, { type: Type }> } = {
  DEPLOY: { type: 'DEPLOY', taskId: 't1', at },
  EXECUTE: { type: 'EXECUTE', at },
  RETURN: { type: 'RETURN', outcome: 'completed', at },
  FAIL: { type: 'FAIL', reason: broke, at },
  CLEAR: { type: 'CLEAR', at },
  BLOCK: { type: 'BLOCK', reason: { kind: 'resourceNotReady', values: { error: null } }, at },
  HEAL: { type: 'HEAL', at },
  DRAIN: { type: 'DRAIN', at },
  UPDATE: { type: 'UPDATE', spec: { ...spec, name: 'Renamed' }, at },
}

/** The table of docs/pool.md: state → event → state. What is not listed changes nothing. */
const table: Record<MemberState, Partial<Record<MemberEvent['type'], MemberState>>> = {
  available: { DEPLOY: 'deployed', BLOCK: 'blocked', FAIL: 'error', DRAIN: 'released' },
  deployed: { EXECUTE: 'busy', RETURN: 'available', FAIL: 'error', DRAIN: 'released' },
  busy: { RETURN: 'available', FAIL: 'error', DRAIN: 'released' },
  blocked: { HEAL: 'available', FAIL: 'error', DRAIN: 'released' },
  error: { CLEAR: 'available', DRAIN: 'released' },
  released: {},
}

const wayTo: Record<MemberState, readonly MemberEvent[]> = {
  available: [],
  deployed: [events.DEPLOY],
  busy: [events.DEPLOY, events.EXECUTE],
  blocked: [events.BLOCK],
  error: [events.FAIL],
  released: [events.DRAIN],
}

/** Pure: without a pool to tell. */
const machine = memberMachine.provide({ actions: { tellPool: () => undefined } })

const input: MemberInput = { spec, at, tasksDone: 0, tasksFailed: 0, error: null }

function memberAfter(steps: readonly MemberEvent[], from: MemberInput = input) {
  let [snapshot] = initialTransition(machine, from)
  for (const step of steps) [snapshot] = transition(machine, snapshot, step)
  return snapshot
}

describe('a member of the pool', () => {
  const pairs = (Object.keys(table) as MemberState[]).flatMap((state) =>
    (Object.keys(events) as MemberEvent['type'][]).map((event) => [state, event] as const),
  )
  it.each(pairs)('%s on %s', (state, name) => {
    const before = memberAfter(wayTo[state])
    expect(before.value).toBe(state)
    const [next] = transition(machine, before, events[name])
    expect(next.value).toBe(table[state][name] ?? state)
  })

  it('is blocked when it comes back where its dependency went missing meanwhile', () => {
    for (const way of [wayTo.deployed, wayTo.busy]) {
      expect(memberAfter([...way, events.BLOCK, events.RETURN]).value).toBe('blocked')
      expect(memberAfter([...way, events.BLOCK, events.HEAL, events.RETURN]).value).toBe('available')
    }
    expect(memberAfter([events.FAIL, events.BLOCK, events.CLEAR])).toMatchObject({
      value: 'blocked',
      context: { error: null, blockedBy: events.BLOCK.reason },
    })
    expect(memberAfter([events.FAIL, events.BLOCK, events.HEAL, events.CLEAR]).value).toBe('available')
  })

  it('counts what it did and drops the task, also while it is leaving', () => {
    const leaving = memberAfter([events.DEPLOY, events.EXECUTE, events.DRAIN])
    expect(leaving.context.taskId).toBe('t1')
    const [returned] = transition(machine, leaving, { type: 'RETURN', outcome: 'failed', at })
    expect(returned.context).toMatchObject({ taskId: null, tasksDone: 0, tasksFailed: 1 })
  })

  it('keeps an error from an earlier run until a person clears it', () => {
    const before = { ...input, tasksDone: 3, tasksFailed: 1, error: broke }
    expect(memberAfter([], before).value).toBe('error')
    expect(memberAfter([events.CLEAR], before)).toMatchObject({
      value: 'available',
      context: { error: null, tasksDone: 3 },
    })
  })

  it('takes a new name in any state but the last', () => {
    for (const state of ['available', 'deployed', 'busy', 'blocked', 'error'] as const) {
      expect(memberAfter([...wayTo[state], events.UPDATE])).toMatchObject({
        value: state,
        context: { spec: { name: 'Renamed' } },
      })
    }
  })
})

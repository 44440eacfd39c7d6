import { describe, expect, it } from 'vitest'
import { createActor, createMachine } from 'xstate'
import type { MemberState } from '../../../contract/pool'
import { type MemberEvent, memberMachine } from '../../../main/pool/member-machine'

const at = '2026-01-01T00:00:00.000Z'
const events: Record<string, MemberEvent> = {
  DEPLOY: { type: 'DEPLOY', taskId: 't1', at },
  EXECUTE: { type: 'EXECUTE', at },
  RETURN: { type: 'RETURN', outcome: 'completed', at },
  FAIL: { type: 'FAIL', reason: 'broke', at },
  CLEAR: { type: 'CLEAR', at },
  BLOCK: { type: 'BLOCK', reason: 'breaker open', at },
  HEAL: { type: 'HEAL', at },
  DRAIN: { type: 'DRAIN', at },
}

/** The table of docs/session-states.md: state → event → state. What is not listed changes nothing. */
const table: Record<MemberState, Partial<Record<MemberEvent['type'], MemberState>>> = {
  available: { DEPLOY: 'deployed', BLOCK: 'blocked', FAIL: 'error', DRAIN: 'released' },
  deployed: { EXECUTE: 'busy', RETURN: 'available', FAIL: 'error', DRAIN: 'released' },
  busy: { RETURN: 'available', FAIL: 'error', DRAIN: 'released' },
  blocked: { HEAL: 'available', FAIL: 'error', DRAIN: 'released' },
  error: { CLEAR: 'available', DRAIN: 'released' },
  released: {},
}

const wayTo: Record<MemberState, readonly string[]> = {
  available: [],
  deployed: ['DEPLOY'],
  busy: ['DEPLOY', 'EXECUTE'],
  blocked: ['BLOCK'],
  error: ['FAIL'],
  released: ['DRAIN'],
}

function memberAt(state: MemberState) {
  const parent = createActor(createMachine({})).start()
  const actor = createActor(memberMachine, {
    parent,
    input: {
      spec: { id: 'e1', name: 'Executor 1', type: 'executor', capabilities: [] },
      at,
      tasksDone: 0,
      tasksFailed: 0,
      error: null,
    },
  })
  actor.start()
  for (const name of wayTo[state]) actor.send(events[name]!)
  expect(actor.getSnapshot().value).toBe(state)
  return actor
}

describe('a member of the pool', () => {
  const pairs = (Object.keys(table) as MemberState[]).flatMap((state) =>
    Object.keys(events).map((event) => [state, event] as const),
  )
  it.each(pairs)('%s on %s', (state, name) => {
    const actor = memberAt(state)
    actor.send(events[name]!)
    expect(actor.getSnapshot().value).toBe(table[state][name as MemberEvent['type']] ?? state)
  })

  it('counts what it did and drops the task, also while it is leaving', () => {
    const actor = memberAt('busy')
    actor.send({ type: 'DRAIN', at })
    expect(actor.getSnapshot().context.taskId).toBe('t1')
    actor.send({ type: 'RETURN', outcome: 'failed', at })
    expect(actor.getSnapshot().context).toMatchObject({ taskId: null, tasksDone: 0, tasksFailed: 1 })
  })

  it('keeps an error from an earlier run until a person clears it', () => {
    const parent = createActor(createMachine({})).start()
    const actor = createActor(memberMachine, {
      parent,
      input: {
        spec: { id: 'e1', name: 'Executor 1', type: 'executor', capabilities: [] },
        at,
        tasksDone: 3,
        tasksFailed: 1,
        error: 'broke',
      },
    }).start()
    expect(actor.getSnapshot().value).toBe('error')
    actor.send({ type: 'CLEAR', at })
    expect(actor.getSnapshot()).toMatchObject({ value: 'available', context: { error: null, tasksDone: 3 } })
  })
})

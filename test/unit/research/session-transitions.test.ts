import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { AnyStateNode } from 'xstate'
import { type SessionState, sessionState } from '../../../contract/session/session'
import { nextStates, type TransitionCause, transitionsOf } from '../../../contract/session/session-transitions'
import { researchMachine, shownState } from '../../../main/research/machine'

const states = sessionState.options
const root = researchMachine.root as unknown as AnyStateNode

/** States of the machine through which many others go, and the causes that they write. */
const shared: Record<string, readonly TransitionCause[]> = {
  stopping: ['session.stopped'],
  failing: ['session.failed', 'session.blocked'],
  resuming: ['session.resumed', 'session.retried'],
}
const sharedCauses = new Set(Object.values(shared).flat())
/** States of the machine in which a transaction is under way, with the session states that they belong to. */
const within: Record<string, readonly SessionState[]> = {
  concluding: ['running', 'paused'],
  amending: ['blockedReview'],
  running: ['running', 'paused'],
}

function shows(node: AnyStateNode): readonly SessionState[] {
  const [top = '', child] = node.path
  if (top === 'running' && child !== undefined)
    return [shownState({ value: { running: child as 'paused' } }) ?? 'running']
  return within[top] ?? (sessionState.safeParse(top).success ? [top as SessionState] : [])
}

function nodesUnder(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap((child) => nodesUnder(child as AnyStateNode))]
}

/** Where a node's own transitions lead; a target that is a compound state is entered at its initial one. */
function targetsOf(node: AnyStateNode): AnyStateNode[] {
  const all = [...[...node.transitions.values()].flat(), ...(node.always ?? [])]
  return all.flatMap(({ target }) => target ?? []).map((target) => target.initial?.target?.[0] ?? target)
}

function leavesTo(state: SessionState): { states: Set<SessionState>; shared: Set<string> } {
  const nodes = nodesUnder(root).filter((node) => node !== root && shows(node).includes(state))
  const targets = nodes.flatMap((node) => targetsOf(node).map((target) => ({ node, target })))
  const direct = targets.filter(
    ({ target }) => !(target.path[0]! in within && !sessionState.safeParse(target.path[0]).success),
  )
  return {
    states: new Set(direct.flatMap(({ target }) => shows(target)).filter((to) => to !== state || state === 'stopped')),
    shared: new Set(direct.map(({ target }) => target.path[0] ?? '').filter((name) => name in shared)),
  }
}

/** Session states that the table reaches by one of the causes. */
function reachedBy(causes: ReadonlySet<string>, state: SessionState): SessionState[] {
  const { next } = transitionsOf(state)
  return nextStates(state).filter((to) => next[to]?.some((cause) => causes.has(cause)))
}

describe('the table of transitions', () => {
  it.each(states)('has the edges that the machine has from %s, and no others', (state) => {
    const { next } = transitionsOf(state)
    const own = nextStates(state).filter(
      (to) =>
        next[to]?.some((cause) => !sharedCauses.has(cause)) ||
        // Steps that need a person end in the same transaction as those that are finished.
        (to === 'blockedReview' && within.concluding?.includes(state)),
    )
    const machine = leavesTo(state)
    expect([...machine.states].sort()).toEqual([...own].sort())
    const through = Object.keys(shared).filter((name) => reachedBy(new Set(shared[name]), state).length > 0)
    // Where a follow-up cannot be written the session stays done: nothing is moved.
    expect([...machine.shared].filter((name) => state !== 'done' || name !== 'failing').sort()).toEqual(through.sort())
  })

  it.each(Object.entries(shared))('leads on from %s as the machine does', (name, causes) => {
    const node = root.states[name] as AnyStateNode
    const machine = new Set(targetsOf(node).flatMap((target) => shows(target)))
    const table = new Set(states.flatMap((state) => reachedBy(new Set(causes), state)))
    // What was written just before, or could not be, may have finished the session; what cannot be written fails.
    machine.delete('done')
    if (name === 'failing') machine.add('failed')
    expect([...machine].sort()).toEqual([...table].sort())
  })

  it('lets every state be reached and, but for what a person ends, be left', () => {
    const reached = new Set(states.flatMap((state) => nextStates(state)))
    expect(states.filter((state) => !reached.has(state))).toEqual([])
    for (const state of states) expect([state, nextStates(state).length > 0]).toEqual([state, true])
  })

  it('is the one that docs/session-states.md tells', () => {
    const rows = readFileSync('docs/session-states.md', 'utf8')
      .split('\n')
      .flatMap((line) => {
        const cells = line.split('|').map((cell) => cell.trim())
        const state = /^`(\w+)`$/.exec(cells[1] ?? '')?.[1]
        return cells.length === 6 && sessionState.safeParse(state).success ? [[state, cells[3], cells[4]]] : []
      })
    const table = states.map((state) => {
      const { next, acts } = transitionsOf(state)
      const causes = [...new Set(nextStates(state).map((to) => next[to]?.join(' or ')))]
      const edges = causes.map((cause) => {
        const to = nextStates(state).filter((name) => next[name]?.join(' or ') === cause)
        return `${cause} → ${to.map((name) => `\`${name}\``).join(', ')}`
      })
      return [state, edges.join('; '), acts.join(', ')]
    })
    expect(rows).toEqual(table)
  })
})

import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import type { MemberType } from '../../../contract/pool'
import { isFit } from '../../../main/pool/matching'
import { type JournalEvent, type KnownMember, type PoolEvent, poolMachine } from '../../../main/pool/pool-machine'
import type { JournalEntry, MemberSpec, Outcome, TaskRequest } from '../../../main/pool/terms'

const at = '2026-01-01T00:00:00.000Z'

function member(id: string, type: MemberType): KnownMember {
  const spec: MemberSpec = { id, name: id, type, capabilities: [{ name: 'recall', level: 5 }] }
  return { spec, tasksDone: 0, tasksFailed: 0, error: null }
}

function openPool(members: readonly KnownMember[]) {
  const journal: JournalEntry[] = []
  const keepJournal = fromCallback<JournalEvent>(({ receive }) => receive(({ entry }) => void journal.push(entry)))
  const actor = createActor(poolMachine.provide({ actors: { keepJournal } }), { input: { members, spans: [], at } })
  const answers = new Map<string, string[]>()
  const answer = (taskId: string, kind: string): void => {
    answers.set(taskId, [...(answers.get(taskId) ?? []), kind])
  }
  actor.on('granted', ({ task }) => answer(task.taskId, 'granted'))
  actor.on('refused', ({ task }) => answer(task.taskId, 'refused'))
  actor.start()
  return { actor, journal, answers }
}

const types: readonly MemberType[] = ['executor', 'orchestrator', 'reviewer']
const outcomes: readonly Outcome[] = [
  { kind: 'completed' },
  { kind: 'failed', reason: 'bad input' },
  { kind: 'memberFailed', reason: 'the slot broke' },
  { kind: 'cancelled' },
]

type Command =
  | { readonly kind: 'allocate'; readonly type: number; readonly level: number }
  | { readonly kind: 'execute' | 'withdraw'; readonly pick: number }
  | { readonly kind: 'release'; readonly pick: number; readonly outcome: number }
  | { readonly kind: 'clear' | 'drain' | 'block' | 'heal'; readonly pick: number }
  | { readonly kind: 'add'; readonly type: number }

const pick = fc.nat(1000)
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('allocate' as const),
      type: fc.nat(2),
      level: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('execute' as const), pick }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('release' as const), pick, outcome: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('clear' as const, 'drain' as const, 'block' as const, 'heal' as const),
      pick,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('add' as const), type: fc.nat(2) }) },
)

describe('the resource pool', () => {
  it('never allocates twice, loses a member, starves or forgets a task', () => {
    fc.assert(
      fc.property(fc.array(command, { minLength: 20, maxLength: 120 }), (commands) => {
        const { actor, answers, journal } = openPool([
          member('e1', 'executor'),
          member('e2', 'executor'),
          member('o1', 'orchestrator'),
        ])
        let numbered = 0
        const asked = new Map<string, TaskRequest>()
        const withdrawn = new Set<string>()
        const present = new Set(['e1', 'e2', 'o1'])
        const drained = new Set<string>()
        const choose = (from: readonly string[], index: number): string =>
          from[index % Math.max(1, from.length)] ?? 'nobody'

        const run = (next: Command): void => {
          const { held, waiting, standings } = actor.getSnapshot().context
          const heldIds = Object.keys(held)
          const memberIds = Object.keys(standings)
          const send = (event: PoolEvent): void => actor.send(event)
          switch (next.kind) {
            case 'allocate': {
              numbered += 1
              const type = types[next.type] ?? 'executor'
              const task: TaskRequest = {
                taskId: `t${numbered}`,
                allocationId: `a${numbered}`,
                requirement: { type, capability: { name: 'recall', level: next.level } },
                label: `t${numbered}`,
                sessionId: null,
                holder: null,
                since: at,
              }
              asked.set(task.taskId, task)
              send({ type: 'ALLOCATE', task })
              break
            }
            case 'execute':
              send({ type: 'EXECUTE', taskId: choose(heldIds, next.pick), at })
              break
            case 'release':
              send({ type: 'RELEASE', taskId: choose(heldIds, next.pick), outcome: outcomes[next.outcome]!, at })
              break
            case 'withdraw': {
              const taskId = choose(
                waiting.map((task) => task.taskId),
                next.pick,
              )
              if (waiting.some((task) => task.taskId === taskId)) withdrawn.add(taskId)
              send({ type: 'WITHDRAW', taskId, at })
              break
            }
            case 'add': {
              numbered += 1
              present.add(`m${numbered}`)
              send({ type: 'ADD', member: member(`m${numbered}`, types[next.type] ?? 'executor'), at })
              break
            }
            case 'drain': {
              const memberId = choose(memberIds, next.pick)
              drained.add(memberId)
              send({ type: 'DRAIN', memberId, at })
              break
            }
            case 'block':
              send({ type: 'BLOCK', memberId: choose(memberIds, next.pick), reason: 'breaker open', at })
              break
            case 'heal':
              send({ type: 'HEAL', memberId: choose(memberIds, next.pick), at })
              break
            case 'clear':
              send({ type: 'CLEAR', memberId: choose(memberIds, next.pick), at })
              break
          }
        }

        const check = (): void => {
          const { held, waiting, standings, members } = actor.getSnapshot().context
          const holders = Object.values(held)
          // One member, one task: the pool, the member and the standing agree.
          assert.equal(new Set(holders.map(({ memberId }) => memberId)).size, holders.length)
          for (const { taskId, memberId, requirement } of holders) {
            const standing = standings[memberId]
            assert.equal(standing?.taskId, taskId)
            assert.ok(['deployed', 'busy', 'released'].includes(standing?.state ?? ''))
            assert.ok(isFit(standing!, requirement))
          }
          for (const standing of Object.values(standings)) {
            const snapshot = members[standing.id]?.getSnapshot()
            assert.equal(snapshot?.value, standing.state)
            assert.equal(snapshot?.context.taskId, standing.taskId)
            if (standing.taskId !== null) assert.equal(held[standing.taskId]?.memberId, standing.id)
          }
          // Nobody is lost: who is missing was drained.
          for (const id of present) if (standings[id] === undefined) assert.ok(drained.has(id))
          // Nobody waits while someone fitting is free, and first come is first served.
          for (const task of waiting) {
            const fitting = Object.values(standings).filter((standing) => isFit(standing, task.requirement))
            assert.ok(!fitting.some(({ state }) => state === 'available'))
            assert.ok(fitting.some(({ state }) => state !== 'error' && state !== 'released'))
          }
          const order = waiting.map(({ taskId }) => Number(taskId.slice(1)))
          assert.deepEqual(
            order,
            [...order].sort((a, b) => a - b),
          )
          // Every task is answered once, or waits, or gave up.
          for (const taskId of asked.keys()) {
            const answered = answers.get(taskId)?.length ?? 0
            const waits = waiting.some((task) => task.taskId === taskId)
            assert.equal(answered + Number(waits) + Number(withdrawn.has(taskId)), 1)
          }
        }

        for (const next of commands) {
          run(next)
          check()
        }
        // When everybody returns what they hold and what is broken is mended, nobody is left waiting.
        for (const memberId of Object.keys(actor.getSnapshot().context.standings)) {
          actor.send({ type: 'CLEAR', memberId, at })
          actor.send({ type: 'HEAL', memberId, at })
        }
        for (let round = 0; round <= asked.size; round += 1) {
          for (const taskId of Object.keys(actor.getSnapshot().context.held)) {
            actor.send({ type: 'RELEASE', taskId, outcome: { kind: 'completed' }, at })
          }
        }
        check()
        const { held, waiting } = actor.getSnapshot().context
        assert.deepEqual([Object.keys(held), waiting], [[], []])
        // Each allocation in the journal ends once.
        const lines = (kind: string): string[] =>
          journal.flatMap((entry) => (entry.kind === kind && 'task' in entry ? [entry.task.allocationId] : [])).sort()
        assert.deepEqual(lines('ended'), lines('allocated'))
        assert.equal(new Set(lines('ended')).size, lines('ended').length)
        actor.stop()
      }),
      { numRuns: 60 },
    )
  }, 60_000)

  it('stops handing out when its journal cannot be kept', () => {
    const keepJournal = fromCallback<JournalEvent>(({ receive, sendBack }) =>
      receive(({ entry }) => {
        if (entry.kind === 'allocated') sendBack({ type: 'JOURNAL_FAILED', error: new Error('disk full') })
      }),
    )
    const actor = createActor(poolMachine.provide({ actors: { keepJournal } }), {
      input: { members: [member('e1', 'executor')], spans: [], at },
    })
    const errors: unknown[] = []
    actor.on('broken', ({ error }) => void errors.push(error))
    actor.start()
    const task = { requirement: { type: 'executor' }, label: '', sessionId: null, holder: null, since: at } as const
    actor.send({ type: 'ALLOCATE', task: { ...task, taskId: 't1', allocationId: 'a1' } })
    actor.send({ type: 'ALLOCATE', task: { ...task, taskId: 't2', allocationId: 'a2' } })
    expect(actor.getSnapshot().value).toBe('broken')
    expect(errors).toHaveLength(2)
    expect(Object.keys(actor.getSnapshot().context.held)).toEqual(['t1'])
    actor.send({ type: 'RELEASE', taskId: 't1', outcome: { kind: 'completed' }, at })
    expect(actor.getSnapshot().context.held).toEqual({})
  })
})

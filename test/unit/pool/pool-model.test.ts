import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Actor, createActor, fromCallback } from 'xstate'
import type { MemberState, MemberType, PoolPriority } from '../../../contract/pool/pool'
import { createLedgerKeeper, type JournalEvent, type LedgerNotice } from '../../../main/pool/ledger-keeper'
import { assignUnits } from '../../../main/pool/matching'
import { type PoolEvent, poolMachine } from '../../../main/pool/pool-machine'
import { isFit, unitsOf } from '../../../main/pool/requirements'
import type {
  HeldTask,
  JournalEntry,
  KnownMember,
  MemberStatus,
  Outcome,
  Requirement,
  TaskRequest,
} from '../../../main/pool/terms'
import { Timeline } from '../../../main/pool/timeline'
import { ageingMs, isBefore, type Waiting } from '../../../main/pool/waiting-line'

// A pool under random tasks, failures, crashes, comings and goings, against what it promises: nothing here knows how it
// decides. QUARRY_SEED repeats a run.
const seed = Number(process.env.QUARRY_SEED ?? Date.now() % 0x7fffffff)
const runs = 140
const leaseMs = 5 * 60 * 1000
/** Greedy requests kept in the line. */
const lineLength = 30

/** Pairs of states that the table of docs/pool.md allows, with staying where one is. */
function documentedMoves(): Set<string> {
  const lines = readFileSync('docs/pool.md', 'utf8').split('\n')
  const states: readonly string[] = ['available', 'deployed', 'busy', 'blocked', 'error', 'released']
  const moves = new Set(states.map((state) => `${state} → ${state}`))
  for (const line of lines) {
    const cells = line.split('|').map((cell) => cell.trim())
    const from = cells[1]?.replaceAll('`', '') ?? ''
    if (cells.length < 10 || !states.includes(from)) continue
    for (const cell of cells.slice(2)) {
      for (const [, to = ''] of cell.matchAll(/`(\w+)`/g)) if (states.includes(to)) moves.add(`${from} → ${to}`)
    }
  }
  return moves
}

const types: readonly MemberType[] = ['executor', 'database', 'tool']
const priorities: readonly PoolPriority[] = ['low', 'normal', 'high']
const outcomes: readonly Outcome[] = [
  { kind: 'completed' },
  { kind: 'failed', error: { code: 'internal', message: 'bad input' } },
  { kind: 'memberFailed', error: { code: 'internal', message: 'the slot broke' } },
  { kind: 'cancelled' },
]

/** Staff is everybody's; resources are of the project that asks, but for some requests of another. */
const projectOf = (type: MemberType, project = 'asking'): string | null => (type === 'executor' ? null : project)

function member(id: string, type: MemberType, level: number): KnownMember {
  const resourceId = type === 'executor' ? null : `${type}-a`
  const capabilities = [{ name: 'recall', level }, ...(level > 5 ? [{ name: 'data_analysis', level: 3 }] : [])]
  const spec = {
    id,
    name: id,
    number: null,
    type,
    capabilities,
    resourceId,
    projectId: projectOf(type),
    readOnly: type !== 'tool',
  }
  return { spec, tasksDone: 0, tasksFailed: 0, error: null }
}

const requirement: fc.Arbitrary<Requirement> = fc
  .record({
    type: fc.constantFrom(...types),
    capability: fc.constantFrom('recall', 'recall', 'recall', 'data_analysis', null),
    level: fc.constantFrom(1, 1, 2, 3, 4, 6, 8),
    count: fc.constantFrom(1, 1, 1, 1, 2),
    resourceId: fc.constant(null),
    projectId: fc.constantFrom('asking', 'asking', 'asking', 'asking', 'other'),
  })
  .map((one) => ({ ...one, projectId: projectOf(one.type, one.projectId) }))

const need = (type: MemberType, count: number): Requirement => ({
  type,
  capability: null,
  level: 1,
  count,
  resourceId: null,
  projectId: projectOf(type),
})

const pick = fc.nat(1000)
const onOne = <Kind extends string>(...kinds: Kind[]) => fc.record({ kind: fc.constantFrom(...kinds), pick })
const command = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      requirements: fc.array(requirement, { minLength: 1, maxLength: 2 }),
      priority: fc.constantFrom(...priorities),
    }),
  },
  { weight: 4, arbitrary: onOne('execute', 'heartbeat') },
  { weight: 7, arbitrary: fc.record({ kind: fc.constant('release' as const), pick, outcome: fc.nat(3) }) },
  { weight: 2, arbitrary: onOne('crash', 'withdraw') },
  { weight: 3, arbitrary: onOne('clear', 'clear', 'drain', 'block', 'heal', 'heal', 'update') },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      type: fc.constantFrom(...types),
      level: fc.integer({ min: 1, max: 9 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: leaseMs }) }) },
  { weight: 1, arbitrary: onOne('stop', 'start', 'start') },
  { weight: 1, arbitrary: onOne('restart') },
)
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never

class World {
  nowMs = Date.parse('2026-01-01T00:00:00.000Z')
  actor: Actor<typeof poolMachine>
  #keeper: ReturnType<typeof createLedgerKeeper> | null = null
  readonly #failures: unknown[] = []
  readonly moves = new Set<string>()
  readonly #states = new Map<string, MemberState>()
  readonly present = new Map<string, KnownMember>()
  readonly drained = new Set<string>()
  /** Every request that was ever made, by task. */
  readonly asked = new Map<string, TaskRequest>()
  readonly answers = new Map<string, string>()
  /** Tasks whose code died: nobody releases them. */
  readonly crashed = new Set<string>()
  /** Allocations that the journal has not ended. */
  readonly open = new Set<string>()
  grants = 0
  #numbered = 0

  constructor(members: readonly KnownMember[]) {
    for (const each of members) this.present.set(each.spec.id, each)
    this.actor = this.#begin(members, [])
  }

  get at(): string {
    return new Date(this.nowMs).toISOString()
  }

  get ledger() {
    if (this.#keeper === null) throw new Error('It has not begun.')
    return this.#keeper.ledger
  }

  get isServing(): boolean {
    return this.actor.getSnapshot().matches({ keeping: 'serving' })
  }

  #begin(members: readonly KnownMember[], unmet: readonly TaskRequest[]) {
    const keepJournal = fromCallback<JournalEvent>(({ receive }) =>
      receive(({ entry }) => this.#guarded(() => this.#record(entry))),
    )
    const keeper = createLedgerKeeper(new Timeline(), unmet, (notice) => this.#guarded(() => this.#hear(notice)))
    this.#keeper = keeper
    const actor = createActor(poolMachine.provide({ actors: { keepJournal, keepLedger: keeper.actor } }), {
      input: { members, at: this.at },
    })
    actor.start()
    return actor
  }

  /** An actor does not let a listener's error through: it is kept until the event is over. */
  #guarded(check: () => void): void {
    try {
      check()
    } catch (error) {
      this.#failures.push(error)
    }
  }

  #record(entry: JournalEntry): void {
    if (entry.kind === 'held' && entry.task.state === 'allocated') {
      assert.ok(!this.open.has(entry.task.requestId))
      this.open.add(entry.task.requestId)
    } else if (entry.kind === 'ended') assert.ok(this.open.delete(entry.task.requestId), 'ended twice')
    if (entry.kind !== 'member') return
    const { id, state, taskId } = entry.status
    const before = this.#states.get(id)
    if (before !== undefined) this.moves.add(`${before} → ${state}`)
    this.#states.set(id, state)
    if (state === 'released' && taskId === null) this.#states.delete(id)
  }

  #hear(event: LedgerNotice): void {
    if (event.kind === 'lost') return
    this.answers.set(event.task.taskId, event.kind)
    if (event.kind === 'granted') this.#checkGrant(event.task)
    if (event.kind === 'refused') assert.ok(!this.#canEver(event.task.requirements), 'refused what could be served')
  }

  #checkGrant(task: HeldTask): void {
    this.grants += 1
    const { ledger } = this
    const units = unitsOf(task.requirements)
    assert.equal(task.memberIds.length, units.length, 'all or nothing')
    for (const [index, id] of task.memberIds.entries()) {
      const status = ledger.directory.get(id)
      const unit = units[index]
      assert.ok(status !== undefined && unit !== undefined && isFit(status, unit), 'granted what does not fit')
    }
    // Nobody who needs one member is overtaken by a later place.
    const place = ledger.line.place(task)
    for (const other of ledger.line.all()) {
      const [only] = other.shape.units
      if (only === undefined || other.shape.units.length > 1 || !isBefore(other, { ...place, sequence: 0 })) continue
      for (const id of task.memberIds) assert.ok(!isFit(ledger.directory.get(id) as MemberStatus, only), 'overtaken')
    }
  }

  #canEver(requirements: readonly Requirement[]): boolean {
    return this.#fits(requirements, ({ state }) => state !== 'error' && state !== 'released')
  }

  #fits(requirements: readonly Requirement[], counts: (status: MemberStatus) => boolean): boolean {
    const statuses = [...this.ledger.directory.all()].filter(counts)
    const candidates = unitsOf(requirements).map((unit) =>
      statuses.filter((status) => isFit(status, unit)).map(({ id }) => id),
    )
    return assignUnits(candidates).every((id) => id !== null)
  }

  ask(requirements: readonly Requirement[], priority: PoolPriority): string {
    this.#numbered += 1
    const taskId = `t${this.#numbered}`
    const task: TaskRequest = {
      taskId,
      requestId: `r${this.#numbered}`,
      requirements,
      priority,
      label: taskId,
      sessionId: null,
      holder: null,
      since: this.at,
      leaseMs,
    }
    this.asked.set(taskId, task)
    this.send({ type: 'ALLOCATE', task, at: this.at })
    return taskId
  }

  send(event: PoolEvent): void {
    const stopped = !this.isServing && event.type !== 'START'
    const before = this.grants
    this.actor.send(event)
    const [failure] = this.#failures.splice(0)
    if (failure !== undefined) throw failure
    if (stopped) assert.equal(this.grants, before, 'granted while stopped')
  }

  alive(): string[] {
    return [...this.ledger.held.keys()].filter((taskId) => !this.crashed.has(taskId))
  }

  release(taskId: string, outcome: Outcome): void {
    this.send({ type: 'RELEASE', taskId, outcome, at: this.at })
  }

  tick(ms: number): void {
    this.nowMs += ms
    this.send({ type: 'TICK', at: this.at })
    for (const { leaseUntil } of this.ledger.held.values()) {
      assert.ok(Date.parse(leaseUntil) >= this.nowMs, 'a lease outlived its end')
    }
  }

  /** The process dies and starts again: what was held is closed, who held or waited asks again, as sessions do. */
  restart(): void {
    const { ledger } = this
    const again = [
      ...[...ledger.held.values()].filter(({ taskId }) => !this.crashed.has(taskId)),
      ...ledger.line.inOrder().map(({ task }) => task),
    ]
    const members = [...ledger.directory.all()]
      .filter(({ state }) => state !== 'released')
      .map(({ id, tasksDone, tasksFailed, error, state }): KnownMember => {
        const { spec } = this.present.get(id) as KnownMember
        return { spec, tasksDone, tasksFailed, error: state === 'error' ? error : null }
      })
    const unmet = [...ledger.unmet.values()]
    this.actor.stop()
    this.open.clear()
    this.#states.clear()
    this.nowMs += 1000
    this.actor = this.#begin(members, unmet)
    for (const old of again) {
      const { taskId, requirements, priority, label, sessionId, holder, since } = old
      const requestId = `${old.requestId}+`
      this.answers.delete(taskId)
      const task = { taskId, requestId, requirements, priority, label, sessionId, holder, since, leaseMs }
      this.send({ type: 'ALLOCATE', task, at: this.at })
    }
  }

  run(next: Command): void {
    this.nowMs += 700
    const { ledger } = this
    const choose = (from: readonly string[], index: number): string =>
      from[index % Math.max(1, from.length)] ?? 'nobody'
    const memberIds = [...ledger.directory.all()].map(({ id }) => id)
    const { at } = this
    switch (next.kind) {
      case 'ask':
        this.ask(next.requirements, next.priority)
        break
      case 'execute':
        this.send({ type: 'EXECUTE', taskId: choose(this.alive(), next.pick), at })
        break
      case 'heartbeat':
        this.send({ type: 'HEARTBEAT', taskId: choose(this.alive(), next.pick), at })
        break
      case 'release':
        this.release(choose(this.alive(), next.pick), outcomes[next.outcome] as Outcome)
        break
      case 'crash':
        this.crashed.add(choose(this.alive(), next.pick))
        break
      case 'withdraw': {
        const taskId = choose(
          [...ledger.line.all()].map(({ task }) => task.taskId),
          next.pick,
        )
        if (ledger.line.get(taskId) !== undefined) this.answers.set(taskId, 'withdrawn')
        this.send({ type: 'WITHDRAW', taskId, at })
        break
      }
      case 'clear':
        this.send({ type: 'CLEAR', memberId: choose(memberIds, next.pick), at })
        break
      case 'heal':
        this.send({ type: 'HEAL', memberId: choose(memberIds, next.pick), at })
        break
      case 'block':
        this.send({
          type: 'BLOCK',
          memberId: choose(memberIds, next.pick),
          reason: { kind: 'resourceNotReady', values: { error: null } },
          at,
        })
        break
      case 'drain': {
        const memberId = choose(memberIds, next.pick)
        this.drained.add(memberId)
        this.send({ type: 'DRAIN', memberId, at })
        break
      }
      case 'update': {
        const known = this.present.get(choose(memberIds, next.pick))
        if (known === undefined) break
        const spec = { ...known.spec, name: 'Renamed', capabilities: [{ name: 'recall', level: (next.pick % 9) + 1 }] }
        this.present.set(spec.id, { ...known, spec })
        this.send({ type: 'UPDATE', spec, at })
        break
      }
      case 'add': {
        this.#numbered += 1
        const known = member(`m${this.#numbered}`, next.type, next.level)
        this.present.set(known.spec.id, known)
        this.send({ type: 'ADD', members: [known], at })
        break
      }
      case 'wait':
        this.tick(next.ms)
        break
      case 'stop':
        this.send({ type: 'STOP', at })
        break
      case 'start':
        this.send({ type: 'START', at })
        break
      case 'restart':
        this.restart()
        break
    }
  }

  check(): void {
    const { ledger } = this
    const holders = new Map<string, string>()
    for (const { taskId, memberIds } of ledger.held.values()) {
      for (const id of memberIds) {
        assert.ok(!holders.has(id), `${id} is held twice`)
        holders.set(id, taskId)
        const status = ledger.directory.get(id)
        assert.equal(status?.taskId, taskId, 'the member knows of another task')
        assert.ok(['deployed', 'busy', 'released'].includes(status?.state ?? ''))
      }
    }
    const { children } = this.actor.getSnapshot()
    for (const status of ledger.directory.all()) {
      const snapshot = (children as Record<string, { getSnapshot(): { value: string; context: { taskId: unknown } } }>)[
        status.id
      ]?.getSnapshot()
      assert.equal(snapshot?.value, status.state, 'the books differ from the member')
      assert.equal(snapshot?.context.taskId, status.taskId)
      if (status.taskId !== null) assert.equal(holders.get(status.id), status.taskId, 'held by nobody')
    }
    for (const id of this.present.keys()) {
      if (ledger.directory.get(id) === undefined) assert.ok(this.drained.has(id), `${id} is lost`)
    }
    this.#checkLine()
    for (const taskId of this.asked.keys()) {
      const waits = ledger.line.get(taskId) !== undefined
      const answer = this.answers.get(taskId)
      if (waits) assert.ok(answer === 'awaited', `${taskId} waits, and heard ${answer}`)
      else assert.ok(answer !== 'awaited' && (answer !== undefined || this.crashed.has(taskId)), 'a task is forgotten')
    }
  }

  #checkLine(): void {
    const { ledger } = this
    const isFree = ({ id, state }: MemberStatus): boolean => state === 'available' && ledger.holderOf(id) === undefined
    const inOrder = ledger.line.inOrder()
    for (const { task } of inOrder) assert.ok(this.#canEver(task.requirements), 'waits for what can never be')
    if (!this.isServing) return
    const isReserving = (waiting: Waiting): boolean => ledger.isReserving(waiting)
    for (const [index, waiting] of inOrder.entries()) {
      // Whoever could be served is kept from it only by members that are set aside for somebody earlier.
      const before = inOrder.slice(0, index).filter(isReserving)
      const setAside = new Set(before.flatMap(({ claim }) => claim))
      const isPossible = this.#fits(waiting.task.requirements, (status) => isFree(status) && !setAside.has(status.id))
      assert.ok(!isPossible, `${waiting.task.taskId} could be served and waits`)
    }
    for (const waiting of inOrder.filter(isReserving)) {
      assert.ok(waiting.shape.units.length > 1)
      assert.ok(
        this.#fits(waiting.task.requirements, ({ state }) => ['available', 'deployed', 'busy'].includes(state)),
        'set aside in vain',
      )
    }
  }

  /** Crashed tasks lose what they hold, and every member is in service. */
  mend(): void {
    this.tick(leaseMs + 1)
    for (const { id } of [...this.ledger.directory.all()]) {
      this.send({ type: 'HEAL', memberId: id, at: this.at })
      this.send({ type: 'CLEAR', memberId: id, at: this.at })
    }
  }

  /** Everything is mended, and nobody who waits may starve, however much others ask. */
  checkNobodyStarves(): void {
    this.send({ type: 'START', at: this.at })
    this.mend()
    for (const type of types) {
      for (let more = 0; more < 12; more += 1) this.ask([need(type, 1)], 'high')
    }
    // They need several at once, have the lowest priority, and come last.
    this.ask([need('executor', 2), need('database', 1)], 'low')
    this.ask([need('database', 2)], 'low')
    this.ask([need('tool', 1), need('executor', 1)], 'low')
    const patient = new Set([...this.ledger.line.all()].map(({ task }) => task.taskId))
    const stepMs = 4000
    // After two levels of ageing every newcomer stands behind. Before that as many as are left in the line below may
    // come first; then each member that is waited for comes free at the latest with a whole turn of those that are held.
    const units = [...this.ledger.line.all()].reduce((sum, { shape }) => sum + shape.units.length, 0)
    const bound = (2 * ageingMs) / stepMs + (units + lineLength) * [...this.ledger.directory.all()].length
    const greedy = (): void => {
      for (const type of types) {
        this.ask([need(type, 1)], 'high')
      }
    }
    let rounds = 0
    for (; patient.size > 0 && rounds <= bound; rounds += 1) {
      greedy()
      const [oldest] = [...this.ledger.held.values()].sort((a, b) => a.grantedAt.localeCompare(b.grantedAt))
      if (oldest !== undefined) this.release(oldest.taskId, { kind: 'completed' })
      // Everybody else is alive.
      this.nowMs += stepMs
      for (const taskId of this.ledger.held.keys()) this.send({ type: 'HEARTBEAT', taskId, at: this.at })
      for (const taskId of patient) if (this.ledger.line.get(taskId) === undefined) patient.delete(taskId)
      for (const { task } of this.ledger.line.inOrder().slice(lineLength)) {
        if (patient.has(task.taskId)) continue
        this.answers.set(task.taskId, 'withdrawn')
        this.send({ type: 'WITHDRAW', taskId: task.taskId, at: this.at })
      }
    }
    assert.equal(patient.size, 0, `${[...patient]} starve after ${rounds} of ${bound} rounds`)
    this.check()
  }

  /** Everybody returns what they hold: at the end nobody holds or waits, and each allocation has ended once. */
  checkEnd(): void {
    this.send({ type: 'START', at: this.at })
    this.mend()
    for (let round = 0; this.ledger.held.size > 0; round += 1) {
      assert.ok(round < 10_000, 'it never ends')
      for (const taskId of [...this.ledger.held.keys()]) this.release(taskId, { kind: 'completed' })
    }
    assert.equal(this.ledger.line.size, 0, 'somebody waits for nobody')
    assert.equal(this.open.size, 0)
    this.check()
    this.actor.stop()
  }
}

describe('the resource pool', () => {
  it('never allocates twice, loses a member, starves a task, deadlocks, or leaves its table of states', () => {
    console.info(`pool model: seed ${seed}`)
    const moves = documentedMoves()
    let steps = 0
    let grants = 0
    fc.assert(
      fc.property(fc.array(command, { minLength: 60, maxLength: 160 }), (commands) => {
        const world = new World([
          member('e1', 'executor', 8),
          member('e2', 'executor', 4),
          member('e3', 'executor', 4),
          member('d1', 'database', 8),
          member('d2', 'database', 6),
          member('t1', 'tool', 9),
        ])
        for (const next of commands) {
          world.run(next)
          world.check()
          steps += 1
        }
        // The long part: for every third.
        if (commands.length % 3 === 0) world.checkNobodyStarves()
        world.checkEnd()
        for (const move of world.moves) assert.ok(moves.has(move), `${move} is not in docs/pool.md`)
        grants += world.grants
      }),
      { numRuns: runs, seed, endOnFailure: process.env.QUARRY_SHRINK === undefined },
    )
    console.info(`pool model: ${steps} steps, ${grants} grants`)
    expect(steps).toBeGreaterThanOrEqual(10_000)
  }, 180_000)
})

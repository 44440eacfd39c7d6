import type { MachineStatus } from '../../contract/app'
import { QuarryError } from '../../contract/errors'
import type { PoolMemberView, PoolView } from '../../contract/pool'
import type { Speech } from '../../wording'
import type { Connection } from '../api'
import { exitCode } from './exit-code'
import { printable, printResult } from './terminal'

export interface PoolOptions {
  readonly watch: boolean
  /** Hands out nothing more, or goes on doing so. */
  readonly stop: boolean
  readonly start: boolean
  readonly json: boolean
}

/** `3 s`, `4 min`, `2 h`: how long ago something was. */
function age(since: string, nowMs: number): string {
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(since)) / 1000))
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}

const oneLine = (text: string): string => printable(text).replace(/\s+/g, ' ')

const percent = (rate: number | null): string => (rate === null ? '' : `${Math.round(rate * 100)} %`)

/** Columns as wide as their widest cell; the last one is not padded. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length)
  }
  return rows.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

function memberRow(member: PoolMemberView, nowMs: number, speech: Speech): string[] {
  const { name, type, state, since, tasksDone, tasksFailed, successRate, waiting, holder, error } = member
  const what = error === null ? (holder ?? '') : speech.fact(error)
  return [
    oneLine(name),
    type,
    state,
    age(since, nowMs),
    String(tasksDone),
    String(tasksFailed),
    percent(successRate),
    waiting === 0 ? '' : String(waiting),
    oneLine(what),
  ]
}

const maxName = 40

/** A name as short as a column wants it, with what counts behind it kept: the number of a slot, of those that are free. */
const withCount = (name: string, count: string): string => {
  const characters = [...oneLine(name)]
  const room = maxName - count.length - 1
  const short = characters.length <= room ? characters.join('') : `${characters.slice(0, room - 1).join('')}…`
  return `${short} ${count}`.trimEnd()
}

const partsOf = (name: string): [string, string] => {
  const slot = / (#\d+)$/.exec(name)
  return slot === null ? [name, ''] : [name.slice(0, slot.index), slot[1]!]
}

/** Slots of one resource that are all free are one line: a library alone has sixteen. */
function foldFreeSlots(members: readonly PoolMemberView[]): PoolMemberView[] {
  const free = new Map<string, PoolMemberView[]>()
  for (const member of members) {
    if (member.resourceId === null || member.state !== 'available') continue
    free.set(member.resourceId, [...(free.get(member.resourceId) ?? []), member])
  }
  return members.flatMap((member) => {
    const same = member.state === 'available' ? (free.get(member.resourceId ?? '') ?? [member]) : [member]
    if (same[0] !== member) return []
    if (same.length === 1) return [{ ...member, name: withCount(...partsOf(member.name)) }]
    const sum = (of: (each: PoolMemberView) => number): number => same.reduce((all, each) => all + of(each), 0)
    const tasksDone = sum((each) => each.tasksDone)
    const tasksFailed = sum((each) => each.tasksFailed)
    const finished = tasksDone + tasksFailed
    return [
      {
        ...member,
        name: withCount(member.name.replace(/ #\d+$/, ''), `(${same.length} free)`),
        tasksDone,
        tasksFailed,
        successRate: finished === 0 ? null : tasksDone / finished,
      },
    ]
  })
}

/** The pool with what the machine does beside it. */
export interface ShownPool extends PoolView {
  readonly work: MachineStatus['work']
}

/** The pool as a table: members, what else is at work, who waits, and what deserves a look. */
export function poolTable(view: ShownPool, nowMs: number, speech: Speech): string[] {
  const head = ['MEMBER', 'TYPE', 'STATE', 'SINCE', 'DONE', 'FAILED', 'SUCCESS', 'WAITING', 'HELD BY']
  const lines = columns([head, ...foldFreeSlots(view.members).map((member) => memberRow(member, nowMs, speech))])
  if (view.work.length > 0) {
    const work = view.work.map(({ fact, since }) => [speech.fact(fact), age(since, nowMs)])
    lines.push('', ...columns([['BACKGROUND WORK', 'FOR'], ...work]))
  }
  if (view.waitingTotal > 0) {
    const waiting = view.waiting.map((task) => [
      oneLine(task.label).slice(0, 60),
      task.priority,
      age(task.since, nowMs),
      oneLine(speech.fact(task.reason)),
    ])
    lines.push('', ...columns([['WAITING', 'PRIORITY', 'FOR', 'WHY'], ...waiting]))
    const more = view.waitingTotal - view.waiting.length
    if (more > 0) lines.push(`… and ${more} more`)
  }
  if (view.warnings.length > 0) {
    const warnings = view.warnings.map(({ kind, since, fact }) => [kind, age(since, nowMs), oneLine(speech.fact(fact))])
    lines.push('', ...columns([['WARNING', 'FOR', 'WHAT'], ...warnings]))
  }
  return lines
}

const idOf = ({ kind, memberId, taskId, type }: PoolView['warnings'][number]): string =>
  [kind, memberId, taskId, type].join(' ')

/** A line for everything that is not as it was, for a watcher that is no terminal. Everything, the first time. */
export function poolChanges(before: ShownPool | null, after: ShownPool, speech: Speech): string[] {
  const lines: string[] = []
  if (before?.mode !== after.mode) lines.push(`pool\t${after.mode}`)
  const members = new Map(before?.members.map((member) => [member.id, member]))
  for (const { id, name, state, taskId, holder, error } of after.members) {
    const known = members.get(id)
    members.delete(id)
    if (known?.state === state && known.taskId === taskId) continue
    const what = error === null ? (holder ?? '') : speech.fact(error)
    lines.push(`member\t${oneLine(name)}\t${state}\t${oneLine(what)}`.trimEnd())
  }
  for (const { name } of members.values()) lines.push(`member\t${oneLine(name)}\tgone`)
  const working = new Map(before?.work.map((work) => [work.fact.kind, work]))
  for (const { fact } of after.work) {
    if (!working.delete(fact.kind)) lines.push(`work\t${speech.fact(fact)}`)
  }
  for (const { fact } of working.values()) lines.push(`no longer at work\t${speech.fact(fact)}`)
  const waiting = new Map(before?.waiting.map((task) => [task.taskId, task]))
  for (const { taskId, label, reason } of after.waiting) {
    const known = waiting.get(taskId)
    waiting.delete(taskId)
    const why = speech.fact(reason)
    if (known === undefined || speech.fact(known.reason) !== why)
      lines.push(`waiting\t${oneLine(label)}\t${oneLine(why)}`)
  }
  for (const { label } of waiting.values()) lines.push(`no longer waiting\t${oneLine(label)}`)
  const warned = new Set(before?.warnings.map(idOf))
  for (const warning of after.warnings) {
    if (!warned.has(idOf(warning))) lines.push(`warning\t${warning.kind}\t${oneLine(speech.fact(warning.fact))}`)
  }
  return lines
}

const clearScreen = '\u001b[H\u001b[J'

/** A stop ends with the process that holds the pool, so a command of its own has nothing to stop. */
async function setServing(connection: Connection, { stop, start }: PoolOptions): Promise<void> {
  if (stop && start) throw new QuarryError('input.invalid', 'Use either --stop or --start.')
  if (!connection.attached) {
    throw new QuarryError('input.invalid', 'The app is not running.', {
      remedy: 'openAppFirst',
    })
  }
  await connection.call(stop ? 'pool.stop' : 'pool.start')
}

/** Shows the pool once, or on every change until the signal aborts. Answers the exit code. */
export async function showPool(
  connection: Connection,
  options: PoolOptions,
  speech: Speech,
  signal: AbortSignal,
): Promise<number> {
  if (options.stop || options.start) await setServing(connection, options)
  if (!options.watch) {
    const [pool, { work }] = await Promise.all([connection.call('pool.view'), connection.call('app.status')])
    const view = { ...pool, work }
    await printResult(options.json ? JSON.stringify(view, null, 2) : poolTable(view, Date.now(), speech).join('\n'))
    return exitCode.done
  }
  return new Promise((resolve, reject) => {
    let shown: ShownPool | null = null
    let pool: PoolView | null = null
    let work: ShownPool['work'] = []
    let printing: Promise<void> = Promise.resolve()
    const finish = (settle: () => void): void => {
      unsubscribe()
      unsubscribeStatus()
      signal.removeEventListener('abort', stop)
      // What is being written is written whole.
      printing.then(settle, reject)
    }
    const stop = (): void => finish(() => resolve(exitCode.interrupted))
    const draw = (): void => {
      if (pool === null) return
      const view = { ...pool, work }
      const before = shown
      shown = view
      const text = options.json
        ? JSON.stringify(view)
        : process.stdout.isTTY
          ? clearScreen +
            poolTable(view, Date.now(), speech)
              .slice(0, (process.stdout.rows ?? 40) - 1)
              .join('\n')
          : poolChanges(before, view, speech).join('\n')
      if (text === '') return
      printing = printing.then(() => printResult(text))
      printing.catch((error: unknown) => finish(() => reject(error)))
    }
    signal.addEventListener('abort', stop)
    connection.onLost((error) => finish(() => reject(error)))
    const unsubscribe = connection.subscribe('pool', null, (view) => {
      pool = view
      draw()
    })
    const unsubscribeStatus = connection.subscribe('status', null, (status) => {
      const isSame = JSON.stringify(status.work) === JSON.stringify(work)
      work = status.work
      if (!isSame) draw()
    })
    if (signal.aborted) stop()
  })
}

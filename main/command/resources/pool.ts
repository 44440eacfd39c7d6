import { Option } from 'commander'
import type { MachineStatus } from '../../../contract/app/app'
import { QuarryError } from '../../../contract/errors'
import type { PoolMemberView, PoolView } from '../../../contract/pool/pool'
import { type MemberName, nameOfMember } from '../../../contract/pool/pool-facts'
import { shownLine } from '../../../contract/shown-text'
import type { Speech } from '../../../wording'
import type { Connection } from '../../api'
import { createMutex } from '../../threads'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { columns } from '../terminal/table'
import { printJson, printResult } from '../terminal/terminal'
import { wordsIn } from '../words'

interface PoolOptions {
  readonly watch: boolean
  /** Hands out nothing more, or goes on doing so. */
  readonly stop: boolean
  readonly start: boolean
  readonly json: boolean
}

/** How long ago something was, in whole seconds. */
const age = (since: string, nowMs: number, { format }: Speech): string =>
  format.duration(Math.max(1, Math.round((nowMs - Date.parse(since)) / 1000)) * 1000)

function memberRow(member: Line, nowMs: number, speech: Speech): string[] {
  const { type, state, since, tasksDone, tasksFailed, successRate, waiting, holder, error } = member
  const what = error === null ? (holder ?? '') : speech.fact(error)
  const { number, percent } = speech.format
  return [
    member.label,
    wordsIn(speech.language).pool.type[type],
    wordsIn(speech.language).pool.state[state],
    age(since, nowMs, speech),
    number(tasksDone),
    number(tasksFailed),
    successRate === null ? '' : percent(successRate),
    waiting === 0 ? '' : number(waiting),
    shownLine(what),
  ]
}

const maxName = 40

/** A name as short as a column wants it, with what counts behind it kept: the number of a slot, of those that are free. */
const withCount = (name: string, count: string): string => {
  const characters = [...shownLine(name)]
  const room = maxName - count.length - 1
  const short = characters.length <= room ? characters.join('') : `${characters.slice(0, room - 1).join('')}…`
  return `${short} ${count}`.trimEnd()
}

const nameIn = (speech: Speech, member: MemberName): string =>
  shownLine(speech.fact({ kind: 'poolMember', values: nameOfMember(member) }))

/** A member, or slots of one resource that are all free: a library alone has sixteen. */
type Line = PoolMemberView & { readonly label: string }

function linesOf(members: readonly PoolMemberView[], speech: Speech): Line[] {
  const { free: freeOf } = wordsIn(speech.language).pool
  const free = new Map<string | null, PoolMemberView[]>()
  for (const member of members) {
    if (member.resourceId === null || member.state !== 'available') continue
    free.set(member.resourceId, [...(free.get(member.resourceId) ?? []), member])
  }
  return members.flatMap((member) => {
    const same = member.state === 'available' ? (free.get(member.resourceId) ?? [member]) : [member]
    if (same[0] !== member) return []
    const { resourceId, number } = member
    if (resourceId === null) return [{ ...member, label: nameIn(speech, member) }]
    const whole = nameIn(speech, { ...member, number: null })
    if (same.length === 1) return [{ ...member, label: withCount(whole, number === null ? '' : `#${number}`) }]
    const sum = (of: (each: PoolMemberView) => number): number => same.reduce((all, each) => all + of(each), 0)
    const tasksDone = sum((each) => each.tasksDone)
    const tasksFailed = sum((each) => each.tasksFailed)
    const finished = tasksDone + tasksFailed
    return [
      {
        ...member,
        label: withCount(whole, freeOf(speech.format.number(same.length))),
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
  const { pool: words, more: moreOf } = wordsIn(speech.language)
  const members = linesOf(view.members, speech).map((member) => memberRow(member, nowMs, speech))
  const lines = columns([words.members, ...members])
  if (view.work.length > 0) {
    const work = view.work.map(({ fact, since }) => [speech.fact(fact), age(since, nowMs, speech)])
    lines.push('', ...columns([words.work, ...work]))
  }
  if (view.waitingTotal > 0) {
    const waiting = view.waiting.map((task) => [
      shownLine(task.label).slice(0, 60),
      words.priority[task.priority],
      age(task.since, nowMs, speech),
      shownLine(speech.fact(task.reason)),
    ])
    lines.push('', ...columns([words.waiting, ...waiting]))
    const more = view.waitingTotal - view.waiting.length
    if (more > 0) lines.push(moreOf(speech.format.number(more)))
  }
  if (view.warnings.length > 0) {
    const warnings = view.warnings.map(({ kind, since, fact }) => [
      words.warning[kind],
      age(since, nowMs, speech),
      shownLine(speech.fact(fact)),
    ])
    lines.push('', ...columns([words.warnings, ...warnings]))
  }
  return lines
}

const idOf = ({ kind, memberId, taskId, type }: PoolView['warnings'][number]): string =>
  [kind, memberId, taskId, type].join(' ')

/** A line for everything that is not as it was, for a watcher that is no terminal. Everything, the first time. */
export function poolChanges(before: ShownPool | null, after: ShownPool, speech: Speech): string[] {
  const { line, mode, state: states, gone, warning: kinds } = wordsIn(speech.language).pool
  const lines: string[] = []
  if (before?.mode !== after.mode) lines.push([line.pool, mode[after.mode]].join('\t'))
  const members = new Map(before?.members.map((member) => [member.id, member]))
  for (const member of after.members) {
    const { id, state, taskId, holder, error } = member
    const known = members.get(id)
    members.delete(id)
    if (known?.state === state && known.taskId === taskId) continue
    const what = error === null ? (holder ?? '') : speech.fact(error)
    lines.push([line.member, nameIn(speech, member), states[state], shownLine(what)].join('\t').trimEnd())
  }
  for (const member of members.values()) lines.push([line.member, nameIn(speech, member), gone].join('\t'))
  const working = new Map(before?.work.map((work) => [work.fact.kind, work]))
  for (const { fact } of after.work) {
    if (!working.delete(fact.kind)) lines.push([line.work, speech.fact(fact)].join('\t'))
  }
  for (const { fact } of working.values()) lines.push([line.workEnded, speech.fact(fact)].join('\t'))
  const waiting = new Map(before?.waiting.map((task) => [task.taskId, task]))
  for (const { taskId, label, reason } of after.waiting) {
    const known = waiting.get(taskId)
    waiting.delete(taskId)
    const why = speech.fact(reason)
    if (known === undefined || speech.fact(known.reason) !== why)
      lines.push([line.waiting, shownLine(label), shownLine(why)].join('\t'))
  }
  for (const { label } of waiting.values()) lines.push([line.waitingEnded, shownLine(label)].join('\t'))
  const warned = new Set(before?.warnings.map(idOf))
  for (const warning of after.warnings) {
    if (warned.has(idOf(warning))) continue
    lines.push([line.warning, kinds[warning.kind], shownLine(speech.fact(warning.fact))].join('\t'))
  }
  return lines
}

const clearScreen = '\u001b[H\u001b[J'

/** A stop ends with the process that holds the pool, so a command of its own has nothing to stop. */
async function setServing(connection: Connection, { stop }: PoolOptions): Promise<void> {
  if (!connection.attached) {
    throw new QuarryError('input.invalid', 'The app is not running.', {
      remedy: 'openAppFirst',
    })
  }
  await connection.call(stop ? 'pool.stop' : 'pool.start')
}

/** Shows the pool once, or on every change until the signal aborts. Answers the exit code. */
async function showPool(
  connection: Connection,
  options: PoolOptions,
  speech: Speech,
  signal: AbortSignal,
): Promise<number> {
  if (options.stop || options.start) await setServing(connection, options)
  if (!options.watch) {
    const [pool, { work }] = await Promise.all([connection.call('pool.view'), connection.call('app.status')])
    const view = { ...pool, work }
    await (options.json ? printJson(view, 2) : printResult(poolTable(view, Date.now(), speech).join('\n')))
    return exitCode.done
  }
  return new Promise((resolve, reject) => {
    let shown: ShownPool | null = null
    let pool: PoolView | null = null
    let work: ShownPool['work'] = []
    const printing = createMutex()
    const finish = (settle: () => void): void => {
      unsubscribe()
      unsubscribeStatus()
      signal.removeEventListener('abort', stop)
      // What is being written is written whole.
      void printing.idle().then(settle)
    }
    const stop = (): void => finish(() => resolve(exitCode.interrupted))
    const draw = (): void => {
      if (pool === null) return
      const view = { ...pool, work }
      const before = shown
      shown = view
      const { isTTY, rows = 40 } = process.stdout
      const lines = isTTY ? poolTable(view, Date.now(), speech).slice(0, rows - 1) : poolChanges(before, view, speech)
      if (!options.json && lines.length === 0) return
      printing
        .run(() => (options.json ? printJson(view) : printResult(lines.join('\n'), isTTY ? clearScreen : '')))
        .catch((error: unknown) => finish(() => reject(error)))
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

export function definePool({ program, help, progress, signal, onRuntime }: CommandLine): void {
  program
    .command('pool')
    .description(help.pool)
    .option('--watch', help.poolWatch, false)
    .addOption(new Option('--stop', help.poolStop).default(false).conflicts('start'))
    .option('--start', help.poolStart, false)
    .option('--json', help.json, false)
    .action((options: PoolOptions) => onRuntime((connection) => showPool(connection, options, progress.speech, signal)))
}

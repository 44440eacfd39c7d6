import '../egress/chosen'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { plainRemedy } from '../../contract/app/plain-remedies'
import type { DatabaseAnswer, DatabaseTask, DatabaseTold } from '../../contract/databases/database-tasks'
import type { ErrorShape } from '../../contract/error-shape'
import { toErrorShape } from '../../contract/errors'
import { permits } from '../egress/policy'
import { serveWork } from '../process/serve-work'
import type { SqlConnection } from './connection'
import { inspect } from './inspect'
import { closeRead, createKeptConnection } from './kept-connection'
import { loadDriver } from './open-database'
import { boundAnswers } from './servers/bound-answers'

const kept = createKeptConnection()

/** One place, one question, one answer. */
async function answer(task: DatabaseTask, tell: (told: DatabaseTold) => void, interrupted: AbortSignal) {
  const open = await loadDriver(task.place)
  tell({ kind: 'began' })
  // An interrupt that came while the driver was loaded is heard in this turn of the loop.
  await nextTurn()
  interrupted.throwIfAborted()
  const known = task.kind === 'select' ? await kept.take(task.place) : null
  if (known !== null) {
    try {
      return await answerBy(known, task, tell, interrupted)
    } catch (error) {
      // It broke while it was kept, or its file became another one meanwhile.
      if (interrupted.aborted || (await known.isCurrent?.()) === true) throw error
    }
  }
  return answerBy(await open(task.scratch), task, tell, interrupted)
}

async function answerBy(
  connection: SqlConnection,
  task: DatabaseTask,
  tell: (told: DatabaseTold) => void,
  interrupted: AbortSignal,
): Promise<DatabaseAnswer> {
  const interrupt = (): void => connection.interrupt()
  let isWhole = false
  interrupted.addEventListener('abort', interrupt, { once: true })
  try {
    interrupted.throwIfAborted()
    const answer = await answerOf(connection, task, tell)
    isWhole = task.kind === 'select' && !interrupted.aborted
    return answer
  } finally {
    interrupted.removeEventListener('abort', interrupt)
    await (isWhole ? kept.keep(task.place, connection) : closeRead(connection))
  }
}

async function answerOf(
  connection: SqlConnection,
  task: DatabaseTask,
  tell: (told: DatabaseTold) => void,
): Promise<DatabaseAnswer> {
  if (task.kind === 'inspect') {
    const inspection = await inspect(connection, task.limits, (soFar) => tell({ kind: 'soFar', inspection: soFar }))
    return { kind: 'inspected', inspection }
  }
  const rows = await connection.select(task.sql, task.maxRows, task.parameters)
  return {
    kind: 'selected',
    rows: { ...rows, rows: rows.rows.map((row) => row.map((cell) => clip(cell, task.maxCellLength))) },
  }
}

const clip = <Cell>(cell: Cell, length: number): Cell | string =>
  typeof cell === 'string' && cell.length > length ? `${cell.slice(0, length - 1)}…` : cell

function withRemedy(error: ErrorShape): ErrorShape {
  if (error.code !== 'egress.denied') return error
  const host = error.context?.host
  const isNear = permits('local', typeof host === 'string' ? host : undefined)
  return { ...error, remedy: plainRemedy(isNear ? 'allowLocalNetwork' : 'localServersOnly') }
}

boundAnswers()
serveWork<DatabaseTask, DatabaseTold, DatabaseAnswer>(async (task, tell, interrupted) => {
  try {
    return await answer(task, tell, interrupted)
  } catch (error) {
    if (interrupted.aborted) return { kind: 'failed', error: { code: 'cancelled', message: 'Cancelled.' } }
    return { kind: 'failed', error: withRemedy(toErrorShape(error)) }
  }
})

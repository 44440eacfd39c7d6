import '../egress/chosen'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type {
  DatabaseInterrupt,
  DatabaseMessage,
  DatabaseTask,
  DatabaseThreadOptions,
} from '../../contract/database-tasks'
import { type ErrorShape, QuarryError, toErrorShape } from '../../contract/errors'
import { plainRemedy } from '../../contract/remedies'
import { permits } from '../egress/policy'
import type { SqlConnection } from './connection'
import { inspect } from './inspect'
import { loadDriver } from './open-database'

if (parentPort === null) throw new Error('Only a thread of Quarry runs this.')
const port = parentPort
const { task } = workerData as DatabaseThreadOptions

let connection: SqlConnection | null = null
let isInterrupted = false
port.on('message', (message: DatabaseInterrupt) => {
  if (message.kind !== 'interrupt') return
  isInterrupted = true
  connection?.interrupt()
})

const tell = (message: DatabaseMessage): void => port.postMessage(message)

/** One place, one question, one answer; then the thread ends, and with it whatever a file did to it. */
async function answer(task: DatabaseTask): Promise<DatabaseMessage> {
  const open = await loadDriver(task.place)
  tell({ kind: 'started' })
  // An interrupt that came while the driver was loaded is heard in this turn of the loop.
  await nextTurn()
  if (isInterrupted) throw new QuarryError('cancelled', 'Cancelled.')
  connection = await open(task.scratch)
  if (isInterrupted) throw new QuarryError('cancelled', 'Cancelled.')
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

async function answerOrFailure(): Promise<DatabaseMessage> {
  try {
    return await answer(task)
  } catch (error) {
    if (isInterrupted) return { kind: 'failed', error: { code: 'cancelled', message: 'Cancelled.' } }
    return { kind: 'failed', error: withRemedy(toErrorShape(error)) }
  }
}

function withRemedy(error: ErrorShape): ErrorShape {
  if (error.code !== 'egress.denied') return error
  const host = error.context?.host
  const isNear = permits('local', typeof host === 'string' ? host : undefined)
  return { ...error, remedy: plainRemedy(isNear ? 'allowLocalNetwork' : 'localServersOnly') }
}

async function close(): Promise<void> {
  try {
    await connection?.close()
  } catch {
    // It was only read, and the thread ends: what closing finds changes no answer.
  }
}

const message = await answerOrFailure()
await close()
tell(message)
port.close()

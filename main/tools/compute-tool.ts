import type { Computation, ComputeTask } from '../../contract/calls/compute'
import { ownTools } from '../../contract/calls/own-tools'
import { serviceAnswer } from '../../contract/calls/service-answer'
import { type DatabaseAnswer, databaseAnswer } from '../../contract/databases/database-answer'
import { QuarryError } from '../../contract/errors'
import { isRecord, type JsonValue, jsonValue } from '../../contract/json'
import { hashOfJson } from '../store'
import { described, type Tool } from './tool'

export interface ComputePorts {
  /** Runs code in the sandbox, and answers its value as JSON. Throws `tool.codeFailed`. */
  runCode(task: Omit<ComputeTask, 'limits'>, signal: AbortSignal): Promise<string>
  /** What a call of this project answered, as it was recorded; null where none did. */
  answerOf(callId: string): Promise<unknown>
  /** Asks a database once more what it was asked. Throws `resource.*`, `egress.denied`. */
  askAgain(answer: DatabaseAnswer, signal: AbortSignal): Promise<DatabaseAnswer>
  readonly now: () => Date
}

/** Computation as a tool: data goes in by name and is never read as code. */
export function createComputeTool({ runCode, answerOf, askAgain, now }: ComputePorts): Tool {
  return {
    ...described('compute'),
    // The sandbox bounds it.
    outputBytes: null,
    measured: ['at', 'tookMs'],
    async run(given, { signal }): Promise<Computation> {
      const { code, results, again, ...input } = ownTools.compute.input.parse(given)
      const tables: Record<string, readonly JsonValue[]> = { ...input.tables }
      const texts: Record<string, string> = { ...input.texts }
      for (const [name, callId] of Object.entries(results)) {
        const answer = await answerOf(callId)
        const asked = databaseAnswer.safeParse(answer).data
        if (asked === undefined) {
          const value = serviceAnswer.safeParse(answer).data?.value
          if (value === undefined)
            throw new QuarryError('input.invalid', `“${name}”: no call “${callId}” has a result to compute with.`)
          if (Array.isArray(value)) tables[name] = value
          else texts[name] = typeof value === 'string' ? value : JSON.stringify(value)
          continue
        }
        const { columns, rows, truncated } = again ? await askAgain(asked, signal) : asked
        if (truncated === true)
          throw new QuarryError(
            'input.invalid',
            `“${name}” has more rows than were told: have the database count them.`,
          )
        tables[name] = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])))
      }
      const startedMs = performance.now()
      const json = await runCode({ code, tables, texts }, signal)
      const tookMs = performance.now() - startedMs
      const value = jsonValue.parse(JSON.parse(json))
      const table = tableOf(value)
      return {
        table,
        value: table === null ? value : null,
        inputs: Object.keys(results).map((name) => {
          const rows = tables[name]
          return rows === undefined
            ? { name, kind: 'text' as const, size: texts[name]?.length ?? 0, columns: [] }
            : {
                name,
                kind: 'table' as const,
                size: rows.length,
                columns: isRecord(rows[0]) ? Object.keys(rows[0]) : [],
              }
        }),
        inputHash: hashOfJson({ code, tables, texts }),
        at: now().toISOString(),
        tookMs,
      }
    },
  }
}

const isCell = (value: unknown): boolean => value === null || typeof value !== 'object'

/** A result of plain values as a table: one value, one object, or a list of either; null where it is nested deeper. */
export function tableOf(value: JsonValue): Computation['table'] {
  const items = Array.isArray(value) ? value : [value]
  if (items.length === 0) return null
  if (items.every(isCell)) return { columns: ['result'], rows: items.map((item) => [item]) }
  if (!items.every((item) => isRecord(item) && Object.values(item).every(isCell))) return null
  const rows = items as Readonly<Record<string, JsonValue>>[]
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return columns.length === 0
    ? null
    : { columns, rows: rows.map((row) => columns.map((column) => row[column] ?? null)) }
}

import { ownToolPrefix } from '../../contract/calls/file-change'
import { serviceAnswer } from '../../contract/calls/service-answer'
import type { DatabaseCell, DatabaseRows } from '../../contract/databases/database-tasks'
import { QuarryError, toErrorShape } from '../../contract/errors'
import { type AnswerPlace, type CallPlace, placeBounds, type QueryPlace } from '../../contract/report/place'
import type { RerunAnswer, RerunObstacle } from '../../contract/report/rerun'
import type { UniversalResource } from '../../contract/resources/resource'
import { isMasked } from '../gate'
import { callPlaceOf, queryPlaceOf } from '../reasoning'
import { hashOfJson } from '../store'
import type { ResultQuestions } from '../text2sql'
import type { DirectCall, Tool, ToolRegistry } from '../tools'

/** A longer answer is not asked for again: all of its rows would have to be read to be compared. */
const mostRows = 10_000

export interface RerunPorts {
  /** Throws `resource.notFound`. */
  readResource(resourceId: string): Promise<UniversalResource>
  /** One query to a registered database, read-only and within limits. Throws `resource.*`, `egress.denied`. */
  select(
    resourceId: string,
    query: { readonly sql: string; readonly parameters: readonly DatabaseCell[]; readonly maxRows: number },
  ): Promise<DatabaseRows>
  /** One query over the rows of what a service answered. Throws `input.invalid`, `resource.*`. */
  readonly results: Pick<ResultQuestions, 'select'>
  readonly tools: Pick<ToolRegistry, 'find'>
  readonly callTool: DirectCall
}

const notPossible = (reason: RerunObstacle): RerunAnswer => ({ kind: 'notPossible', reason })

/** What a driver binds: a value with parts goes as its JSON. */
const bound = (value: unknown): DatabaseCell =>
  value !== null && typeof value === 'object' ? JSON.stringify(value) : (value as DatabaseCell)

async function rerunQuery(
  place: QueryPlace,
  resource: UniversalResource,
  ports: RerunPorts,
  sessionId: string,
  at: string,
): Promise<RerunAnswer> {
  const { statement, parameters, totalRows, row, resourceId, over } = place
  if (totalRows > mostRows) {
    return notPossible({ kind: 'answerTooLong', values: { rows: totalRows, limit: mostRows } })
  }
  // A few rows more than there were: enough to see that there are more.
  const maxRows = totalRows + placeBounds.rows
  const query = { sql: statement, parameters: parameters.map(bound), maxRows }
  const again = over === undefined ? null : await callAgain(over, resourceId, ports, sessionId)
  if (again !== null && 'kind' in again) return again
  const answer =
    over === undefined || again === null
      ? await ports.select(resourceId, query)
      : await ports.results.select(serviceAnswer.parse(again.output), query, over.rowsAre, new AbortController().signal)
  const { rows, truncated } = answer
  const meant = row !== null && row < rows.length ? row : null
  const now = queryPlaceOf(
    { resourceId, resourceName: resource.name, at },
    { statement, parameters, over },
    answer,
    meant,
  )
  return now.hash === place.hash && !truncated ? { kind: 'same', at } : { kind: 'different', place: now, truncated, at }
}

/** Makes a call that only reads once more; what stands in its way where it cannot be made. */
async function callAgain(
  call: Pick<CallPlace, 'operation' | 'arguments'>,
  resourceId: string,
  { tools, callTool }: RerunPorts,
  sessionId: string,
): Promise<{ readonly tool: Tool; readonly output: unknown } | RerunAnswer> {
  const { operation } = call
  const tool = await tools.find(operation, resourceId, new AbortController().signal)
  if (tool.effect !== 'reads') return notPossible({ kind: 'mayChange', values: { operation } })
  if (isMasked(call.arguments)) return notPossible({ kind: 'argumentsMasked', values: { operation } })
  // What was computed is computed anew from what its databases answer now.
  const request =
    tool.server === 'builtin' && operation === 'compute'
      ? { resourceId: null, input: { ...call.arguments, again: true } }
      : { resourceId, input: call.arguments }
  return { tool, output: await callTool(sessionId, { tool: operation, ...request }) }
}

async function rerunCall(
  place: CallPlace,
  resource: UniversalResource,
  ports: RerunPorts,
  sessionId: string,
  at: string,
): Promise<RerunAnswer> {
  const { operation, pointer, resourceId } = place
  const again = await callAgain(place, resourceId, ports, sessionId)
  if ('kind' in again) return again
  const { tool, output } = again
  const isOurs = tool.server === 'builtin'
  const now = partOrNull(() =>
    callPlaceOf(
      { resourceId, resourceName: resource.name, at },
      { operation, arguments: place.arguments },
      // What a service brought is part of what is told of the call.
      isOurs ? output : serviceAnswer.parse(output).value,
      pointer,
    ),
  )
  const compared = (value: unknown): string => hashOfJson(isOurs ? withoutFields(value, tool.measured ?? []) : value)
  return now !== null && compared(now.value) === compared(place.value)
    ? { kind: 'same', at }
    : { kind: 'different', place: now, truncated: false, at }
}

/** Null where the new result has no such part, or one that is larger than can be kept: then it is another. */
function partOrNull(take: () => CallPlace): CallPlace | null {
  try {
    return take()
  } catch (error) {
    if (error instanceof QuarryError && error.code === 'place.invalid') return null
    throw error
  }
}

function withoutFields(value: unknown, fields: readonly string[]): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !fields.includes(name)))
}

/**
 * Asks again what a stored answer was the answer to, and compares: of a query the hash of all rows, of a call the part
 * that is cited. Only what reads is asked, a call through the gate. Never throws: what stands in the way is in the answer.
 * @param at ISO time
 */
export async function rerunPlace(
  place: AnswerPlace,
  ports: RerunPorts,
  sessionId: string,
  at: string,
): Promise<RerunAnswer> {
  if (place.kind === 'call' && place.resourceId.startsWith(ownToolPrefix))
    return notPossible({ kind: 'mayChange', values: { operation: place.operation } })
  try {
    const resource = await ports.readResource(place.resourceId)
    const { name, isActive, status, error } = resource
    if (!isActive || status === 'disabled') return notPossible({ kind: 'resourceOff', values: { name } })
    if (status === 'missing' && error !== null) return notPossible({ kind: 'rerunFailed', values: { error } })
    return await (place.kind === 'query'
      ? rerunQuery(place, resource, ports, sessionId, at)
      : rerunCall(place, resource, ports, sessionId, at))
  } catch (error) {
    return notPossible({ kind: 'rerunFailed', values: { error: toErrorShape(error) } })
  }
}

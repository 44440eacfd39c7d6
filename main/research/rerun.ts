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
import type { DirectCall, ToolRegistry } from '../tools'

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
  { select }: RerunPorts,
  at: string,
): Promise<RerunAnswer> {
  const { statement, parameters, totalRows, row, resourceId } = place
  if (totalRows > mostRows) {
    return notPossible({ kind: 'answerTooLong', values: { rows: totalRows, limit: mostRows } })
  }
  // A few rows more than there were: enough to see that there are more.
  const maxRows = totalRows + placeBounds.rows
  const answer = await select(resourceId, { sql: statement, parameters: parameters.map(bound), maxRows })
  const { rows, truncated } = answer
  const meant = row !== null && row < rows.length ? row : null
  const now = queryPlaceOf({ resourceId, resourceName: resource.name, at }, { statement, parameters }, answer, meant)
  return now.hash === place.hash && !truncated ? { kind: 'same', at } : { kind: 'different', place: now, truncated, at }
}

async function rerunCall(
  place: CallPlace,
  resource: UniversalResource,
  { tools, callTool }: RerunPorts,
  sessionId: string,
  at: string,
): Promise<RerunAnswer> {
  const { operation, pointer, resourceId } = place
  const tool = await tools.find(operation, resourceId, new AbortController().signal)
  if (tool.effect !== 'reads') return notPossible({ kind: 'mayChange', values: { operation } })
  if (isMasked(place.arguments)) return notPossible({ kind: 'argumentsMasked', values: { operation } })
  const isOurs = tool.server === 'builtin'
  // What was computed is computed anew from what its databases answer now.
  const request =
    isOurs && operation === 'compute'
      ? { resourceId: null, input: { ...place.arguments, again: true } }
      : { resourceId, input: place.arguments }
  const output = await callTool(sessionId, { tool: operation, ...request })
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
      ? rerunQuery(place, resource, ports, at)
      : rerunCall(place, resource, ports, sessionId, at))
  } catch (error) {
    return notPossible({ kind: 'rerunFailed', values: { error: toErrorShape(error) } })
  }
}

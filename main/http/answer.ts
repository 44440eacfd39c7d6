import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Channel, ChannelOutput } from '../../contract/channels/channels'
import type { Connection } from '../api'
import { HttpRefusal } from './refusal'
import { inputOfQuery, readJsonBody, requireStorable } from './request-input'
import { fieldsOf } from './route-fields'
import { type Route, routes, type StreamRoute, streamRoutes, valuesOfPath } from './routes'

type AnyCall = (channel: Channel, input?: unknown) => Promise<unknown>

export interface Found<One extends Route | StreamRoute> {
  readonly route: One
  /** Fields that the path names. */
  readonly values: Readonly<Record<string, string>>
}

/** The route of a request. Throws where there is none of this path, or of this method. */
export function findRoute(method: string | undefined, path: string): Found<Route> | Found<StreamRoute> {
  const methods: string[] = []
  try {
    for (const route of [...routes, ...streamRoutes]) {
      const values = valuesOfPath(route.path, path)
      const wanted = 'channel' in route ? route.method : 'GET'
      if (values === null) continue
      if (wanted === method) return { route, values } as Found<Route> | Found<StreamRoute>
      methods.push(wanted)
    }
  } catch {
    throw new HttpRefusal(400, 'http.badRequest', 'The path is not percent-encoded UTF-8.')
  }
  if (methods.length === 0) throw new HttpRefusal(404, 'http.notFound', 'There is nothing at this path.')
  throw new HttpRefusal(405, 'http.methodNotAllowed', `Use ${methods.join(' or ')}.`, { allow: methods.join(', ') })
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value))
}

/** Makes the call of a route and sends what it answers. Throws refusals and the contract's errors. */
export async function answerCall(
  { route, values }: Found<Route>,
  request: IncomingMessage,
  query: URLSearchParams,
  { call }: Connection,
  maxBodyBytes: number,
  response: ServerResponse,
): Promise<void> {
  const given = inputOfQuery(route, query)
  const body = route.method === 'POST' ? await readJsonBody(request, maxBodyBytes) : {}
  const input = { ...given, ...body, ...route.fixed, ...values }
  requireStorable(input)
  if (route.registers) await refusePrograms(call, input)
  const takesInput = fieldsOf(route).length > 0 || Object.keys(input).length > 0
  const value = await (call as AnyCall)(route.channel, takesInput ? input : undefined)
  if (value === undefined) response.writeHead(204).end()
  else if (route.mediaType === undefined) sendJson(response, 200, value)
  else {
    const { text } = value as ChannelOutput<'session.export'>
    response.writeHead(200, { 'content-type': `${route.mediaType}; charset=utf-8` }).end(text)
  }
}

/** Looks at what a text would become first: a program that could start later has to be named by a person. */
async function refusePrograms(call: Connection['call'], input: Readonly<Record<string, unknown>>): Promise<void> {
  const offers = (await (call as AnyCall)('resources.inspectText', input)) as ChannelOutput<'resources.inspectText'>
  const program = offers.find(({ type, flavour }) => type === 'tool' || flavour === 'stdio')
  if (program === undefined) return
  const message = `“${program.name}” is a program. Add it in the window or with quarry add.`
  throw new HttpRefusal(403, 'http.forbidden', message)
}

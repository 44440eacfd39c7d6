import { streams } from '../../contract/channels/streams'
import { fieldsOf, jsonSchemaOf, namesInPath, schemaOf } from './route-fields'
import { type Route, routes, streamRoutes } from './routes'

const parameter = (name: string, place: 'path' | 'query', schema: unknown, required = place === 'path') => ({
  name,
  in: place,
  required,
  schema,
})

const project = parameter('project', 'query', {
  type: 'string',
  description: 'Id of the project; the first by default',
})
const inPath = (path: string) => namesInPath(path).map((name) => parameter(name, 'path', { type: 'string' }))
const error = { $ref: '#/components/responses/Error' }

function operationOf(route: Route): Record<string, unknown> {
  const fields = fieldsOf(route)
  const isPost = route.method === 'POST'
  const query = isPost ? [] : fields.map(({ name, schema, isRequired }) => parameter(name, 'query', schema, isRequired))
  const output = schemaOf(route.channel, 'output')
  const content =
    route.mediaType === undefined
      ? { 'application/json': { schema: output ?? {} } }
      : { [route.mediaType]: { schema: { type: 'string' } } }
  return {
    operationId: `${route.channel.replace('.', '_')}${route.mediaType ? `_${route.mediaType.slice(5)}` : ''}`,
    summary: route.summary,
    parameters: [...inPath(route.path), ...query, project],
    ...(isPost && fields.length > 0
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
                  required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
                },
              },
            },
          },
        }
      : {}),
    responses:
      output === null
        ? { '204': { description: 'Done' }, default: error }
        : { '200': { description: 'Done', content }, default: error },
  }
}

/** The OpenAPI 3.1 document of the HTTP API, made of its routes and the contract's own schemas. */
export function openApiOf(version: string, url: string): object {
  const paths: Record<string, Record<string, unknown>> = {}
  const add = (path: string, method: string, operation: unknown): void => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  for (const route of routes) add(route.path, route.method, operationOf(route))
  for (const { path, stream, beside, summary } of streamRoutes) {
    const messages = [stream, ...(beside === undefined ? [] : [beside])].map((one) =>
      jsonSchemaOf(streams[one], 'output'),
    )
    const after = parameter('after', 'query', { type: 'integer', minimum: 0, default: 0 }, false)
    const last = { ...parameter('Last-Event-ID', 'query', { type: 'integer' }, false), in: 'header' }
    add(path, 'GET', {
      operationId: stream,
      summary: `${summary}, as server-sent events from the one after Last-Event-ID on`,
      parameters: [...inPath(path), last, after, project],
      responses: {
        '200': {
          description: 'Each message is one event; its id is the sequence.',
          content: { 'text/event-stream': { schema: messages.length === 1 ? messages[0] : { anyOf: messages } } },
        },
        default: error,
      },
    })
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Quarry', version, summary: 'Deep research on your own material, on your own machine' },
    servers: [{ url }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      responses: {
        Error: {
          description: 'Why not',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['error'],
                properties: {
                  error: {
                    type: 'object',
                    required: ['code', 'message'],
                    properties: { code: { type: 'string' }, message: { type: 'string' } },
                  },
                },
              },
            },
          },
        },
      },
    },
  }
}

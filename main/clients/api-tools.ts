import { argumentSchema } from '../../contract/calls/api-call'
import type { ServiceAnswer } from '../../contract/calls/service-answer'
import type { ApiOperation, UniversalResource } from '../../contract/resources/resource'
import type { Tool, ToolProvider } from '../tools'
import type { ApiCalls } from './api-calls'
import { checkArguments } from './check-arguments'
import { citable } from './citable'

/** Methods that change nothing, whatever the operation is called. */
const reading = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY'])

/** The operations of APIs as tools: what reads is on when the intent needs it, everything else only when granted. */
export function createApiTools(calls: Pick<ApiCalls, 'call'>, now: () => string): ToolProvider {
  return {
    types: ['api'],
    async toolsOf(api) {
      if (api.metadata.type !== 'api') return []
      return api.metadata.operations.map((operation) => toolOf(api, operation, calls, now))
    },
  }
}

function toolOf(
  api: UniversalResource,
  operation: ApiOperation,
  calls: Pick<ApiCalls, 'call'>,
  now: () => string,
): Tool {
  const inputSchema = argumentSchema(operation)
  const isReading = reading.has(operation.method)
  return {
    name: operation.id,
    server: api.name,
    tier: isReading ? 'L2' : 'L3',
    effect: isReading ? 'reads' : 'changes',
    description: `${operation.method} ${operation.path} ${operation.summary}`.trim(),
    inputSchema,
    told: operation.told,
    measured: ['at', 'pages'],
    async run(input, { signal }): Promise<ServiceAnswer> {
      checkArguments(inputSchema, input)
      const { value, cut, url, pages } = await calls.call(api, operation, input, signal)
      const { resourceId, name: resourceName } = api
      return { resourceId, resourceName, at: now(), value: citable(value), cut, url, pages, refused: [] }
    },
  }
}

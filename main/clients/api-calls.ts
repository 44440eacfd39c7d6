import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type {
  ApiCallAnswer,
  ApiCallLimits,
  ApiCallResult,
  ApiCallTask,
  ApiCredential,
} from '../../contract/calls/api-call'
import { fromErrorShape, QuarryError } from '../../contract/errors'
import type { ProcessEgress } from '../../contract/processes/work-process'
import { type ApiServerChoice, apiServer } from '../../contract/resources/api-server'
import type { ApiOperation, UniversalResource } from '../../contract/resources/resource'
import type { SecurityScheme } from '../../contract/resources/secret-place'
import { forPurpose } from '../connections'
import { createByEgress, createWorkLimit, createWorkProcesses, ProcessLost, type StartWorkProcess } from '../processes'
import type { Secrets } from '../secrets'
import { lostService } from './lost-service'

const timeoutMs = 60_000
const maxMemoryMb = 512
const limits: ApiCallLimits = { maxResponseBytes: 4_000_000, maxResultBytes: 1_000_000, maxPages: 5, maxRetries: 2 }

export interface ApiCallsOptions {
  /** Folder of the built workers, with `requests.js` in it. */
  readonly workersDir: string
  readonly start: StartWorkProcess
  readonly secrets: Secrets
  /** Where requests may go; asked anew for each. */
  readonly egress: () => ProcessEgress
  /** The server that a person chose for an API; asked anew for each call. */
  readonly chosenServer: (resourceId: string) => ApiServerChoice | null
}

export interface ApiCalls {
  /**
   * Calls an operation of an API. Throws `input.invalid`, `egress.denied`, `tool.failed`, `cancelled` and `resource.*`.
   * @param api the whole API
   */
  call(
    api: UniversalResource,
    operation: ApiOperation,
    given: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<ApiCallResult>
  /**
   * Asks an API whether it is there, with a request that reads and without any key: of the operation that it declares for that,
   * else the head of its base address. Whatever it answers, it is there. Throws as `call` does where it is not.
   */
  reach(api: UniversalResource, signal: AbortSignal): Promise<void>
  /** Where an API is asked. Throws `resource.invalid` where nobody says it, or what a person chose is gone. */
  serverOf(api: UniversalResource): string
  close(): Promise<void>
}

/** Operations that an API has to be asked how it is. */
const healthPath = /^\/(?:[\w.-]{1,40}\/){0,3}(?:health|healthz|healthcheck|livez|readyz|ping)\/?$/i
const reachLimits: ApiCallLimits = { maxResponseBytes: 10_000, maxResultBytes: 10_000, maxPages: 1, maxRetries: 0 }
const reachMs = 10_000
/** What an API that is there may answer without a key, or to a path that it does not have. */
const answers: ReadonlySet<string> = new Set([
  'tool.failed',
  'resource.needsSecret',
  'resource.unsupported',
  'resource.tooLarge',
])

/** Calls of APIs, in processes that may connect to where the project may, and to nowhere else. */
export function createApiCalls({ workersDir, start, secrets, egress, chosenServer }: ApiCallsOptions): ApiCalls {
  const processes = createByEgress((allowed) =>
    createWorkProcesses<ApiCallTask, 'began', ApiCallAnswer>({
      start,
      entry: join(workersDir, 'requests.js'),
      name: 'requests',
      maxMemoryMb,
      egress: allowed,
      places: Math.max(1, Math.min(2, availableParallelism() - 1)),
      canBeInterrupted: true,
    }),
  )
  function serverOf({ metadata, name, resourceId }: UniversalResource): string {
    const server = apiServer(metadata.type === 'api' ? metadata.servers : [], chosenServer(resourceId))
    if ('url' in server) return server.url
    throw new QuarryError('resource.invalid', `“${name}” has no server that could be asked (${server.problem}).`, {
      remedy: 'chooseServer',
      context: { resourceId, problem: server.problem },
    })
  }
  async function ask(
    { resourceId, name }: UniversalResource,
    task: ApiCallTask,
    limitMs: number,
    signal: AbortSignal,
  ): Promise<ApiCallAnswer> {
    const limit = createWorkLimit(limitMs)
    try {
      return await forPurpose({ resourceId }, () =>
        processes.of(egress()).run(task, { limit, signal, onTold: () => limit.begin() }),
      )
    } catch (error) {
      throw error instanceof ProcessLost ? lostService(error, name, { timeoutMs: limitMs, maxMemoryMb }) : error
    }
  }
  return {
    async call(api, operation, given, signal) {
      const server = serverOf(api)
      const credentials = await credentialsOf(api, operation, secrets)
      const answer = await ask(api, { server, operation, arguments: given, credentials, limits }, timeoutMs, signal)
      if (answer.kind === 'failed') throw fromErrorShape(answer.error)
      return answer.result
    },
    async reach(api, signal) {
      const server = serverOf(api)
      const operations = api.metadata.type === 'api' ? api.metadata.operations : []
      const operation = operations.find(isHealthOperation) ?? { method: 'HEAD', path: '', parameters: [] }
      const task = { server, operation, arguments: {}, credentials: [], limits: reachLimits }
      const answer = await ask(api, task, reachMs, signal)
      if (answer.kind === 'failed' && !answers.has(answer.error.code)) throw fromErrorShape(answer.error)
    },
    serverOf,
    close: () => processes.close(),
  }
}

const isHealthOperation = ({ method, path, parameters }: ApiOperation): boolean =>
  method === 'GET' && healthPath.test(path) && parameters.every(({ required }) => !required)

/** What the operation needs of what somebody holds. Throws `resource.needsSecret` where it needs one that nobody has. */
async function credentialsOf(
  { resourceId, metadata, name }: UniversalResource,
  operation: ApiOperation,
  secrets: Secrets,
): Promise<ApiCredential[]> {
  const schemes = metadata.type === 'api' ? metadata.auth : []
  const needed = schemes.filter((scheme) => operation.auth.includes(scheme.name))
  const credentials: ApiCredential[] = []
  for (const { name: secret, place } of needed) {
    const value = await secrets.get(`${resourceId}/${secret}`)
    const credential = value === null ? null : credentialOf(place, value)
    if (credential !== null) credentials.push(credential)
  }
  if (needed.length > 0 && credentials.length === 0) {
    throw new QuarryError('resource.needsSecret', `“${name}” needs a key.`, {
      remedy: 'enterKey',
      context: { resourceId },
    })
  }
  return credentials
}

/** A value as it goes along; null of a scheme that is not spoken. */
export function credentialOf(place: SecurityScheme['place'], value: string): ApiCredential | null {
  if (place.kind === 'key') return { ...place, value }
  if (place.kind === 'basic') return { kind: 'basic', value }
  return place.kind === 'bearer' || place.kind === 'accessToken' ? { kind: 'bearer', value } : null
}

import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { ApiCallAnswer, ApiCallLimits, ApiCallResult, ApiCallTask, ApiCredential } from '../../contract/api-call'
import { fromErrorShape, QuarryError } from '../../contract/errors'
import type { ApiOperation, UniversalResource } from '../../contract/resource'
import type { ProcessEgress } from '../../contract/work-process'
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
  close(): Promise<void>
}

/** Calls of APIs, in processes that may connect to where the project may, and to nowhere else. */
export function createApiCalls({ workersDir, start, secrets, egress }: ApiCallsOptions): ApiCalls {
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
  return {
    async call(api, operation, given, signal) {
      if (api.metadata.type !== 'api') throw new QuarryError('resource.invalid', `“${api.name}” is no API.`)
      const [server] = api.metadata.servers
      if (server === undefined || !/^https?:\/\//i.test(server)) {
        throw new QuarryError('resource.invalid', `“${api.name}” names no server that could be asked.`, {
          context: { resourceId: api.resourceId },
        })
      }
      const credentials = await credentialsOf(api, operation, secrets)
      const limit = createWorkLimit(timeoutMs)
      let answer: ApiCallAnswer
      try {
        const task = { server, operation, arguments: given, credentials, limits }
        answer = await forPurpose({ resourceId: api.resourceId }, () =>
          processes.of(egress()).run(task, { limit, signal, onTold: () => limit.begin() }),
        )
      } catch (error) {
        throw error instanceof ProcessLost ? lostService(error, api.name, { timeoutMs, maxMemoryMb }) : error
      }
      if (answer.kind === 'failed') throw fromErrorShape(answer.error)
      return answer.result
    },
    close: () => processes.close(),
  }
}

/** What the operation needs of what somebody holds. Throws `resource.needsSecret` where it needs one that nobody has. */
async function credentialsOf(
  { resourceId, metadata, name }: UniversalResource,
  operation: ApiOperation,
  secrets: Secrets,
): Promise<ApiCredential[]> {
  const schemes = metadata.type === 'api' ? metadata.auth : []
  const needed = schemes.filter((scheme) => operation.auth.includes(scheme.name))
  const credentials: ApiCredential[] = []
  for (const { name: secret, scheme } of needed) {
    const value = await secrets.get(`${resourceId}/${secret}`)
    const credential = value === null ? null : credentialOf(scheme, value)
    if (credential !== null) credentials.push(credential)
  }
  if (needed.length > 0 && credentials.length === 0) {
    throw new QuarryError('resource.needsSecret', `“${name}” needs a key.`, { context: { resourceId } })
  }
  return credentials
}

/** By the words that the description's reader has for a scheme; null for one that is not spoken. */
export function credentialOf(scheme: string, value: string): ApiCredential | null {
  const key = /^API key in (header|query|cookie) (.+)$/i.exec(scheme)
  if (key !== null) {
    return { kind: 'key', in: key[1]!.toLowerCase() as 'header' | 'query' | 'cookie', name: key[2]!, value }
  }
  if (/^HTTP basic/i.test(scheme)) return { kind: 'basic', value }
  return /^(?:HTTP bearer|OAuth 2|OpenID Connect)/i.test(scheme) ? { kind: 'bearer', value } : null
}

import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { plainRemedy } from '../../../contract/app/plain-remedies'
import type { ErrorShape } from '../../../contract/error-shape'
import { QuarryError } from '../../../contract/errors'
import { knownModelServers, type ModelAddress } from '../../../contract/models/model-address'
import type {
  FoundModelServer,
  ModelProbe,
  ModelProbeAnswer,
  ModelProbeMessage,
  ModelProbeOptions,
} from '../../../contract/models/model-probe'
import type { ResourceDraft, ResourceStatus } from '../../../contract/resources/resource'
import { runThread, throwIfCancelled } from '../../threads'
import { resourceIdOf } from '../resource-id'

/** Enough for a server that is there; one that still loads its model answers this list all the same. */
const scanTimeoutMs = 800
/** A person who names an address knows that a server is there: this machine may only be busy. */
export const namedTimeoutMs = 4_000
const maxBytes = 256 * 1024
/** Every probe twice, one after the other. */
const threadTimeoutMs = 10_000

/**
 * Asks places on this machine's loopback addresses what they serve, in a thread that may connect to these ports and to
 * nothing else (docs/decisions/0018-scan.md); the main thread stays offline. Throws `cancelled`, or `internal` where the
 * thread fails.
 */
export async function askModelServers(
  workersDir: string,
  probes: readonly ModelProbe[],
  signal: AbortSignal,
  timeoutMs = scanTimeoutMs,
): Promise<ModelProbeAnswer> {
  throwIfCancelled(signal)
  const worker = new Worker(join(workersDir, 'scan.js'), {
    name: 'scan',
    workerData: { probes, timeoutMs, maxBytes } satisfies ModelProbeOptions,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  })
  let answer: ModelProbeAnswer | null = null
  const { stoppedFor, death } = await runThread<ModelProbeMessage>({
    thread: worker,
    onMessage(message) {
      answer = message.answer
    },
    workMs: threadTimeoutMs,
    signal,
  })
  throwIfCancelled(signal)
  if (answer !== null) return answer
  if (stoppedFor !== null) throw new QuarryError('resource.timeout', 'Model servers did not answer in time.')
  throw new QuarryError('internal', 'The scan for model servers failed.', { cause: death })
}

/** A server that answers, as a resource. */
export function modelServerDraft({ probe, host, models, parallelism, needsKey }: FoundModelServer): ResourceDraft {
  const draft = draftOf(onThisMachine(probe, host), models, parallelism)
  return needsKey ? { ...draft, status: 'needsSecret' } : draft
}

/** A server that was asked with a key, or that is not on this computer; without models where it told none. */
export function keyedServerDraft(
  { location, isHere }: ModelAddress,
  models: readonly string[],
  status: ResourceStatus,
  error: ErrorShape | null,
): ResourceDraft {
  const { host, port } = new URL(location)
  const known = knownModelServers.find((probe) => String(probe.port) === port)
  const program = known?.program ?? `localhost${port === '' ? '' : `:${port}`}`
  const server: Served = {
    name: isHere ? program : host,
    description: isHere
      ? `Language models served by ${program} on this machine.`
      : `Language models at ${host}. What they are asked goes there.`,
    location,
    api: known?.api ?? 'openai',
  }
  return { ...draftOf(server, models, null), status, error }
}

/** Ollama with models on the disk, where nobody answers: it is there and must only be started. */
export function silentOllamaDraft(probe: ModelProbe, models: readonly string[]): ResourceDraft {
  return {
    ...draftOf(onThisMachine(probe, '127.0.0.1'), models, null),
    status: 'unavailable',
    error: {
      code: 'resource.unreachable',
      message: `Ollama has ${models.length} models on this machine, and is not running.`,
      remedy: plainRemedy('startOllama'),
    },
  }
}

interface Served extends Pick<ModelProbe, 'api'> {
  readonly name: string
  readonly description: string
  readonly location: string
}

const onThisMachine = ({ program, port, api }: ModelProbe, host: string): Served => ({
  name: program,
  description: `Language models served by ${program} on this machine.`,
  location: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
  api,
})

function draftOf(
  { name, description, location, api }: Served,
  models: readonly string[],
  parallelism: number | null,
): ResourceDraft {
  return {
    resourceId: resourceIdOf('model', location),
    type: 'model',
    parentId: null,
    name,
    description: [
      description,
      models.length === 0 ? 'It has no model loaded.' : `Models: ${models.slice(0, 50).join(', ')}.`,
    ].join(' '),
    capabilities: ['planning', 'report_generation', 'code_generation', 'quality_check', 'language model'],
    usageInfo: `Answers at ${location}${api === 'openai' && new URL(location).pathname === '/' ? '/v1' : ''}.`,
    metadata: {
      type: 'model',
      provider: api === 'ollama' ? 'ollama' : 'openai-compatible',
      location,
      models: [...models],
      parallelism,
      sizeBytes: null,
    },
    // Looked at again as the text that a person could have pasted as well.
    origin: { kind: 'scan', path: location },
    status: 'ready',
    error: null,
  }
}

import { toErrorShape } from '../../contract/errors'
import type {
  FoundModelServer,
  ModelProbe,
  ModelProbeAnswer,
  ModelProbeOptions,
} from '../../contract/models/model-probe'
import { cleanText } from '../documents/clean'
import { listOf, own } from '../documents/tree'
import { getJson } from './get-json'

const hosts = ['127.0.0.1', '::1'] as const
const maxModels = 500

/** Asks all places at once. A server that listens on both loopback addresses is named once. */
export async function probeModelServers(options: ModelProbeOptions): Promise<ModelProbeAnswer> {
  const answers = await Promise.all(options.probes.map((probe) => probeOne(probe, options)))
  return { found: answers.flatMap(({ found }) => found), failures: answers.flatMap(({ failures }) => failures) }
}

async function probeOne(probe: ModelProbe, options: ModelProbeOptions): Promise<ModelProbeAnswer> {
  const failures: ModelProbeAnswer['failures'][number][] = []
  for (const host of hosts) {
    try {
      const found = await lookAt(probe, host, options)
      if (found !== null) return { found: [found], failures: [] }
    } catch (error) {
      failures.push({ place: `${addressOf(host, probe.port)} (${probe.program})`, error: toErrorShape(error) })
    }
  }
  return { found: [], failures: failures.slice(0, 1) }
}

async function lookAt(probe: ModelProbe, host: string, options: ModelProbeOptions): Promise<FoundModelServer | null> {
  const address = addressOf(host, probe.port)
  const answer = await getJson(`${address}${probe.api === 'ollama' ? '/api/tags' : '/v1/models'}`, options)
  if (answer.kind === 'nobody' || answer.kind === 'other') return null
  if (answer.kind === 'needsKey') {
    return { probe, host, models: [], parallelism: null, needsKey: true }
  }
  const listed = probe.api === 'ollama' ? own(answer.value, 'models') : own(answer.value, 'data')
  // Something else that speaks JSON listens here.
  if (!Array.isArray(listed)) return null
  const key = probe.api === 'ollama' ? 'name' : 'id'
  const models = listed.slice(0, maxModels).map((model) => cleanText(own(model, key), 200))
  const isLlamaCpp = listed.some((model) => own(model, 'owned_by') === 'llamacpp')
  return {
    probe: isLlamaCpp ? { ...probe, program: 'llama.cpp' } : probe,
    host,
    models: [...new Set(models)].filter((model) => model !== ''),
    parallelism: isLlamaCpp ? await slotsOf(address, options) : null,
    needsKey: false,
  }
}

/** llama.cpp's server tells how many requests it answers at once. */
async function slotsOf(address: string, options: ModelProbeOptions): Promise<number | null> {
  const answer = await getJson(`${address}/props`, options)
  if (answer.kind !== 'json') return null
  const slots = own(answer.value, 'total_slots') ?? listOf(own(answer.value, 'slots')).length
  return typeof slots === 'number' && Number.isInteger(slots) && slots > 0 && slots <= 1024 ? slots : null
}

function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

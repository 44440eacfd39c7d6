import { fromErrorShape, QuarryError, toErrorShape } from '../../../contract/errors'
import { knownModelServers, type ModelAddress, readModelAddress } from '../../../contract/models/model-address'
import type { ModelProbe } from '../../../contract/models/model-probe'
import type { ProcessEgress } from '../../../contract/processes/work-process'
import { modelKeyName } from '../../../contract/resources/resource-secrets'
import { resourceIdOf } from '../resource-id'
import { askModelServers, keyedServerDraft, modelServerDraft, namedTimeoutMs } from '../scan/model-servers'
import type { Discoverer, Discovery, DiscoveryOptions } from './discoverer'
import type { ModelLists } from './model-lists'
import { passing } from './passing-failures'

/**
 * The address of a model server, pasted or found by a scan. One on this computer that asks for no key is looked at in a
 * thread that reaches that port alone; any other with the key that a person gave it, where the network setting allows.
 */
export function createModelServerDiscoverer(
  workersDir: string,
  lists: Pick<ModelLists, 'list'>,
  egress: () => ProcessEgress,
): Discoverer {
  async function listed(address: ModelAddress, options: DiscoveryOptions, key: string | null): Promise<Discovery> {
    const { location } = address
    try {
      const models = await lists.list(location, key, egress(), options.signal)
      const names = models.map(({ name }) => name)
      return { drafts: [keyedServerDraft(address, names, 'ready', null)], exclusive: true, secrets: {} }
    } catch (error) {
      options.signal.throwIfAborted()
      const code = error instanceof QuarryError ? error.code : null
      const status = code === null ? undefined : passing[code]
      if (status === undefined) throw code === 'model.failed' ? noModels(location, error) : error
      // A key that was refused is told of; one that lacks is asked for.
      const reason = status === 'needsSecret' && key === null ? null : toErrorShape(error)
      return { drafts: [keyedServerDraft(address, [], status, reason)], exclusive: true, secrets: {} }
    }
  }

  return {
    name: 'model-server',
    recognises: (target) => target.kind === 'text' && readModelAddress(target.text) !== null,
    async discover(target, options) {
      const address = target.kind === 'text' ? readModelAddress(target.text) : null
      if (address === null) return null
      const key = await options.secrets.get(`${resourceIdOf('model', address.location)}/${modelKeyName}`)
      const port = plainPortOf(address)
      if (port === null || key !== null) return listed(address, options, key)
      const known = knownModelServers.filter((probe) => probe.port === port)
      const probes: readonly ModelProbe[] =
        known.length > 0 ? known : [{ program: `localhost:${port}`, port, api: 'openai' }]
      const { found, failures } = await askModelServers(workersDir, probes, options.signal, namedTimeoutMs)
      if (found[0] !== undefined) return { drafts: [modelServerDraft(found[0])], exclusive: true, secrets: {} }
      if (failures[0] !== undefined) throw fromErrorShape(failures[0].error)
      throw new QuarryError('resource.unreachable', `No model server responds on port ${port} of this computer.`, {
        remedy: 'startThenLook',
      })
    },
  }
}

/** The port of one on this computer, without TLS and with the API at its root; null of any other. */
function plainPortOf({ location, isHere }: ModelAddress): number | null {
  const { protocol, port, pathname } = new URL(location)
  return isHere && protocol === 'http:' && pathname === '/' && port !== '' ? Number(port) : null
}

const noModels = (location: string, cause: unknown): QuarryError =>
  new QuarryError('resource.unsupported', `${location} lists no language models.`, {
    remedy: 'checkModelAddress',
    cause,
  })

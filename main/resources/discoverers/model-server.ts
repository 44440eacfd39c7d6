import { fromErrorShape, QuarryError } from '../../../contract/errors'
import type { ModelProbe } from '../../../contract/model-probe'
import { askModelServers, knownModelServers, modelServerDraft } from '../scan/model-servers'
import type { Discoverer } from './discoverer'

const address = /^\s*http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):(\d{1,5})(?:\/v1)?\/?\s*$/i

/** The address of a model server on this machine, pasted or found by a scan. */
export function createModelServerDiscoverer(workersDir: string): Discoverer {
  return {
    name: 'model-server',
    recognises: (target) => target.kind === 'text' && address.test(target.text),
    async discover(target, { signal }) {
      const port = target.kind === 'text' ? Number(address.exec(target.text)?.[1] ?? 0) : 0
      if (port < 1 || port > 65_535) return null
      const known = knownModelServers.filter((probe) => probe.port === port)
      const probes: readonly ModelProbe[] =
        known.length > 0 ? known : [{ program: `localhost:${port}`, port, api: 'openai' }]
      const { found, failures } = await askModelServers(workersDir, probes, signal)
      if (found[0] !== undefined) return { drafts: [modelServerDraft(found[0])], exclusive: true, secrets: {} }
      if (failures[0] !== undefined) throw fromErrorShape(failures[0].error)
      throw new QuarryError('resource.unreachable', `No model server responds on port ${port} of this computer.`, {
        remedy: 'startThenLook',
      })
    },
  }
}

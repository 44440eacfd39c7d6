import { basename } from 'node:path'
import { resourceIdOf } from '../resource-id'
import type { Discoverer } from './discoverer'

/** Magic number of the format (github.com/ggml-org/ggml, docs/gguf.md). */
const magic = 'GGUF'

/** A model as a GGUF file: its name and size. What is in it is read once something runs it. */
export const ggufFiles: Discoverer = {
  name: 'gguf',
  recognises: (target) =>
    target.kind === 'path' &&
    !target.isDirectory &&
    Buffer.from(target.head.subarray(0, 4)).toString('latin1') === magic,
  async discover(target) {
    if (target.kind !== 'path') return null
    const name = basename(target.path)
      .replace(/\.gguf$/i, '')
      .replace(/-00001-of-\d{5}$/, '')
    return {
      drafts: [
        {
          resourceId: resourceIdOf('model', target.path),
          type: 'model',
          parentId: null,
          name,
          description: `Language model ${name} in a file (GGUF).`,
          capabilities: ['planning', 'report_generation', 'language model'],
          usageInfo: `Lies at ${target.path}.`,
          metadata: {
            type: 'model',
            provider: 'gguf',
            location: target.path,
            models: [name],
            parallelism: null,
            sizeBytes: target.sizeBytes,
          },
          origin: { kind: 'file', path: target.path },
          status: 'ready',
          error: null,
        },
      ],
      exclusive: true,
      secrets: {},
    }
  },
}

import { mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ResourceDraft } from '../../../contract/resources/resource'
import { type Inference, startInference } from '../../../main/inference'
import { createResources, type Resources } from '../../../main/resources'
import type { Secrets } from '../../../main/secrets'
import type { Store } from '../../../main/store'
import { workersDir } from '../../prepared-store'

export { openFreshStore } from '../fresh-store'
export { workersDir }

const root = join(import.meta.dirname, '..', '..', '..')

/** A folder of its own, by its real path. */
export async function newFolder(name: string): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), `quarry-${name}-`)))
}

export const startEncoder = (): Promise<Inference> =>
  startInference({ modelDirectory: join(root, '.cache', 'models', 'quarry-use-lite-en'), workersDir, threads: 1 })

/** A call that went well, for nobody's session, after 5 ms. */
export const goodCall = (resourceId: string, query: string | null) =>
  ({ resourceId, query, sessionId: null, stepId: null, success: true, durationMs: 5 }) as const

export function secretsInMemory(): Secrets & { readonly held: Map<string, string> } {
  const held = new Map<string, string>()
  return {
    held,
    get: async (key) => held.get(key) ?? null,
    async set(key, value) {
      held.set(key, value)
      return 'session'
    },
    async remove(key) {
      held.delete(key)
    },
  }
}

export function openResources(
  store: Store,
  inference: Inference,
  options: Partial<Parameters<typeof createResources>[0]> = {},
): Resources {
  return createResources({
    database: store.database,
    inference,
    secrets: secretsInMemory(),
    projectId: 'default',
    discoverers: [],
    watch: false,
    onBackgroundError: (error) => {
      throw error
    },
    ...options,
  })
}

/** A tool of a person's own, as a draft. */
export function toolDraft(name: string, description: string, changes: Partial<ResourceDraft> = {}): ResourceDraft {
  return {
    resourceId: `tool:${name}`,
    type: 'tool',
    parentId: null,
    name,
    description,
    capabilities: [],
    usageInfo: '',
    metadata: { type: 'tool', builtIn: false, tier: 'L2', inputSchema: {}, entry: 'index.js' },
    origin: { kind: 'connection', path: null },
    status: 'ready',
    error: null,
    ...changes,
  }
}

import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { fromErrorShape, QuarryError } from '../../contract/errors'
import type {
  ClusteredDocument,
  DomainBuildMessage,
  DomainBuildOptions,
  FoundCluster,
} from '../../contract/library/domain-build'
import { runThread, throwIfCancelled } from '../threads'

/** Far beyond what 20,000 documents take. */
const longestMs = 10 * 60_000

/** Clusters documents in a thread that nothing else waits for. Throws `cancelled`, or `internal` where the thread fails. */
export async function runBuild(
  workersDir: string,
  documents: readonly ClusteredDocument[],
  { signal, onProgress }: { readonly signal: AbortSignal; onProgress(done: number): void },
): Promise<readonly FoundCluster[]> {
  throwIfCancelled(signal)
  const sent = documents.map(({ name, title, authors, text, vector }) => ({ name, title, authors, text, vector }))
  const thread = new Worker(join(workersDir, 'domains.js'), {
    name: 'domains',
    workerData: { documents: sent } satisfies DomainBuildOptions,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 2048 },
  })
  let answer: Exclude<DomainBuildMessage, { kind: 'started' | 'progress' }> | null = null
  const { stoppedFor, death } = await runThread<DomainBuildMessage>({
    thread,
    onMessage(message) {
      if (message.kind === 'progress') onProgress(message.done)
      else answer = message
    },
    workMs: longestMs,
    signal,
  })
  return clustersOf(answer, signal, stoppedFor === null ? death : stoppedFor)
}

function clustersOf(
  answer: Exclude<DomainBuildMessage, { kind: 'started' | 'progress' }> | null,
  signal: AbortSignal,
  cause: unknown,
): readonly FoundCluster[] {
  throwIfCancelled(signal)
  if (answer?.kind === 'built') return answer.clusters
  if (answer?.kind === 'failed') throw fromErrorShape(answer.error)
  throw new QuarryError('internal', 'Finding domains failed.', { cause })
}

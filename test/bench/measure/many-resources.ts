import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Inference } from '../../../main/inference'
import { createMatcher } from '../../../main/resources/matcher'
import { randomVectors, seededRandom } from './material'

export interface ManyResources {
  readonly count: number
  readonly tookMs: readonly number[]
  readonly fillMs: number
  readonly changeMs: number
  /** 99th percentile of the time in which nothing else had its turn, ms. */
  readonly loopDelayMs: number
}

/**
 * Match latency among many resources: variations of the given ones, their vectors near the originals'. The sentences'
 * vectors are in the cache, so that the encoder does not count.
 */
export async function measureManyResources(options: {
  readonly texts: readonly { readonly name: string; readonly description: string }[]
  readonly queries: readonly string[]
  readonly count: number
  readonly inference: Inference
}): Promise<ManyResources> {
  const { texts, queries, count, inference } = options
  const random = seededRandom(5)
  const vectors = await inference.embed(texts.map(({ description }) => description))
  const noise = randomVectors(512, random, inference.model.dimensions)
  const vary = (vector: Float32Array): Float32Array => {
    const other = noise[Math.floor(random() * noise.length)]!
    const mixed = vector.map((value, at) => value + 0.4 * other[at]!)
    const length = Math.hypot(...mixed)
    return mixed.map((value) => value / length)
  }
  const matcher = createMatcher({ inference })
  const upsert = (index: number, suffix = ''): void => {
    const { name, description } = texts[index % texts.length]!
    const vector = vectors[index % texts.length]!
    matcher.upsert(
      {
        resourceId: `many:${index}`,
        type: 'tool',
        name: `${name}${Math.floor(index / texts.length)}`,
        description: `${description} ${suffix}`,
        capabilities: [],
        usageInfo: '',
        status: 'ready',
        usageCount: 0,
        successRate: null,
        avgResponseTimeMs: null,
        isActive: true,
      },
      { name: vary(vector), description: vary(vector), capabilities: vary(vector), composite: vary(vector) },
    )
  }
  const fillAt = performance.now()
  for (let index = 0; index < count; index += 1) upsert(index)
  const fillMs = performance.now() - fillAt
  const changeAt = performance.now()
  for (let index = 0; index < 100; index += 1) upsert(index, 'changed')
  const changeMs = (performance.now() - changeAt) / 100
  for (const query of queries) await matcher.match(query, { k: 5 })
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const tookMs: number[] = []
  delay.enable()
  for (const query of queries) {
    const startedAt = performance.now()
    await matcher.match(query, { k: 5 })
    tookMs.push(performance.now() - startedAt)
    await nextTurn()
  }
  delay.disable()
  return { count, tookMs, fillMs, changeMs, loopDelayMs: Math.max(0, delay.percentile(99) / 1e6 - 1) }
}

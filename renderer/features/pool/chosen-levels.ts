import type { PooledResource } from '../../../contract/pool/pool'
import type { CapabilityLevels } from '../../../contract/resources/capabilities'

/** The levels with one changed; null: it is the default again. */
export function withLevel(levels: CapabilityLevels, name: string, level: number | null): CapabilityLevels {
  const { [name]: _before, ...others } = levels
  return level === null ? others : { ...others, [name]: level }
}

/** What is chosen of a resource with a part of it changed; null where all of it is the default again. */
export function withShare(chosen: PooledResource | null, change: Partial<PooledResource>): PooledResource | null {
  const next = { slots: chosen?.slots ?? null, levels: chosen?.levels ?? {}, ...change }
  return next.slots === null && Object.keys(next.levels).length === 0 ? null : next
}

import type { PoolSpan } from '../../../contract/pool/pool'

/** Each member's spans, in the order in which they came. */
export function spansByMember(spans: readonly PoolSpan[]): ReadonlyMap<string, readonly PoolSpan[]> {
  const found = new Map<string, PoolSpan[]>()
  for (const span of spans) {
    const known = found.get(span.memberId)
    if (known) known.push(span)
    else found.set(span.memberId, [span])
  }
  return found
}

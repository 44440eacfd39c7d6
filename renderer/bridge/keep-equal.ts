/**
 * `next` with each part that equals its counterpart in `before` replaced by that very part, so that what shows a part knows
 * by its identity that there is nothing to draw again. Both are JSON, as everything that crosses the bridge; neither is changed.
 */
export function keepEqual<Value>(before: unknown, next: Value): Value
export function keepEqual(before: unknown, next: unknown): unknown {
  if (Object.is(before, next)) return before
  if (Array.isArray(before) && Array.isArray(next)) {
    const kept = next.map((one, at) => keepEqual(before[at], one))
    return kept.length === before.length && kept.every((one, at) => one === before[at]) ? before : kept
  }
  if (!isRecord(before) || !isRecord(next)) return next
  const names = Object.keys(next)
  const kept = names.map((name) => [name, keepEqual(before[name], next[name])] as const)
  const isSame =
    names.length === Object.keys(before).length && kept.every(([name, one]) => name in before && one === before[name])
  return isSame ? before : Object.fromEntries(kept)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

export interface Fitted {
  /** JSON of at most so many bytes. */
  readonly value: unknown
  readonly cut: boolean
}

/** Levels of lists and objects that are handed on: what is deeper is left out. */
const maxDepth = 60

/**
 * As much of a JSON value as fits so many bytes, from its beginning: lists lose what is behind, texts their end, objects
 * the members that no longer fit.
 */
export function fitBytes(value: unknown, maxBytes: number): Fitted {
  let left = maxBytes
  let cut = false
  const take = (bytes: number): boolean => {
    left -= bytes
    if (left >= 0) return true
    cut = true
    return false
  }
  const fit = (one: unknown, depth: number): unknown => {
    if (typeof one === 'string') {
      const bytes = Buffer.byteLength(JSON.stringify(one))
      if (bytes <= left) {
        left -= bytes
        return one
      }
      cut = true
      // A character takes six bytes at most once it is escaped.
      const text = one.slice(0, Math.max(0, Math.floor((left - 2) / 6)))
      left = 0
      return text.isWellFormed() ? text : text.slice(0, -1)
    }
    if (typeof one !== 'object' || one === null) {
      return take(Buffer.byteLength(JSON.stringify(one) ?? 'null')) ? one : null
    }
    if (depth >= maxDepth || !take(2)) {
      cut = true
      return null
    }
    if (Array.isArray(one)) {
      const items: unknown[] = []
      for (const item of one) {
        if (!take(1)) break
        items.push(fit(item, depth + 1))
        if (left <= 0) {
          cut ||= items.length < one.length
          break
        }
      }
      return items
    }
    const members: [string, unknown][] = []
    for (const [key, member] of Object.entries(one)) {
      if (!take(Buffer.byteLength(JSON.stringify(key)) + 2)) break
      members.push([key, fit(member, depth + 1)])
    }
    return Object.fromEntries(members)
  }
  return { value: fit(value, 0), cut }
}

import { maxReferenceChain } from './limits'

/** A value of a document of which nothing is known yet. */
export type Mapping = Readonly<Record<string, unknown>>

export const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the object itself holds under a key: `__proto__` and `constructor` find nothing that is not in the document. */
export function own(value: unknown, key: string): unknown {
  return isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const entriesOf = (value: unknown): [string, unknown][] => (isMapping(value) ? Object.entries(value) : [])

/**
 * Follows references inside the document, and none that leaves it: no file and no address is ever opened. Chains that
 * turn in a circle or are too long end where they are.
 */
export class References {
  readonly #root: unknown
  /** References that lead out of the document. */
  readonly outside = new Set<string>()
  /** References to something that is not there, or endless ones. */
  readonly broken = new Set<string>()

  constructor(root: unknown) {
    this.#root = root
  }

  /** The value that `value` stands for: itself, or what its `$ref` leads to; undefined where that cannot be had. */
  resolve(value: unknown): unknown {
    let current = value
    for (let step = 0; step < maxReferenceChain; step++) {
      const reference = own(current, '$ref')
      if (typeof reference !== 'string') return current
      if (!reference.startsWith('#')) {
        if (this.outside.size < 1000) this.outside.add(reference.slice(0, 200))
        return undefined
      }
      current = this.#at(reference)
      if (current === undefined) break
    }
    if (this.broken.size < 1000) this.broken.add(String(own(value, '$ref')).slice(0, 200))
    return undefined
  }

  /** A JSON pointer (RFC 6901) in the form of a URI fragment. */
  #at(reference: string): unknown {
    let current: unknown = this.#root
    for (const part of reference.slice(1).split('/').slice(1, 100)) {
      const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~')
      current = Array.isArray(current) ? (/^\d{1,6}$/.test(key) ? current[Number(key)] : undefined) : own(current, key)
      if (current === undefined) return undefined
    }
    return current
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // A lone % is no escape: the key is meant as it stands.
    return part
  }
}

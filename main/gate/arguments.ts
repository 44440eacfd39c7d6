import { plainText } from './plain-text'

/** One value within the arguments of a call. */
export interface Leaf {
  /** Keys and indexes from the outside in. */
  readonly path: readonly string[]
  /** The last key that is no index, small, its words apart: `overwriteUrl` → `overwrite_url`. */
  readonly key: string
  readonly value: string | number | boolean | null
  /** The value as text. */
  readonly text: string
  /** Whether it stood in a text that holds JSON. */
  readonly isNested: boolean
}

/** One key within the arguments of a call. */
interface Key {
  readonly path: readonly string[]
  /** As it is written. */
  readonly key: string
  /** Small, its words apart. */
  readonly name: string
  readonly value: unknown
}

/** Beyond these a call is not read, and so not allowed. */
const leavesAtMost = 20_000
const depthAtMost = 40
const lettersAtMost = 2_000_000

export interface ReadArguments {
  readonly leaves: readonly Leaf[]
  /** Every key, as it is written. */
  readonly keys: readonly Key[]
  /** Null where all was read. */
  readonly tooMuch: 'size' | 'depth' | null
}

/** All values of the arguments, those of JSON within texts, too. */
export function readArguments(given: unknown): ReadArguments {
  const leaves: Leaf[] = []
  const keys: Key[] = []
  let tooMuch: ReadArguments['tooMuch'] = null
  let letters = 0
  const visit = (value: unknown, path: readonly string[], key: string, isNested: boolean): void => {
    if (tooMuch !== null) return
    if (path.length > depthAtMost) tooMuch = 'depth'
    else if (leaves.length + keys.length > leavesAtMost || letters > lettersAtMost) tooMuch = 'size'
    else if (Array.isArray(value)) value.forEach((item, at) => void visit(item, [...path, String(at)], key, isNested))
    else if (typeof value === 'object' && value !== null) {
      for (const name of Object.keys(value)) {
        const inside = (value as Record<string, unknown>)[name]
        const words = wordsOfName(name).join('_')
        keys.push({ path: [...path, name], key: name, name: words, value: inside })
        letters += name.length
        visit(inside, [...path, name], words, isNested)
      }
    } else {
      const text = typeof value === 'string' ? value : String(value)
      letters += text.length
      leaves.push({ path, key, value: isScalar(value) ? value : text, text, isNested })
      const inner = typeof value === 'string' ? (jsonWithin(value) ?? jsonWithin(fromBase64(value))) : undefined
      if (inner !== undefined) visit(inner, path, key, true)
    }
  }
  visit(given, [], '', false)
  return { leaves, keys, tooMuch }
}

const isScalar = (value: unknown): value is Leaf['value'] =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** What a text of base64 holds, as cursors do; empty where it is none. */
const fromBase64 = (text: string): string =>
  /^[A-Za-z0-9+/_-]{16,}={0,2}$/.test(text) ? Buffer.from(text, 'base64').toString('utf8') : ''

function jsonWithin(text: string): object | undefined {
  const trimmed = text.trim()
  if (!/^[[{"]/.test(trimmed) || trimmed.length < 2) return undefined
  try {
    const value: unknown = JSON.parse(trimmed)
    if (typeof value === 'string') return jsonWithin(value)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** The words of a name, however it joins them: `overwriteUrl`, `overwrite-url`, `mail/overwrite.url`. */
export const wordsOfName = (name: string): string[] =>
  plainText(name.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1_$2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** How a place within the arguments is written. */
export const writtenPath = (path: readonly string[]): string => path.join('.').slice(0, 200)

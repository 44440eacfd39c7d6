import { roleText } from './roles'

/** Names that a whole document declares, whichever part of it uses them. */
export interface RstNames {
  /** Text of each `|name|`, by the name in small letters; its own markup is still in it. */
  readonly substitutions: ReadonlyMap<string, string>
  /** What `name_` may refer to, in small letters. */
  readonly targets: ReadonlySet<string>
  readonly hasAnonymousTargets: boolean
}

/** How deep markup is read within emphasised text. */
const maxDepth = 3
const maxNameLength = 100
const anyMark = /[\\`*|_:[]/
const plainRun = /[^\\`*|_:[]+/y
const rolePrefix = /:([a-z0-9](?:[\w.+:-]{0,60}[a-z0-9])?):(?=`)/iy
const roleSuffix = /:[a-z0-9](?:[\w.+-]{0,60}[a-z0-9])?:/iy
const footnote = /\[([^\s[\]]{1,100})\]_/y
const closers: Readonly<Record<string, string>> = { '"': '"', "'": "'", '(': ')', '[': ']', '{': '}', '<': '>' }

/** A mark that ends what another began, and what must hold of the place. */
type Closer = 'literal' | 'spaced literal' | 'role' | 'phrase' | 'strong' | 'emphasis' | 'substitution'

/** A text on the way from markup to words. */
interface Scan {
  readonly raw: string
  readonly parts: string[]
  readonly depth: number
  /** Marks that close nothing in the rest of the text: each is looked for in vain only once, whatever the text. */
  readonly missing: Set<Closer>
}

/** Turns inline markup into the words that a reader of the page would see. */
export class RstInline {
  readonly #names: RstNames
  /** Characters that substitutions may still put in: a short name may stand for a long text, very often. */
  #substitutable: number

  constructor(names: RstNames, substitutable: number) {
    this.#names = names
    this.#substitutable = substitutable
  }

  text(raw: string, depth = 0): string {
    if (depth > maxDepth || !anyMark.test(raw)) return raw
    const scan: Scan = { raw, parts: [], depth, missing: new Set() }
    for (let at = 0; at < raw.length; ) at = this.#step(scan, at)
    return scan.parts.join('')
  }

  /** Reads what begins at a place; answers where the next thing begins. */
  #step(scan: Scan, at: number): number {
    const { raw, parts } = scan
    const keep = (length: number): number => {
      parts.push(raw.slice(at, at + length))
      return at + length
    }
    switch (raw[at]) {
      case '\\':
        if (/\S/.test(raw[at + 1] ?? ' ')) parts.push(raw[at + 1]!)
        return at + 2
      case '`':
        return this.#ticks(scan, at) ?? keep(1)
      case ':':
        return this.#role(scan, at) ?? keep(1)
      case '*':
        return raw[at + 1] === '*'
          ? (this.#emphasis(scan, at, 'strong') ?? keep(2))
          : (this.#emphasis(scan, at, 'emphasis') ?? keep(1))
      case '|':
        return this.#substitution(scan, at) ?? keep(1)
      case '[':
        return this.#footnote(scan, at) ?? keep(1)
      case '_':
        return this.#reference(scan, at) ?? keep(1)
      default:
        plainRun.lastIndex = at
        return keep(plainRun.exec(raw)?.[0].length ?? 1)
    }
  }

  /** ``code``, `text`, `text <target>`_ */
  #ticks(scan: Scan, at: number): number | null {
    const { raw, parts } = scan
    if (raw[at + 1] === '`') {
      const close = closeOf(scan, /\s/.test(raw[at + 2] ?? '') ? 'spaced literal' : 'literal', at + 2)
      if (close === null) {
        parts.push('``')
        return at + 2
      }
      parts.push(raw.slice(at + 2, close))
      return close + 2
    }
    if (/\w/.test(raw[at - 1] ?? '') || /\s/.test(raw[at + 1] ?? ' ')) return null
    const close = closeOf(scan, 'phrase', at + 1)
    if (close === null) return null
    roleSuffix.lastIndex = close + 1
    const suffix = roleSuffix.exec(raw)?.[0] ?? /^_{0,2}/.exec(raw.slice(close + 1, close + 3))![0]
    parts.push(roleText(suffix.startsWith(':') ? suffix.slice(1, -1) : null, raw.slice(at + 1, close)))
    return close + 1 + suffix.length
  }

  /** :role:`text` */
  #role(scan: Scan, at: number): number | null {
    rolePrefix.lastIndex = at
    const [prefix, role] = rolePrefix.exec(scan.raw) ?? []
    if (prefix === undefined || role === undefined) return null
    const from = at + prefix.length + 1
    const close = closeOf(scan, 'role', from)
    if (close === null) return null
    scan.parts.push(roleText(role, scan.raw.slice(from, close)))
    return close + 1
  }

  #emphasis(scan: Scan, at: number, kind: 'strong' | 'emphasis'): number | null {
    const width = kind === 'strong' ? 2 : 1
    if (!mayBegin(scan.raw, at, width)) return null
    const close = closeOf(scan, kind, at + width)
    if (close === null) return null
    scan.parts.push(this.text(scan.raw.slice(at + width, close), scan.depth + 1))
    return close + width
  }

  #substitution(scan: Scan, at: number): number | null {
    const { raw, parts, depth } = scan
    if (!mayBegin(raw, at, 1)) return null
    const close = findClose(raw, 'substitution', at + 1, at + maxNameLength)
    if (close === null) return null
    const name = raw.slice(at + 1, close)
    const text = this.#names.substitutions.get(nameOf(name)) ?? name
    const isAffordable = text.length <= this.#substitutable
    if (isAffordable) this.#substitutable -= text.length
    parts.push(isAffordable ? this.text(text, depth + 1) : name)
    return close + 1 + /^_{0,2}/.exec(raw.slice(close + 1, close + 3))![0].length
  }

  /** [1]_ names a note by its number; [#]_ has none that is known. */
  #footnote({ raw, parts }: Scan, at: number): number | null {
    footnote.lastIndex = at
    const [found, label] = footnote.exec(raw) ?? []
    if (found === undefined || label === undefined || !isAfterMark(raw, at + found.length)) return null
    if (!/^[#*]/.test(label)) parts.push(`[${label}]`)
    else if (parts.at(-1)?.endsWith(' ')) parts.push(parts.pop()!.slice(0, -1))
    return at + found.length
  }

  /** name_ and _`name` without their underscores, where the document has such a name; as it is elsewhere. */
  #reference({ raw }: Scan, at: number): number | null {
    if (raw[at + 1] === '`' && mayBegin(raw, at, 1)) return at + 1
    const width = raw[at + 1] === '_' ? 2 : 1
    if (!isAfterMark(raw, at + width)) return null
    let from = at
    while (from > 0 && at - from <= maxNameLength && /[\p{L}\p{N}\-_.+]/u.test(raw[from - 1]!)) from--
    const name = raw.slice(from, at)
    if (name === '' || name.endsWith('_') || (from > 0 && !isBeforeMark(raw[from - 1]!))) return null
    if (!(width === 2 && this.#names.hasAnonymousTargets) && !this.#names.targets.has(nameOf(name))) return null
    return at + width
  }
}

/** Names are the same whatever their case and white space. */
export const nameOf = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase()

function closeOf(scan: Scan, kind: Closer, from: number): number | null {
  if (scan.missing.has(kind)) return null
  const close = findClose(scan.raw, kind, from)
  if (close === null) scan.missing.add(kind)
  return close
}

function findClose(raw: string, kind: Closer, from: number, limit = raw.length): number | null {
  if (kind === 'literal' || kind === 'spaced literal') {
    for (let at = raw.indexOf('``', from + 1); at !== -1; at = raw.indexOf('``', at + 1)) {
      if (raw[at + 2] !== '`' && /\s/.test(raw[at - 1]!) === (kind === 'spaced literal')) return at
    }
    return null
  }
  const mark = kind === 'substitution' ? '|' : kind === 'strong' || kind === 'emphasis' ? '*' : '`'
  for (let at = from; at < Math.min(raw.length, limit); at++) {
    if (raw[at] === '\\') at++
    else if (raw[at] === mark && at > from && /\S/.test(raw[at - 1]!) && closes(raw, kind, at)) return at
  }
  return null
}

function closes(raw: string, kind: Closer, at: number): boolean {
  switch (kind) {
    case 'role':
      return true
    case 'phrase':
      return !/[a-z0-9`]/i.test(raw[at + 1] ?? '')
    case 'strong':
      return raw[at + 1] === '*' && isAfterMark(raw, at + 2)
    case 'emphasis':
      return raw[at + 1] !== '*' && raw[at - 1] !== '*' && isAfterMark(raw, at + 1)
    default:
      return raw[at + 1] === '_' || isAfterMark(raw, at + 1)
  }
}

/** Marks begin behind white space or an opening sign, before a character, and not within quotes of their own. */
function mayBegin(raw: string, at: number, width: number): boolean {
  const before = raw[at - 1]
  const after = raw[at + width]
  if (after === undefined || /\s/.test(after)) return false
  return before === undefined || (isBeforeMark(before) && closers[before] !== after)
}

const isBeforeMark = (character: string): boolean => /[\s'"([{<\-/:]|(?![\0-\x7f])\p{P}/u.test(character)

const isAfterMark = (raw: string, at: number): boolean =>
  at >= raw.length || /[\s'")\]}>\-/\\:.,;!?]|(?![\0-\x7f])\p{P}/u.test(raw[at]!)

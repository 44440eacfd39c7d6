import { isPlaceholder, isSecretName, isServiceToken, withoutTokens } from './secret-values'
import { type Span, tokensIn } from './token-shapes'

/**
 * How a text gives names to values: with quotes or `=` alone (code, prose), by `:` to the end of the line, too, or as a row
 * of a table does, `name: value; name: value`.
 */
export type SecretContext = 'prose' | 'settings' | 'row'

/** Characters before and after a word that may belong to its name. */
const longestName = 64
const longestValue = 4_000
/** Words that names of secrets have; `isSecretName` then looks at the whole name. */
const nameWord =
  /key|token|secret|passw|passphrase|passwd|pwd|auth|bearer|credential|jwt|signature|session|cookie|dsn|connection|\bpat\b/gi

/**
 * Where secrets stand in a text, in order and apart: tokens of known services, private keys, passwords in addresses, and
 * values of what is called a password, key or token and does not look like a word. Linear in the text.
 * @param rows which parts of the text are rows of a table
 */
export function findSecrets(text: string, context: SecretContext, rows: readonly Span[] = []): Span[] {
  const found: Span[] = [
    ...tokensIn(text),
    ...privateKeysIn(text),
    ...passwordsInAddresses(text),
    ...namedValuesIn(text, context),
    ...rows.flatMap((row) =>
      [...namedValuesIn(text.slice(row.start, row.end), 'row')].map(({ start, end }) => ({
        start: row.start + start,
        end: row.start + end,
      })),
    ),
  ].sort((one, other) => one.start - other.start || other.end - one.end)
  const apart: Span[] = []
  for (const span of found) {
    const last = apart.at(-1)
    if (last === undefined || span.start >= last.end) apart.push(span)
    else if (span.end > last.end) apart[apart.length - 1] = { start: last.start, end: span.end }
  }
  return apart
}

/** Words that a resource is described with, with `{secret}` for each secret. */
export function withoutSecrets(text: string): string {
  // First, so that an address that is cut off before its end is one still.
  const words = withoutTokens(text)
  const parts: string[] = []
  let at = 0
  for (const { start, end } of findSecrets(words, 'prose')) {
    if (words.slice(start, end).includes('{secret}')) continue
    parts.push(words.slice(at, start), '{secret}')
    at = end
  }
  return parts.join('') + words.slice(at)
}

/** From the head of a private key to its end, or to the end of the text. */
function* privateKeysIn(text: string): Generator<Span> {
  const head = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
  for (let match = head.exec(text); match !== null; match = head.exec(text)) {
    const start = match.index + match[0].length
    const end = text.indexOf('-----END', start)
    const stop = end === -1 || end - start > 20_000 ? Math.min(text.length, start + 20_000) : end
    const body = text.slice(start, stop)
    const from = start + body.length - body.trimStart().length
    const to = start + body.trimEnd().length
    if (to - from >= 40) yield { start: from, end: to }
    head.lastIndex = stop
  }
}

/** `://user:password@host`; a port is none. */
function* passwordsInAddresses(text: string): Generator<Span> {
  for (const { 0: whole, 1: password = '', index } of text.matchAll(/:\/\/[^\s/:@]{0,100}:([^\s@]{1,200})@/g)) {
    if (/^\d{1,5}(?:[/?#]|$)/.test(password) || isPlaceholder(password)) continue
    const start = index + whole.length - password.length - 1
    yield { start, end: start + password.length }
  }
}

function* namedValuesIn(text: string, context: SecretContext): Generator<Span> {
  let done = 0
  for (const { index } of text.matchAll(nameWord)) {
    if (index < done) continue
    const { start, end } = nameAround(text, index, done)
    const name = text.slice(start, end)
    done = end
    if (name.length > longestName * 2 || !isSecretName(name) || saysOfIt.test(name)) continue
    const value = valueAfter(text, end, name, context)
    if (value === null) continue
    if (isSecretOf(name, text.slice(value.start, value.end), value)) {
      yield value
      done = value.end
    }
  }
}

/** Names with a secret's word in them that say something of it, or are none: `token-types`, `auth_mode`, `public_key`. */
const saysOfIt =
  /public|primary|foreign|(?:types?|mode|policy|policies|manager|method|length|size|expir\w{0,8}|ttl|timeout|lifetime|provider|algorithm|strategy|endpoint|host|port|version|scheme|header|prefix|format|field|column|label|hint)$/i
/** `^6.1.1`, `>=2.0`, `v1.2.3-beta.1`: what a list of packages says behind a name. */
const version = /^[\^~<>=v]{0,3}\d{1,5}(?:\.[\dx*]{1,5}){1,3}(?:[-+][\w.-]{1,40})?$/

/** Passwords are typed on keyboards of letters; labels and sentences of these scripts stand behind such names. */
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

const isNameChar = (char: string | undefined): boolean => char !== undefined && /[\w.-]/.test(char)

function nameAround(text: string, index: number, from: number): Span {
  let start = index
  while (start > from && index - start < longestName && isNameChar(text[start - 1])) start--
  let end = index
  while (end - index < longestName && isNameChar(text[end])) end++
  return { start, end }
}

interface Value extends Span {
  /** It stands in quotes, behind `=`, or is a setting: what follows a colon in prose may be any word. */
  readonly isAssigned: boolean
  /** In quotes, a bare word, the rest of a line of settings, or all of a row's cell. */
  readonly form: 'quoted' | 'word' | 'line' | 'cell'
}

/** The value that a name is given: `name = value`, `"name": "value"`, `--name value`, `name: Bearer value`. */
function valueAfter(text: string, at: number, name: string, context: SecretContext): Value | null {
  const after = text.slice(at, at + 200)
  const sign =
    /^["'`\]]{0,3}\s{0,8}(:=|=>|==?(?!=)|:(?!:|\/\/))\s{0,8}(?:(?:Bearer|Basic|Token|ApiKey)\s{1,4})?/i.exec(after) ??
    // A list of names and values: `key: X-Api-Key`, then `value: …`.
    /^["'`]?[;,]?\s{1,40}["'`]?[\w.[\]-]{0,60}value["'`]?\s{0,4}([:=])\s{0,8}(?:(?:Bearer|Basic|Token|ApiKey)\s{1,4})?/i.exec(
      after,
    ) ??
    (name.startsWith('--')
      ? /^(\s{1,4})(?!-)/.exec(after)
      : /bearer$/i.test(name)
        ? /^(\s{1,4})(?=[\w.~+/=-]{16})/.exec(after)
        : null)
  if (sign === null) return null
  const start = at + sign[0].length
  const quote = text[start]
  if (quote === '"' || quote === "'" || quote === '`') {
    const end = text
      .slice(start + 1, start + 1 + longestValue)
      .search(quote === '"' ? /["\n]/ : quote === "'" ? /['\n]/ : /[`\n]/)
    return end <= 0 ? null : { start: start + 1, end: start + 1 + end, isAssigned: true, form: 'quoted' }
  }
  const rest = text.slice(start, start + longestValue)
  const word = /^[^\s"'`<>;,(){}[\]]+/.exec(rest)?.[0] ?? ''
  // A call, an index or an expression of code, and no value.
  if (word === '' || /^[([]/.test(rest.slice(word.length))) return null
  if (context === 'row') {
    const isCell = word.length === rest.length || rest[word.length] === ';'
    return isCell ? { start, end: start + word.length, isAssigned: true, form: 'cell' } : null
  }
  const isSetting = context === 'settings' || sign[1] === '='
  const isPassword = /pass|pwd/i.test(name)
  const line = context === 'settings' && isPassword ? (/^[^\n;]+/.exec(rest)?.[0] ?? word).trimEnd() : word
  return {
    start,
    end: start + line.length,
    isAssigned: isSetting,
    form: context === 'settings' && isPassword ? 'line' : 'word',
  }
}

const strongName =
  /pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|account[_-]?key|auth|bearer|credential|jwt|dsn|connection[_-]?string/i

/** Whether the value of a name is one to keep: not a word, a number, a path, a reference to a variable. */
function isSecretOf(name: string, value: string, { isAssigned, form }: Value): boolean {
  if (value.length < 6 || value.length > longestValue || isPlaceholder(value.slice(0, 200))) return false
  if (isServiceToken(value)) return true
  if (version.test(value) || eastAsian.test(value)) return false
  const isPassword = /pass|pwd/i.test(name)
  if (/^(?:\.{0,2}|~)\/|:\/\/|^\$|^(?:process|os|env|self|this|config|settings|secrets|vault)\.|^<|•/.test(value))
    return false
  if (/^[\d.,:/+-]+$/.test(value)) return isPassword && isAssigned
  const hasDigit = /\d/.test(value)
  if (!strongName.test(name)) return hasDigit && isRandom(value)
  // Words, identifiers and paths of modules are none, but that a password may be any word.
  if (!hasDigit && /^[\p{L}_.:/-]+$/u.test(value))
    // Tables say of a password that it is required, too.
    return form !== 'cell' && isPassword && isAssigned && value.length >= 8 && !/[_.:/]/.test(value)
  // A variable or a number of code.
  if (form === 'word' && /^!?[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$|^![A-Za-z_$]|^0x[0-9a-f]{1,16}$/i.test(value))
    return false
  // Several words: a label or a sentence, unless a digit is among them.
  if (/\s/.test(value)) return isPassword && isAssigned && (hasDigit || form === 'line')
  if (form === 'cell' && !isPassword) return hasDigit && value.length >= 8
  if (isAssigned || isPassword) return hasDigit || /[^\p{L}\p{N}_.:/-]/u.test(value)
  return hasDigit && value.length >= 12 && entropyOf(value) >= 3
}

/** Letters and digits mixed beyond what people name things by, and no identifier or hash. */
function isRandom(value: string): boolean {
  if (value.length < 16 || !/^[\w+/=.~-]+$/.test(value) || !/[A-Za-z]/.test(value)) return false
  if (/^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(value))
    return false
  return entropyOf(value.slice(0, 200)) >= 3.5
}

/** Bits per character, of how often each occurs. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

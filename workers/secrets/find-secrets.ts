import { secretsInCommands } from './command-secrets'
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
  /key|token|secret|pass|kennwort|contrase|密码|口令|密钥|令牌|パスワード|pwd|\bpsk\b|auth|bearer|credential|jwt|signature|session|cookie|dsn|connection|\bpat\b|\bsig\b/gi
const passwordName = /pass(?:w|phrase|e$)|pass$|pwd|psk$|kennwort|contrase|密码|口令|パスワード/i

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
    ...secretsInCommands(text),
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

/** From the head of a private key to its end, or to the end of the text; PuTTY's are lines that are counted. */
function* privateKeysIn(text: string): Generator<Span> {
  const head = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|^Private-Lines: \d{1,4}$/gm
  for (let match = head.exec(text); match !== null; match = head.exec(text)) {
    const start = match.index + match[0].length
    const end = text.indexOf(match[0].startsWith('P') ? '\nPrivate-MAC' : '-----END', start)
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
  for (const { index, 0: word } of text.matchAll(nameWord)) {
    if (index < done) continue
    const { start, end } = nameAround(text, index, index + word.length, done)
    const name = text.slice(start, end)
    done = end
    if (name.length > longestName * 2 || !isSecretName(name) || saysOfIt.test(name)) continue
    const block = context === 'settings' ? [...linesOfBlock(text, end)] : []
    for (const one of block.length > 0 ? block : [valueAfter(text, { start, end }, context)]) {
      if (one === null || !isSecretOf(name, text.slice(one.start, one.end), one)) continue
      yield one
      done = one.end
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

const isNameChar = (char: string | undefined): boolean => char !== undefined && /[\p{Script=Latin}\w.-]/u.test(char)

function nameAround(text: string, index: number, wordEnd: number, from: number): Span {
  let start = index
  while (start > from && index - start < longestName && isNameChar(text[start - 1])) start--
  let end = wordEnd
  while (end - index < longestName && isNameChar(text[end])) end++
  return { start, end }
}

interface Value extends Span {
  /** It stands in quotes, behind `=`, or is a setting: what follows a colon in prose may be any word. */
  readonly isAssigned: boolean
  /** In quotes, a bare word, the rest of a line of settings, all of a row's cell, or only beside the name. */
  readonly form: 'quoted' | 'word' | 'line' | 'cell' | 'beside'
}

/** `name = value`, `"name": "value"`, in a text within a text, too. */
const assigns =
  /^["'`\]\\]{0,4}\s{0,8}(:=|=>|==?(?!=)|[:：](?!:|\/\/))\s{0,8}(?:(?:Bearer|Basic|Token|ApiKey)\s{1,4})?/i
/** `name: Type = "value"` */
const declares = /^\s{0,4}:\s{0,4}[A-Za-z][\w.<>?|]{0,40}\s{0,4}(=)(?!=)\s{0,8}(?=["'`])/
/** `access token value`, a cell of a table beside the name, the next line: so only what nobody would write as a word. */
const besides = /^["'`]?(?:\s{0,4}[|,]|\s|:\s?\n)\s{0,8}(?=[\w+/=~.-]{16})/
/** A list of names and values: `key: X-Api-Key`, then `value: …`. */
const lists =
  /^["'`]?[;,]?\s{1,40}["'`]?[\w.[\]-]{0,60}value["'`]?\s{0,4}([:=])\s{0,8}(?:(?:Bearer|Basic|Token|ApiKey)\s{1,4})?/i
/** A name that code and prose have for other things, too. */
const isVerb = /^pass$/i
/** `process.env.NAME || "value"`, and statements: `with password 'value'`. */
const quotes = /^["'\])]{0,2}\s{0,4}(\|\||\?\?|\bor\b)?\s{1,4}(?=["'])/
/** `the password is value`; what is said of passwords in general follows it, too. */
const says =
  /^\s{0,4}(?:\b(?:is|was)\s{0,2}:?\s{1,4}|[是为][:：]?\s{0,4})(?!sha|md5|base|bcrypt|aes|utf|pbkdf|argon|scrypt)/i

/** How a name is given its value where it stands. */
function signAfter(text: string, { start, end }: Span): RegExpExecArray | null {
  const name = text.slice(start, end)
  const after = text.slice(end, end + 200)
  const before = text.slice(Math.max(0, start - 12), start)
  const sign =
    declares.exec(after) ?? assigns.exec(after) ?? lists.exec(after) ?? (isVerb.test(name) ? null : quotes.exec(after))
  if (sign !== null) return sign
  // An element of XML; `getenv("NAME", "value")`; `ENV NAME value`, `setenv NAME value`.
  if (before.endsWith('<')) return /^(>)\s{0,8}/.exec(after)
  if (/\(\s?["'`]$/.test(before)) return /^["'`](,)\s{0,8}(?=["'`])/.exec(after)
  if (/(?:^|\s)(?:ENV|setenv|setx|set -g?x)\s$/.test(before)) return /^(\s{1,4})/.exec(after)
  if (name.startsWith('--')) return /^(\s{1,4})(?!-)/.exec(after)
  if (/bearer$/i.test(name)) return /^(\s{1,4})(?=[\w.~+/=-]{16})/.exec(after)
  return says.exec(after)
}

/** The value that a name is given. */
function valueAfter(text: string, named: Span, context: SecretContext): Value | null {
  const name = text.slice(named.start, named.end)
  const sign = signAfter(text, named)
  if (sign === null) return valueBeside(text, named)
  const begin = named.end + sign[0].length
  // What a language puts before a text, and the mark of a quote in a text.
  const start = begin + (/^(?:[@$\\]|[bfru]{1,2})(?=["'`])/i.exec(text.slice(begin, begin + 3))?.[0].length ?? 0)
  const quote = text[start]
  if (quote === '"' || quote === "'" || quote === '`') {
    const end = text
      .slice(start + 1, start + 1 + longestValue)
      .search(quote === '"' ? /["\n]/ : quote === "'" ? /['\n]/ : /[`\n]/)
    if (end <= 0) return null
    const isWithin = text[start - 1] === '\\' && text[start + end] === '\\'
    const isAssigned = sign[1] !== undefined && sign[1] !== ','
    return { start: start + 1, end: start + 1 + end - (isWithin ? 1 : 0), isAssigned, form: 'quoted' }
  }
  const rest = text.slice(start, start + longestValue)
  const bare = /^[^\s"'`<>;,(){}[\]]+/.exec(rest)?.[0] ?? ''
  const isSaid = sign[1] === undefined
  // The end of a sentence is none of a password that it says, and the next parameter none of an address's.
  const isParameter = /[?&]/.test(text[named.start - 1] ?? '')
  const word = isSaid ? bare.replace(/[.!?。！？]{1,3}$/, '') : isParameter ? bare.split('&', 1)[0]! : bare
  // A call, an index or an expression of code, and no value.
  if (word === '' || /^[([]/.test(rest.slice(word.length))) return null
  if (context === 'row') {
    const isCell = word.length === rest.length || rest[word.length] === ';'
    return isCell ? { start, end: start + word.length, isAssigned: true, form: 'cell' } : null
  }
  const isSetting = sign[1] === '=' || (context === 'settings' && !isSaid && sign[1] !== '>')
  const isPassword = passwordName.test(name)
  const isLine = context === 'settings' && isSetting && isPassword
  const line = isLine ? (/^[^\n;]+/.exec(rest)?.[0] ?? word).trimEnd() : word
  return {
    start,
    end: start + line.length,
    isAssigned: isSetting,
    form: isLine ? 'line' : 'word',
  }
}

function valueBeside(text: string, { end }: Span): Value | null {
  const sign = besides.exec(text.slice(end, end + 100))
  if (sign === null) return null
  const start = end + sign[0].length
  const [word = ''] = /^[\w+/=~.-]{1,400}/.exec(text.slice(start, start + 400)) ?? []
  return { start, end: start + word.replace(/\.$/, '').length, isAssigned: false, form: 'beside' }
}

/** Lines of a block that are looked at: more than any key has. */
const mostBlockLines = 100

/** The lines of a block of YAML: `name: |`, and what is indented below. */
function* linesOfBlock(text: string, at: number): Generator<Value> {
  const head = /^["']?\s{0,4}:\s{0,4}[|>][-+\d]{0,2}\n([ \t]{1,40})/.exec(text.slice(at, at + 80))
  if (head === null) return
  const [whole, indent = ''] = head
  let start = at + whole.length
  for (let line = 0; line < mostBlockLines; line++) {
    const stop = text.indexOf('\n', start)
    const end = stop === -1 ? text.length : stop
    yield { start, end, isAssigned: true, form: 'line' }
    if (!text.startsWith(`\n${indent}`, end)) return
    start = end + 1 + indent.length
  }
}

const strongName =
  /pass(?:w|phrase|e$)|pass$|psk$|kennwort|contrase|密码|口令|密钥|令牌|パスワード|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|account[_-]?key|auth|bearer|credential|jwt|dsn|connection[_-]?string/i

/** Whether the value of a name is one to keep: not a word, a number, a path, a reference to a variable. */
function isSecretOf(name: string, value: string, { isAssigned, form }: Value): boolean {
  if (value.length < 6 || value.length > longestValue || isPlaceholder(value.slice(0, 200))) return false
  if (isServiceToken(value)) return true
  if (version.test(value) || eastAsian.test(value)) return false
  if (form === 'beside') return strongName.test(name) && isDrawn(value)
  const isPassword = passwordName.test(name)
  if (/^(?:\.{0,2}|~)\/|:\/\/|^\$|^(?:process|os|env|self|this|config|settings|secrets|vault)\.|^<|•/.test(value))
    return false
  if (/^[\d.,:/+-]+$/.test(value)) return isPassword && isAssigned
  const hasDigit = /\d/.test(value)
  if (isVerb.test(name) && !hasDigit) return false
  // Whoever has an address that is signed may read what it leads to.
  if (/^x-(?:amz|goog)-signature$/i.test(name)) return true
  if (!strongName.test(name)) return hasDigit && isRandom(value)
  // Words, identifiers and paths of modules are none, but that a password may be any word.
  if (!hasDigit && /^[\p{L}_.:/-]+$/u.test(value))
    // Tables say of a password that it is required, too.
    return form !== 'cell' && isPassword && isAssigned && value.length >= 8 && !/[_.:/]/.test(value)
  // A variable or a number of code.
  if (
    form === 'word' &&
    !isDrawn(value) &&
    /^!?[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$|^![A-Za-z_$]|^0x[0-9a-f]{1,16}$/i.test(value)
  )
    return false
  // Several words: a label or a sentence, unless a digit is among them.
  if (/\s/.test(value)) return isPassword && isAssigned && (hasDigit || form === 'line')
  if (form === 'cell' && !isPassword) return hasDigit && value.length >= 8
  if (isAssigned || isPassword) return hasDigit || /[^\p{L}\p{N}_.:/-]/u.test(value)
  return hasDigit && value.length >= 12 && entropyOf(value) >= 3
}

/** Letters of both cases and digits that take turns, as in no identifier, or base 32. */
function isDrawn(value: string): boolean {
  if (/^[A-Z2-7]{16,}={0,6}$/.test(value)) return /\d/.test(value) && entropyOf(value) >= 3
  const turns = value.match(/[a-z]{1,400}|[A-Z]{1,400}|\d{1,400}/g)?.length ?? 0
  return (
    turns >= value.length * 0.4 && /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value) && isRandom(value)
  )
}

/** Letters and digits mixed beyond what people name things by, and no identifier or hash. */
function isRandom(value: string): boolean {
  if (value.length < 16 || !/^[\w+/=.~%-]+$/.test(value) || !/[A-Za-z]/.test(value)) return false
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

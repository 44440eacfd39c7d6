import { parse, type Token, tokTypes } from 'acorn'
import { isLookalike, wordSet } from '../plain-text'
import { excerptOf, floor, type Reason, risk } from '../reason'
import { decodings } from './secrets'

/** Names by which JavaScript reaches out of a sandbox, or runs a text. */
const escaping =
  /(?<![\w$.])(?:require|process|import|eval|Function|globalThis|global|window|self|document|navigator|location|parent|top|frames|fetch|Image|Audio|FileReader|RTCPeerConnection|sendBeacon|Notification|XMLHttpRequest|WebSocket|EventSource|WebAssembly|Worker|SharedWorker|SharedArrayBuffer|Atomics|importScripts|postMessage|Deno|Bun|child_process|execSync|spawn|setTimeout|setInterval|setImmediate|queueMicrotask|Proxy|Reflect|FinalizationRegistry|WeakRef|module|exports|__dirname|__filename|localStorage|sessionStorage|indexedDB|caches|std|os|scriptArgs|bjson|load|loadScript|debugger|with|sleep)(?![\w$]|\s{0,9}:(?!:))/g
const reaching =
  /(?:\.|\[\s{0,9}['"`]?)\s{0,9}(?:constructor|__proto__|prototype|__defineGetter__|__defineSetter__|__lookupGetter__|callee|caller|getPrototypeOf|setPrototypeOf|defineProperty|defineProperties|getOwnPropertyDescriptors?|mainModule|binding|dlopen|execPath|env)\b|[{,]\s{0,9}(?:constructor|__proto__|prototype)\s{0,9}[:,}=]/
/** `a[b]`, or `{ [a]: b }`: a property by a name that is not written there. A list of texts is none. */
const reachesByName = /[\w$)\]"`]\s{0,9}\[\s{0,9}[^\]\s]|\]\s{0,9}:/
/** Names that a piece of code may well give to things of its own. */
const ownable = wordSet(
  'require Image Audio Notification process global window self document location parent top frames module exports load sleep std os caches',
)
const endless =
  /\bwhile\s{0,9}\(\s{0,9}(?:true|1|!0|!false|"[^"]+"|'[^']+')\s{0,9}\)|\bfor\s{0,9}\(\s{0,9}[^;()]{0,99};\s{0,9}(?:true|1)?\s{0,9};[^)]{0,99}\)|\}\s{0,9}while\s{0,9}\(\s{0,9}(?:true|1)\s{0,9}\)/
const growing =
  /\b(?:Array|repeat|padStart|padEnd|ArrayBuffer|Uint8Array|Float64Array|Float32Array|Int32Array|BigUint64Array|Buffer\.alloc|fill)\s{0,9}\(\s{0,9}([^()]{0,200})\)/g
const lengths = /\blength\s{0,9}[:=]\s{0,9}([\d_e.*\s]+)/g

/** Tables that a piece of code is given, and their columns, by name. */
interface Tables {
  readonly names: ReadonlySet<string>
  readonly columns: ReadonlySet<string>
}
const noTables: Tables = { names: new Set(), columns: new Set() }
/** A column that is only read: it is not called, nothing of it is taken, and it gets no other name. */
const readsConstructor = /(?<=\w)(?<!=\s{0,9}\w{1,60})\.constructor\b(?!\s{0,9}[.([`=])/g

/**
 * What speaks against running a piece of code: it reaches out, runs texts, or has no end.
 * @param tables what is handed to it, as far as names tell
 * @param isJavaScript whether it runs as such, so that what cannot be read as such is a risk; else it is looked at as it is written
 */
export function codeReasons(code: string, isJavaScript: boolean, tables: Tables = noTables): Reason[] {
  let read: BareCode
  try {
    read = bareCode(code)
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error
    if (isJavaScript) return [floor(0.8, 'codeUnreadable', { word: excerptOf(error.message) })]
    read = { bare: code, texts: [], regexes: [] }
  }
  const { bare, texts, regexes } = read
  const reasons: Reason[] = []
  const way =
    escapeIn(bare, tables.names) ??
    reaching.exec(tables.columns.has('constructor') ? bare.replace(readsConstructor, '') : bare)?.[0] ??
    (/\bthis\s{0,9}\[|\bthis\s{0,9}\.\s{0,9}\w/.test(bare) && !/\bclass\b/.test(bare) ? 'this' : undefined)
  if (way !== undefined) reasons.push(floor(0.8, 'codeEscapes', { word: excerptOf(way) }))
  const joined = texts.join('')
  const built = /(?:constructor|__proto__|prototype|globalThis|require|child_process|eval\(|process\.)/.exec(
    joined,
  )?.[0]
  if (built !== undefined && reachesByName.test(bare))
    reasons.push(floor(0.8, 'codeEscapes', { word: excerptOf(built) }))
  if (/\\u\{?[0-9a-f]{2,}/i.test(bare) || isLookalike(bare)) reasons.push(floor(0.8, 'codeEscapes', { word: '\\u' }))
  if (
    /\bString\s{0,9}\.\s{0,9}(?:fromCharCode|fromCodePoint)|\batob\s{0,9}\(|\bbtoa\s{0,9}\(/.test(bare) &&
    reachesByName.test(bare)
  )
    reasons.push(floor(0.7, 'codeEscapes', { word: 'fromCharCode' }))
  if (
    /\bfunction\s{0,9}\*|\byield\b/.test(bare) &&
    /\bwhile\s{0,9}\(\s{0,9}true/.test(bare) &&
    !/\b(?:break|return)\b/.test(bare)
  )
    reasons.push(risk(0.7, 'codeUnbounded', { word: 'yield' }))
  const loop = endless.exec(bare)
  if (loop !== null && !/\b(?:break|return|throw)\b/.test(bare))
    reasons.push(risk(0.7, 'codeUnbounded', { word: excerptOf(loop[0]) }))
  const recursion =
    /\bfunction\s{1,9}(\w+)\s{0,9}\([^)]{0,99}\)\s{0,9}\{\s{0,9}(?:return\s{1,9})?\1\s{0,9}\([^)]{0,99}\)\s{0,9};?\s{0,9}\}|\b(\w+)\s{0,9}=\s{0,9}\([^)]{0,99}\)\s{0,9}=>\s{0,9}\{?\s{0,9}(?:return\s{1,9})?\2\s{0,9}\([^)]{0,99}\)/.exec(
      bare,
    )
  if (recursion !== null) reasons.push(risk(0.7, 'codeUnbounded', { word: excerptOf(recursion[0]) }))
  for (const [match, size = ''] of [...bare.matchAll(growing), ...bare.matchAll(lengths)]) {
    if (largestIn(size) >= 5e7) reasons.push(risk(0.7, 'codeUnbounded', { word: excerptOf(match) }))
  }
  for (const [match] of bare.matchAll(/\b(?:for|while)\s{0,9}\([^{}]{0,300}\)/g)) {
    if (largestIn(match) >= 2e9 || /<=?\s{0,9}(?:Infinity|Number\.MAX)/.test(match))
      reasons.push(risk(0.7, 'codeUnbounded', { word: excerptOf(match) }))
  }
  if (product(bare) >= 1e11) reasons.push(risk(0.7, 'codeUnbounded', { word: 'for' }))
  const patterns = /\bRegExp\b/.test(bare) ? [...regexes, ...texts] : regexes
  const slow = patterns.find(
    (regex) => /\([^()]*[+*]\)[+*{]|\([^()|]*\|[^()]*\)[+*]\$?$/.test(regex) && /\([^()]*[+*]\)[+*]/.test(regex),
  )
  if (slow !== undefined) reasons.push(risk(0.7, 'codeUnbounded', { word: excerptOf(slow) }))
  for (const text of [...texts, ...texts.flatMap(decodings)]) {
    if (
      /<script|javascript:|<img[^>]+https?:|!\[[^\]]*\]\(\s{0,9}https?:|\/etc\/(?:passwd|shadow)|\brequire\s{0,9}\(\s{0,9}['"`]|169\.254\.169\.254/i.test(
        text,
      )
    ) {
      reasons.push(floor(0.8, 'codeEscapes', { word: excerptOf(text) }))
      break
    }
  }
  return reasons
}

/** The first name that reaches out, unless the code itself declares it and takes nothing from inside it. */
function escapeIn(bare: string, given: ReadonlySet<string>): string | undefined {
  for (const [name] of bare.matchAll(escaping)) {
    const isOwn = ownable.has(name) && (given.has(name) || declares(bare, name))
    if (!isOwn || (name === 'process' && ofProcess.test(bare)) || (name === 'require' && loads.test(bare))) return name
  }
  return undefined
}

const ofProcess =
  /\bprocess\s{0,9}(?:\[(?!\s{0,9}(?:[a-z]|\d{1,3})\s{0,9}\])|\.\s{0,9}(?:env|exit|argv|kill|cwd|chdir|stdin|stdout|stderr|mainModule|binding|dlopen|versions?|platform|pid|report|nextTick|on|emit)\b)/

/** A module by its name, as texts are written once they are taken out. */
const loads = /\brequire\s{0,9}\(\s{0,9}["`]/

const declares = (bare: string, name: string): boolean =>
  ['const', 'let', 'var', 'function'].some((word) => bare.includes(`${word} ${name}`)) ||
  // `for (const [name, count] of …)`, `const { name } = …`
  [...bare.matchAll(/\b(?:const|let|var)\s{0,9}[[{]([^\]}=]{0,200})[\]}]/g)].some(([, names = '']) =>
    names.split(/[^\w$]+/).includes(name),
  )

/** The largest number that stands in a piece of code, powers and products reckoned. */
function largestIn(text: string): number {
  let largest = 0
  for (const [, base = '', power = ''] of text.matchAll(
    /(\d[\d_]{0,29}(?:\.\d{1,30})?(?:e\d{1,4})?)\s{0,9}\*\*\s{0,9}(\d{1,9})/gi,
  ))
    largest = Math.max(largest, Number(base.replaceAll('_', '')) ** Number(power))
  for (const [whole] of text.matchAll(
    /\d[\d_]{0,29}(?:\.\d{1,30})?(?:e\d{1,4})?(?:\s{0,9}\*\s{0,9}\d[\d_]{0,29}(?:\.\d{1,30})?(?:e\d{1,4})?){0,9}/gi,
  )) {
    largest = Math.max(
      largest,
      whole
        .replaceAll('_', '')
        .split('*')
        .reduce((all, part) => all * Number(part), 1),
    )
  }
  for (const [, base = '', shift = ''] of text.matchAll(/(\d{1,30})\s{0,9}<<\s{0,9}(\d{1,9})/g))
    largest = Math.max(largest, Number(base) * 2 ** Number(shift))
  return largest
}

/** How often the innermost of nested loops would run, by the numbers in their heads. */
function product(bare: string): number {
  let all = 1
  for (const [, end = ''] of bare.matchAll(/\bfor\s{0,9}\([^;{}]{0,99};[^;{}<]{0,99}<=?([^;{}]{1,99});/g))
    all *= Math.max(1, largestIn(end))
  return all
}

/** Code without comments and without what is quoted, and what is quoted. What templates compute is code. */
interface BareCode {
  readonly bare: string
  readonly texts: readonly string[]
  readonly regexes: readonly string[]
}

/**
 * Read by a parser: where a slash divides and where it begins a pattern depends on all that stands before it.
 * @throws SyntaxError of what is no JavaScript, RangeError of what is nested too deeply
 */
function bareCode(code: string): BareCode {
  const tokens: Token[] = []
  parse(code, {
    ecmaVersion: 'latest',
    allowAwaitOutsideFunction: true,
    allowReturnOutsideFunction: true,
    onToken: tokens,
  })
  const texts: string[] = []
  const regexes: string[] = []
  let bare = ''
  let end = 0
  for (const { type, value, start, end: next } of tokens as readonly (Token & { readonly value?: unknown })[]) {
    if (start > end) bare += code.slice(end, start).includes('\n') ? '\n' : ' '
    end = next
    const written = code.slice(start, next)
    if (type === tokTypes.string || type === tokTypes.template) texts.push(typeof value === 'string' ? value : written)
    if (type === tokTypes.regexp) regexes.push((value as { readonly pattern: string }).pattern)
    const isQuoted = type === tokTypes.string || type === tokTypes.regexp
    bare += isQuoted ? '""' : type === tokTypes.template ? '' : written
  }
  return { bare, texts, regexes }
}

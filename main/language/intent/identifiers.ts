import type { Span } from './quoted'

const token = /(?<![\w$-])(?:--[A-Za-z]{2}[\w-]{0,80}|[A-Za-z_$][\w$]{0,80}(?:\.[A-Za-z_$][\w$]{0,80}){0,8}(?:\(\))?)/g
/** Names on the network. */
const host = /\.(?:com|org|net|edu|gov|io|de|cn|uk|fr|jp|eu|info)$/i

/** Names in code that a text writes as code does. `Span.text` is without the parentheses of a call. */
export function identifiersIn(text: string): Span[] {
  return [...text.matchAll(token)].flatMap((match) => {
    const [written] = match
    const start = match.index
    // Of an address, a path or a number.
    if (/[@/\\:~%]$/.test(text.slice(0, start)) || /^[@\\]/.test(text.slice(start + written.length))) return []
    const name = written.replace(/\(\)$/, '')
    if (!isCode(name, name !== written)) return []
    return [{ text: name, start, end: start + written.length }]
  })
}

function isCode(name: string, isCalled: boolean): boolean {
  if (name.startsWith('--') || (isCalled && name.length > 1)) return true
  // snake_case and CONSTANT_CASE.
  if (/[A-Za-z0-9]_+[A-Za-z0-9]/.test(name)) return true
  const members = name.split('.')
  if (members.length > 1) {
    return !host.test(name) && members.every((member) => member.length > 1) && !/^[a-z]+\.[A-Z][a-z]+$/.test(name)
  }
  // camelCase; of HumpCase three words, as two are what products and people are called (GitHub, McCarthy).
  if (/^[a-z]{2}[a-z0-9]*[A-Z]/.test(name)) return !/OS$/.test(name)
  return /^[A-Z][a-z0-9]+[A-Z][a-z0-9]+[A-Z][A-Za-z0-9]*$/.test(name)
}

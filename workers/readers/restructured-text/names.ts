import { nameOf, type RstNames } from './inline'
import { indentOf } from './lines'
import { isTransition } from './titles'

const substitution = /^\.\. \|([^|]{1,100})\| +(replace|unicode|image|date)::(.*)$/
const target = /^\.\. _(?:`([^`]+)`|((?:[^\\:]|\\.|:(?! |$))+)):(?: |$)/
const embedded = /`([^`<>]{1,200})<[^`<>]{1,400}>`_/g
const maxSubstitutionLines = 40
const codePoint = /^(?:0x|x|\\x|U\+|u|\\u)([0-9a-f]{1,6})$/i

/** Finds what a document declares anywhere, as parts before it may use it. */
export function namesOf(text: string, lines: readonly string[]): RstNames {
  const substitutions = new Map<string, string>()
  const targets = new Set<string>()
  let hasAnonymousTargets = false
  for (const [, name = ''] of text.matchAll(embedded)) targets.add(nameOf(name))
  for (const [at, raw] of lines.entries()) {
    const line = raw.trimStart()
    if (line !== '' && isTransition(lines[at + 1] ?? '')) targets.add(nameOf(line))
    if (line.startsWith('__ ') || line.startsWith('.. __:')) hasAnonymousTargets = true
    const [, quoted, bare] = target.exec(line) ?? []
    const named = quoted ?? bare
    if (named !== undefined) targets.add(nameOf(named))
    const [, name, kind, first = ''] = substitution.exec(line) ?? []
    if (name !== undefined) substitutions.set(nameOf(name), substitutedBy(kind!, [first, ...linesBelow(lines, at)]))
  }
  return { substitutions, targets, hasAnonymousTargets }
}

/** The lines that continue one, set in deeper than it. */
function linesBelow(lines: readonly string[], at: number): string[] {
  const found: string[] = []
  const indent = indentOf(lines[at]!)
  for (let next = at + 1; next < Math.min(lines.length, at + maxSubstitutionLines); next++) {
    if (lines[next] === '' || indentOf(lines[next]!) <= indent) break
    found.push(lines[next]!)
  }
  return found
}

function substitutedBy(kind: string, lines: readonly string[]): string {
  const words = lines.map((line) => line.trim()).filter((line) => line !== '')
  if (kind === 'replace') return words.join(' ')
  if (kind === 'image') return words.find((line) => line.startsWith(':alt:'))?.slice(5) ?? ''
  if (kind === 'date') return ''
  const codes = (words[0] ?? '').split('.. ', 1)[0]!.split(/\s+/)
  return codes.map((code) => characterOf(codePoint.exec(code)?.[1]) ?? code).join('')
}

function characterOf(hex: string | undefined): string | null {
  const code = hex === undefined ? Number.NaN : Number.parseInt(hex, 16)
  return code <= 0x10ffff ? String.fromCodePoint(code) : null
}

import type { DiffHunk, DiffPart } from '../../contract/calls/file-change'
import { type Replacement, replaced } from './text-edits'

/** Lines around a change. */
const contextLines = 3
/** Comparisons of one place; what would need more is shown as gone and come. */
const comparisonsAtMost = 400_000

/** Lines of one place of a text, from `first` to `last`, counted from 0, and what changes there. */
interface Place {
  readonly first: number
  last: number
  readonly replacements: Replacement[]
}

/** What replacements change in a text, line by line, with a few lines around each place. */
export function hunksOf(text: string, replacements: readonly Replacement[]): DiffHunk[] {
  const lines = text.split('\n')
  const starts = [0]
  for (const line of lines) starts.push(starts.at(-1)! + line.length + 1)
  let line = 0
  const lineAt = (offset: number): number => {
    while (starts[line + 1]! <= offset) line++
    return line
  }
  const places: Place[] = []
  for (const replacement of replacements) {
    const [first, last] = [lineAt(replacement.start), lineAt(replacement.end)]
    const before = places.at(-1)
    if (before !== undefined && first <= before.last + contextLines * 2) {
      before.last = last
      before.replacements.push(replacement)
    } else places.push({ first, last, replacements: [replacement] })
  }
  return places.map(({ first, last, replacements: within }) => {
    const [from, to] = [starts[first]!, starts[last + 1]! - 1]
    const next = replaced(text, within, from, to).split('\n')
    const above = Math.max(0, first - contextLines)
    return {
      line: above + 1,
      parts: joined([
        { kind: 'same', lines: lines.slice(above, first) },
        ...partsOf(lines.slice(first, last + 1), next),
        { kind: 'same', lines: lines.slice(last + 1, last + 1 + contextLines) },
      ]),
    }
  })
}

/** How lines become others: what both have in common stays. */
function partsOf(before: readonly string[], after: readonly string[]): DiffPart[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return [
    { kind: 'same', lines: before.slice(0, start) },
    ...compared(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    { kind: 'same', lines: before.slice(before.length - end) },
  ]
}

/** By their longest common subsequence. */
function compared(before: readonly string[], after: readonly string[]): DiffPart[] {
  const gone: DiffPart = { kind: 'removed', lines: [...before] }
  const come: DiffPart = { kind: 'added', lines: [...after] }
  if (before.length * after.length > comparisonsAtMost) return [gone, come]
  const width = after.length + 1
  const common = new Uint32Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      common[i * width + j] =
        before[i] === after[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!)
  const parts: DiffPart[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      parts.push({ kind: 'same', lines: [before[i]!] })
      i++
      j++
    } else if (j === after.length || (i < before.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!))
      parts.push({ kind: 'removed', lines: [before[i++]!] })
    else parts.push({ kind: 'added', lines: [after[j++]!] })
  }
  return parts
}

/** Neighbours of one kind as one, without empty ones. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = []
  for (const { kind, lines } of parts) {
    const last = result.at(-1)
    if (lines.length === 0) continue
    if (last?.kind === kind) last.lines.push(...lines)
    else result.push({ kind, lines: [...lines] })
  }
  return result
}

/** How many lines of hunks go or come. */
export const countLines = (hunks: readonly DiffHunk[], kind: DiffPart['kind']): number =>
  hunks.flatMap(({ parts }) => parts).reduce((sum, part) => (part.kind === kind ? sum + part.lines.length : sum), 0)

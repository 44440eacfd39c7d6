import { joinLines } from '../join-lines'
import type { Item } from './geometry'

/** Characters of a text and the item that they come from; null for what stands on no page: spaces between lines, names of columns. */
export interface Run {
  text: string
  readonly item: Item | null
  readonly page: number
}

/** Ends the runs as `joinLines` says: with a space, without one, or with the hyphen gone. */
export function joinRuns(runs: Run[], next: string, knows: (word: string) => boolean, page: number): void {
  const tail = runs
    .slice(-8)
    .map((run) => run.text)
    .join('')
  const before = tail.trimEnd()
  for (let excess = tail.length - before.length; excess > 0; ) {
    const last = runs.at(-1)!
    const cut = Math.min(excess, last.text.length)
    last.text = last.text.slice(0, last.text.length - cut)
    excess -= cut
    if (last.text === '' && excess > 0) runs.pop()
  }
  const joined = joinLines(before, next, knows)
  const kept = joined.slice(0, joined.length - next.length)
  if (kept.length < before.length) {
    const last = runs.findLast((run) => run.text !== '')
    if (last !== undefined) last.text = last.text.slice(0, -1)
  } else if (kept.length > before.length) runs.push({ text: ' ', item: null, page })
}

/** Runs without white space at either end and never two spaces in a row. */
export function trimRuns(runs: readonly Run[]): Run[] {
  const trimmed: Run[] = []
  let endsWithSpace = true
  for (const run of runs) {
    const text: string = endsWithSpace ? run.text.trimStart() : run.text
    if (text === '') continue
    trimmed.push({ ...run, text })
    endsWithSpace = text.endsWith(' ')
  }
  for (let last = trimmed.at(-1); last?.text.endsWith(' '); last = trimmed.at(-1)) {
    last.text = last.text.trimEnd()
    if (last.text !== '') break
    trimmed.pop()
  }
  return trimmed
}

import type { Ref } from '../linking/ref'
import { canonical, canonicalWords, nameParts } from '../words/words'
import type { Column } from './profile'

const sides = {
  from: canonicalWords('from origin source departure depart pickup sender start begin'),
  to: canonicalWords('to destination dest target dropoff arrival arrive receiver recipient end'),
}
/** Whether a column says where something comes from, or where it goes. */
export const sideOf = ({ name }: Column): 'from' | 'to' | null => {
  const words = nameParts(name).map(canonical)
  return words.some((word) => sides.from.has(word)) ? 'from' : words.some((word) => sides.to.has(word)) ? 'to' : null
}

/** The side that a word before a name says. */
export const sideBefore = (word = ''): 'from' | 'to' | null =>
  /^from$/i.test(word) ? 'from' : /^(?:to|in)$/i.test(word) ? 'to' : null

/** "From OSL" and "to OSL" say which of two airports is meant. @param before the word before */
export function onSide(refs: readonly Ref[], before = ''): Ref[] {
  const said = sideBefore(before)
  const other = said === null ? null : said === 'from' ? 'to' : 'from'
  const sidesOf = refs.map((ref) => (ref.kind === 'value' ? sideOf(ref.column) : null))
  const isSaid = sidesOf.some((side) => side !== null && side !== other)
  return refs.filter((_, at) => !isSaid || other === null || sidesOf[at] !== other)
}

import type { Vocabulary } from '../linking/vocabulary'
import { canonical, nameParts } from './words'

/** What happened to things is a word by itself, however near to another: what failed was not filed. */
const happened = new Set(
  'failed passed posted ended tested rested listed lasted raised played stayed opened caused issued'.split(' '),
)

/** Shorter words have too many neighbours. */
const leastLength = 5

/** A question with words that nothing explains put as the schema writes them, where a slip of the pen is all that differs; null where none is. */
export function withoutSlips(question: string, unknown: readonly string[], vocabulary: Vocabulary): string | null {
  let text = question
  for (const word of unknown) {
    const meant = nearestWord(word.toLowerCase(), vocabulary)
    if (meant === null) return null
    text = text.replace(/\p{L}+/gu, (one) => (one === word ? meant : one))
  }
  return text === question ? null : text
}

/** The one word of the schema that differs by a letter too many, too few, wrong or in the wrong place; null where there is none, or several. */
function nearestWord(word: string, { profile }: Vocabulary): string | null {
  if (!/^[a-z]+$/.test(word) || word.length < leastLength || happened.has(word)) return null
  const near = new Set<string>()
  for (const { name, columns } of profile.tables)
    for (const named of [name, ...columns.map((column) => column.name)])
      for (const part of nameParts(named))
        for (const form of [part, `${part}s`, part.replace(/s$/, '')])
          if (form.length >= leastLength && isOneSlip(word, form)) near.add(canonical(form))
  const [only, ...others] = near
  return only === undefined || others.length > 0 ? null : only
}

/** Whether one letter was dropped, added, mistaken or swapped with the next. */
function isOneSlip(left: string, right: string): boolean {
  if (left === right || Math.abs(left.length - right.length) > 1) return false
  let at = 0
  while (at < left.length && left[at] === right[at]) at += 1
  const [restOfLeft, restOfRight] = [left.slice(at), right.slice(at)]
  return (
    restOfLeft.slice(1) === restOfRight ||
    restOfLeft === restOfRight.slice(1) ||
    restOfLeft.slice(1) === restOfRight.slice(1) ||
    (restOfLeft[0] === restOfRight[1] &&
      restOfLeft[1] === restOfRight[0] &&
      restOfLeft.slice(2) === restOfRight.slice(2))
  )
}

import type { JsonValue } from '../../contract/json'
import { identifierWords, likeness } from '../text2sql'
import { isAlike } from './argument-fit'
import type { Asked } from './asked'
import type { Parameter } from './parameters'

interface SaidChoice {
  readonly value: JsonValue
  readonly start: number
  readonly end: number
}

/** The value of a list that the question says; of several the longest. */
export function choiceSaid(
  { choices, isRequired, name, words, role }: Parameter,
  { text, mentions, affirmed }: Asked,
  core: readonly string[],
): SaidChoice | null {
  // How an answer is sorted and written is said with the word for it.
  if (role === 'shape' && !isRequired && !/\b(?:sort|order|rank|format|as)(?:ed)?\b/i.test(text)) return null
  // What the tool is about says nothing of an argument that it may do without.
  const isSubject = (value: JsonValue): boolean =>
    !isRequired && identifierWords(String(value)).every((word) => core.includes(word))
  const list = (choices ?? []).filter((value) => !isSubject(value))
  const plain = plainText(text)
  const said = list
    .filter((value): value is string => typeof value === 'string' && value.length > 1)
    .flatMap((value) => {
      const at = placeOf(plain, plainText(value).trim())
      const end = at + value.length
      // Within a name it is part of that; “not closed” is another value.
      const isWithin = mentions.some(
        (one) =>
          ['name', 'quoted'].includes(one.kind) && one.start <= at && one.end >= end && one.end - one.start > end - at,
      )
      return at < 0 || isWithin || /\b(?:not|never|isn't|aren't|no longer)\s+$/i.test(text.slice(0, at))
        ? []
        : [{ value, start: at, end }]
    })
    .sort((one, other) => other.value.length - one.value.length)
  const [found, second] = said
  if (found === undefined || (second !== undefined && !plainText(found.value).includes(plainText(second.value).trim())))
    return (
      (said.length === 0 ? choiceMeant(list, affirmed, words) : null) ??
      (isRequired && list.length === 1 ? { value: list[0]!, start: -1, end: -1 } : null)
    )
  // “asc” and “on” are words that anything may have: optional ones need their argument's name beside them.
  const isCommon =
    /^[\w-]{1,3}$/.test(found.value) || role === 'shape' || /^(?:all|none|any|other|data|default)$/i.test(found.value)
  if (!isRequired && isCommon && !isAlike(identifierWords(name), identifierWords(text))) return null
  return found
}

/** A value that is said in other words: `NoDecision` by “no decision”, `deceased` by no other word. */
function choiceMeant(list: readonly JsonValue[], said: readonly string[], words: readonly string[]): SaidChoice | null {
  const isSaid = (part: string): boolean =>
    said.some((other) => {
      const shared = [...part].findIndex((letter, at) => other[at] !== letter)
      return other === part || shared === -1 || shared >= Math.max(5, part.length - 2)
    })
  const meant = list.filter((value) => {
    const parts =
      typeof value === 'string' && value.length > 3
        ? value
            .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
            .toLowerCase()
            .split(/[\W_]+/)
        : []
    return (
      parts.length > 0 &&
      parts.every((part) => part !== '' && !identifierWords(part).some((word) => words.includes(word)) && isSaid(part))
    )
  })
  return meant.length === 1 ? { value: meant[0]!, start: -1, end: -1 } : null
}

/** Of the same length, so that places stay what they are. */
const plainText = (text: string): string => ` ${text.toLowerCase().replace(/[_\s?!.,;:()"'/-]/g, ' ')} `

function placeOf(plain: string, value: string): number {
  if (value === '') return -1
  return /\p{Script=Han}/u.test(value) ? plain.indexOf(value) - 1 : plain.indexOf(` ${value} `)
}

const switchWords = new Set(
  'is has only include with show all return get enable the and'
    .split(' ')
    .flatMap((word) => [word, ...identifierWords(word)]),
)

/** Whether a question says what an argument switches on: `IsWithdrawn` by “withdrawn”. */
export function isSwitchedOn(
  { words, role, isRequired }: Parameter,
  { words: said }: Asked,
  toolWords: readonly string[],
): boolean {
  if (role === 'page') return false
  const own = words.filter((word) => !switchWords.has(word))
  if (own.length === 0) return false
  const isSaid = own.every((word) =>
    said.some(({ canonical }) => canonical.some((other) => likeness(other, word) >= 0.76)),
  )
  // What all that the tool answers is says nothing of a switch.
  return isSaid && !own.every((word) => toolWords.includes(word) && !isRequired && role !== 'shape')
}

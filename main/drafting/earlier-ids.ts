import type { JsonValue } from '../../contract/json'
import { identifierWords } from '../text2sql'

/** Values of earlier results that are looked at. */
const maxValues = 5000

/**
 * The one value that earlier results have for an argument: under its name, or, for `customerId`, as the `id` of what is
 * called a customer. Null where there is none, or more than one.
 */
export function idIn(earlier: readonly JsonValue[], argument: string): string | number | null {
  const wanted = identifierWords(argument).join(' ')
  const found = new Set<string | number>()
  const waiting: { readonly value: JsonValue; readonly under: string }[] = earlier.map((value) => ({
    value,
    under: '',
  }))
  for (let count = 0; waiting.length > 0 && count < maxValues; count++) {
    const { value, under } = waiting.pop()!
    if (Array.isArray(value)) for (const item of value) waiting.push({ value: item, under })
    else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        const name = identifierWords(key).join(' ')
        const isWanted = name === wanted || `${under} ${name}` === wanted
        if (isWanted && (typeof member === 'string' || typeof member === 'number')) found.add(member)
        else waiting.push({ value: member, under: name })
      }
    }
  }
  const [only] = found
  return found.size === 1 && only !== undefined ? only : null
}

import type { JsonValue } from '../../contract/json'
import { identifierWords } from '../text2sql'

/** Values of earlier results that are looked at. */
const maxValues = 5000

/**
 * The one value that earlier results have for an argument: under its name, or, for `customerId`, as the `id` of what is
 * called a customer, and which results have it, by their index. Null where there is none, or more than one.
 */
export function idIn(
  earlier: readonly JsonValue[],
  argument: string,
): { readonly value: string | number; readonly from: readonly number[] } | null {
  const wanted = identifierWords(argument).join(' ')
  const found = new Map<string | number, Set<number>>()
  const waiting = earlier.map((value, from) => ({ value, under: '', from }))
  for (let count = 0; waiting.length > 0 && count < maxValues; count++) {
    const { value, under, from } = waiting.pop()!
    if (Array.isArray(value)) for (const item of value) waiting.push({ value: item, under, from })
    else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        const name = identifierWords(key).join(' ')
        const isWanted = name === wanted || `${under} ${name}` === wanted
        if (isWanted && (typeof member === 'string' || typeof member === 'number'))
          found.set(member, (found.get(member) ?? new Set()).add(from))
        else waiting.push({ value: member, under: name, from })
      }
    }
  }
  const [only] = found
  return found.size === 1 && only !== undefined ? { value: only[0], from: [...only[1]] } : null
}

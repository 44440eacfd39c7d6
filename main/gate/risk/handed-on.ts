import type { Leaf } from '../arguments'
import { decodings, hasKeyShape } from './secrets'

/** Names of where a list goes on. */
const placeKeys =
  /^(?:cursor|(?:next_?)?page_?token|next(?:_?(?:cursor|token|page))?|continuation(?:_?token)?|after|starting_?after|scroll_?id)$/
const orders = /\b(?:delete|remove|send|drop|wipe|pay|confirm|execute|action|grant|transfer|publish)/i

/** One run of signs that is no address, no path from the root or the home, and none upwards. */
const opaque = /^(?![/.]|~[\w/])(?!.*(?::\/\/|\.\.))[\w+/=.:|,~!%-]{4,4000}$/

/**
 * Whether a value is where a list goes on, handed back as a result gave it. What it orders is no place in a list, and
 * neither is an address, a path or a key that stands in the result.
 */
export const isPlaceInList = ({ key, text }: Leaf, context: string): boolean =>
  placeKeys.test(key) &&
  opaque.test(text) &&
  context.includes(text) &&
  !hasKeyShape(text) &&
  !orders.test(decodings(text).join('\n'))

/** Whether a value is the key of something that a result gave: one word, and none of a person's. */
export const isKeyOfFound = ({ path, text }: Leaf, context: string): boolean => {
  const name = path.findLast((part) => !/^\d+$/.test(part)) ?? ''
  return (
    /(?:^|_|[a-z])(?:ids?|keys?|uids?|uuids?|refs?)$/i.test(name) &&
    /^[\w-]{1,60}$/.test(text) &&
    context.includes(text)
  )
}

/** Of a path what the person's folders do not say already. */
export function withoutRoot(text: string, roots: readonly string[]): string {
  const root = roots.find((each) => text.startsWith(each))
  return root === undefined || root === text ? text : text.slice(root.length).replace(/^[\\/]/, '')
}

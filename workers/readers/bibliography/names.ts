import type { WorkName } from '../../../contract/report/bibliography'
import { tidy } from '../text-builder'

/** Words that only names of organisations have. */
const organisation =
  /\b(?:project|team|inc|university|institute|group|committee|foundation|association|company|corporation|agency|department|ltd|llc|gmbh|consortium|society|office|contributors|developers|authors|press)\b/i
/** What programs write where nobody gave a name. */
const nobody =
  /^(?:microsoft office user|unknown|anonymous|author|authors|admin|administrator|user|root|owner|none|n\/a)$/i
const particle = /^(?:van|von|der|den|de|del|della|di|da|dos|la|le|ten|ter|zu|zur|af|bin|ibn|al)$/
const address = /<[^<>]{0,200}>|\([^()]{0,200}\)/g

/** Names out of a field that holds one or several, in whatever order each is written. */
export function namesIn(field: string): WorkName[] {
  const text = tidy(field.replace(address, ' '))
  return text
    .split(/;|、| (?:and|und|et) | ?& ?/)
    .flatMap(apart)
    .map(tidy)
    .filter((name) => /\p{L}{2}/u.test(name) && name.length <= 200 && !nobody.test(name))
    .map(nameOf)
}

const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** “Ada Lovelace, Charles Babbage” are two; “Lovelace, Ada” is one. */
function apart(text: string): string[] {
  const parts = partsOf(text)
  return parts.length > 1 && parts.every((part) => part.includes(' ')) ? parts : [parts.join(', ')]
}

function nameOf(name: string): WorkName {
  const [family = name, given] = partsOf(name)
  if (given !== undefined) return { family, given }
  const words = name.split(' ')
  if (words.length === 1 || words.length > 6 || organisation.test(name)) return { literal: name }
  let first = words.length - 1
  while (first > 1 && particle.test(words[first - 1]!)) first--
  return { given: words.slice(0, first).join(' '), family: words.slice(first).join(' ') }
}

import type { Leaf } from '../arguments'
import { isBuiltIn, type ProposedCall } from '../call'
import { contentWords } from '../plain-text'
import { leavesByName } from './argument-verbs'
import { isKeyOfFound, withoutRoot } from './handed-on'

/** What is written into a file, or into a note. */
const written = /^(?:content|rows|cells|values|old|new|old_(?:text|str|string)|new_(?:text|str|string))$/
const noted = /^(?:content|text|body|markdown|note|comment|description|tags?|labels?)$/
const naming = /^(?:path|file|name|file_?name|title|folder)$/
/** A file that the person names. */
const namesFile = /[\p{L}\p{N}_-]{1,60}\.[a-z][a-z\d]{1,4}(?![\p{L}\p{N}])/iu

/**
 * Whether a granted call does what the person said: what is written may come from a text, as may the key of what was found;
 * where it goes is theirs to say, or is called after what is in it.
 */
export function isAsGranted(call: ProposedCall, leaves: readonly Leaf[]): boolean {
  const { granted, question, context, roots, tool } = call
  if (!granted) return false
  const own = isBuiltIn(call)
  const stays = own || !leavesByName(tool.name)
  const asked = contentWords(question)
  const isSaid = (text: string): boolean =>
    [...contentWords(withoutRoot(text, roots).replace(/\.[a-z]{1,5}$/i, ''))].every((word) => asked.has(word))
  return leaves.every(
    (leaf) =>
      typeof leaf.value !== 'string' ||
      leaf.key === 'mode' ||
      (own && written.test(leaf.key)) ||
      (stays && noted.test(leaf.key)) ||
      // A name of few words; numbers out of a text are none of them.
      (stays &&
        naming.test(leaf.key) &&
        !namesFile.test(question) &&
        !context.text.includes(leaf.text) &&
        !(leaf.text.match(/\d{3,}/g) ?? []).some((number) => context.text.includes(number))) ||
      isKeyOfFound(leaf, context.text) ||
      isSaid(leaf.text),
  )
}

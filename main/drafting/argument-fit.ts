import { contentWords } from '../language'
import { identifierWords, likeness } from '../text2sql'
import type { Asked } from './asked'
import type { Mention } from './mentions'
import type { Parameter } from './parameters'

/** What is said of an argument that may be an id, too. */
const idWords = new Set(identifierWords('id uuid number code'))
const pathWords = new Set(identifierWords('path file url barcode serial project repository'))

/** Whether two lists share a word, or one that people use for it. */
export const isAlike = (words: readonly string[], others: readonly string[]): boolean =>
  words.some((word) => others.some((other) => likeness(word, other) > 0))

/** How surely a value of the question is an argument's: by its form, by the words beside it, and by what it bounds. */
export function fitOf(parameter: Parameter, mention: Mention, text: string, toolWords: readonly string[]): number {
  const { takes, role, words, told, bound, isRequired, schema } = parameter
  const { kind } = mention
  if (role === 'page' || role === 'shape' || takes === 'day' || takes === 'boolean' || takes === 'choice') return 0
  const isNumber = kind === 'number'
  if (kind === 'date' || kind === 'time') return takes === 'number' && words.includes('year') && kind === 'date' ? 1 : 0
  if (takes === 'number' ? !isNumber && !(kind === 'id' && Number.isFinite(Number(mention.value))) : takes !== 'text')
    return 0
  if (role === 'most') return isNumber && isCount(text, mention) ? 1 : 0
  if (isNumber && isCount(text, mention)) return 0
  if (isOfForm(parameter, 'email') || kind === 'email') return isOfForm(parameter, 'email') && kind === 'email' ? 2 : 0
  if (isOfForm(parameter, 'url') || kind === 'url') return isOfForm(parameter, 'url') && kind === 'url' ? 2 : 0
  // A number is a text only where it names something.
  if (isNumber && takes === 'text' && role !== 'id' && !told.some((word) => idWords.has(word))) return 0
  if (kind === 'name' && role === 'id' && schema.format === 'uuid') return 0
  // What is named within a system is no title of anything.
  if (
    kind === 'id' &&
    takes === 'text' &&
    role !== 'id' &&
    role !== 'search' &&
    !isRequired &&
    !told.some((word) => idWords.has(word)) &&
    !words.some((word) => pathWords.has(word))
  )
    return 0
  if (takes === 'text' && /^(?:from|to)$/i.test(parameter.name))
    return kind === 'name' &&
      text.slice(0, mention.start).trimEnd().toLowerCase().endsWith(` ${parameter.name.toLowerCase()}`)
      ? 1.5
      : 0
  const beside = wordsBeside(text, mention, role === 'id' || kind === 'id')
  const own = role === 'id' && words.length === 0 ? toolWords : words
  const said = isNumber ? bounded(text, mention) : null
  if (isNumber && said !== bound && !isRequired) return 0
  let fit = isRequired ? 0.3 : 0
  if (isAlike(own, beside)) fit += 0.3 + (0.5 * own.filter((word) => isAlike([word], beside)).length) / own.length
  else if (role === 'id' && /(?:^|[^\p{L}])(?:id|number|no\.?|code|isbn|key)\s*$/iu.test(text.slice(0, mention.start)))
    fit += 0.3
  else if (isAlike(told, beside)) fit += 0.4
  if (bound !== null) fit += isAlike(told, beside) || isAlike(own, toolWords) ? 0.6 : 0.4
  // `lumen/ui` of what takes a path.
  if (kind === 'id' && /[/.]/.test(String(mention.value)) && [...told, ...words].some((word) => pathWords.has(word)))
    fit += 0.6
  if (role === 'id' && (kind === 'id' || isNumber)) fit += 0.2
  if (kind === 'quoted' && role !== 'id')
    fit += role === 'search' || words.includes('name') || words.includes('titl') ? 0.4 : 0.2
  if (kind === 'name' && role !== 'id' && role !== 'search') fit += words.includes('name') ? 0.3 : 0.1
  if (role === 'latitude' || role === 'longitude')
    return (role === 'latitude' ? /\blat\p{L}{0,6}[^\d-]{0,4}$/iu : /\bl(?:on|ng)\p{L}{0,7}[^\d-]{0,4}$/iu).test(
      text.slice(0, mention.start),
    )
      ? 2
      : 0
  return fit
}

/** Words that stand between the name of an argument and its value. */
const between =
  /^(?:\s(?:to|by|is|of|called|named|the|for|with|both)\b){0,3}\s?[:=]?\s?["“']?([\p{L}\p{N}#@][\p{L}\p{N}_.@-]{0,60})/u

/**
 * What stands right after the words of an argument and is no other word of the tool: “label phone”, “assigned to ssato”,
 * “the tag fire and the tag tropical”. Null where nothing does.
 */
export function saidAfter(
  { takes, role, words, isList }: Parameter,
  { text, words: said }: Asked,
  all: readonly string[],
  free: readonly Mention[],
): readonly string[] | null {
  if (takes !== 'text' || role === 'search' || role === 'spoken' || role === 'page' || role === 'shape') return null
  const own = words.filter((word) => !nameWords.has(word))
  if (own.length === 0) return null
  const found: string[] = []
  for (const { canonical, end } of said) {
    if (!isAlike(own, canonical)) continue
    const after = between.exec(text.slice(end, end + 80))
    const value = after?.[1]?.replace(/[.?!]{1,3}$/, '')
    if (value === undefined || value.length < 2) continue
    // Another word of the tool, or one that says nothing, is no value.
    const isWord =
      contentWords(value).length === 0 ||
      identifierWords(value).some(
        (word) =>
          all.includes(word) ||
          /^(?:be|have|do|exist|last|first|most|least|many|much|that|which|who|in|on|at|from)$/.test(word) ||
          idle.has(word),
      )
    const isMention = free.some(
      ({ start, end: until }) => text.indexOf(value, end) >= start && text.indexOf(value, end) < until,
    )
    if (!isWord && !isMention && !/^[\d.]+$/.test(value)) found.push(value)
  }
  return found.length === 0 || (found.length > 1 && !isList) ? null : [...new Set(found)]
}
const nameWords = new Set(identifierWords('name title id type status state value text'))
const idle = new Set(identifierWords('number id code key name value list count called current now'))

const isOfForm = ({ schema, words, takes }: Parameter, form: 'email' | 'url'): boolean =>
  takes === 'text' && (schema.format === (form === 'url' ? 'uri' : form) || words.includes(form))

/** “the last 5 orders”, 前5个 */
export const isCount = (text: string, { start }: Mention): boolean =>
  /\b(?:top|first|last|latest|newest|past|next)\s*$|[前头]$/i.test(text.slice(0, start))

/** Which end of a range a number is. */
function bounded(text: string, { start, end }: Mention): 'least' | 'most' | null {
  const before = text.slice(Math.max(0, start - 30), start)
  const after = text.slice(end, end + 40)
  if (
    /\b(?:at least|no less than|not less than|more than|over|above|from|higher than|greater than|older than|exceed(?:s|ing)?|minimum(?: of)?|min|between|since)\s+(?:\p{Sc}\s*)?$/iu.test(
      before,
    )
  )
    return 'least'
  if (/^\s*(?:\p{L}{1,10}\.?\s+)?(?:(?:or|and) (?:more|higher|above|over|older|later|greater)|\+)/iu.test(after))
    return 'least'
  if (
    /\b(?:at most|no more than|not more than|less than|under|below|up to|lower than|younger than|cheaper than|within|maximum(?: of)?|max|(?:between\b.{0,20})and|to)\s+(?:\p{Sc}\s*)?$/iu.test(
      before,
    )
  )
    return 'most'
  if (/^\s*(?:\p{L}{1,10}\.?\s+)?(?:or|and) (?:less|lower|below|under|younger|earlier|fewer)/iu.test(after))
    return 'most'
  return null
}

/** The words right before and after a mention; an id stands after what it is of: “order 5” is one, “5 orders” are five. */
function wordsBeside(text: string, { start, end }: Mention, isId: boolean): string[] {
  const before =
    text
      .slice(Math.max(0, start - 40), start)
      .split(/[,;.，。；]/)
      .at(-1) ?? ''
  const after = isId ? '' : (/^[\s-]{0,2}([\p{L}]{1,30})/u.exec(text.slice(end, end + 32))?.[1] ?? '')
  return [...identifierWords(before).slice(-3), ...(after === '' ? [] : identifierWords(after).slice(0, 1))]
}

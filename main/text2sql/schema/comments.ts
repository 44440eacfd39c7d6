import type { DatabaseCell } from '../../../contract/databases/database-tasks'
import type { TableSchema } from '../../../contract/resources/resource'
import { isKnownWord } from '../words/likeness'
import { canonical, identifierWords, isShortForm, isVerb, nameParts } from '../words/words'

/** Words at the beginning of a comment among which it says what a name stands for. */
const mostNameWords = 8
/** Letters of a name that is short for several words. */
const longestShortName = 10

/** Whether some letters are a longer word written short: `rte` route, `trp` trips, `dep` depots. */
function abbreviates(short: string, word: string): boolean {
  if (short.length < 2 || short.length >= word.length || short[0] !== word[0]) return false
  let at = 0
  for (const letter of word) if (letter === short[at]) at += 1
  return at === short.length
}

/** Whether some letters are several words written short, each by its first letter at least: `rol` reorder level, `hrt` hourly rate. */
function spells(short: string, [word, ...rest]: readonly string[]): boolean {
  if (word === undefined) return short === ''
  return [...short].some((_, at) => {
    const piece = short.slice(0, at + 1)
    return (piece === word[0] || abbreviates(piece, word)) && spells(short.slice(at + 1), rest)
  })
}

/** Whether a part of a name is a word that is known, or short for one. */
const isReadable = (part: string): boolean =>
  isKnownWord(part) || isShortForm(part) || /^(?:id|key|code|name|date)$/.test(part)

/** Words beside each other that a name of one part is short for as a whole. */
function spelledBy(name: string, words: readonly string[]): readonly string[] | undefined {
  // Ways to part a name grow with its square.
  if (name.length < 3 || name.length > longestShortName) return undefined
  const runs = [2, 3].flatMap((length) => words.slice(0, 1 - length).map((_, at) => words.slice(at, at + length)))
  return runs.find((run) => spells(name, run))
}

/**
 * The canonical words of a name whose parts are short for words of its comment: of `dep_cd -- depot` those of a depot's code. What else
 * the comment says is no name: a table of `mtr -- water meters` holds no water. Null where the name is short for none of it.
 */
export function nameIn(comment: string | undefined, name: string): readonly string[] | null {
  const [said = ''] = comment?.split(/[,;:=(.]/, 1) ?? []
  const words = (said.toLowerCase().match(/\p{L}+/gu) ?? []).slice(0, mostNameWords)
  const parts = nameParts(name).filter((part) => part !== '')
  const meant = parts.map((part) => (words.includes(part) ? undefined : words.find((word) => abbreviates(part, word))))
  if (meant.every((word) => word === undefined)) {
    const isWhole = parts.length === 1 && !words.includes(parts[0]!)
    return isWhole ? (spelledBy(parts[0]!, words)?.map(canonical) ?? null) : null
  }
  return parts.flatMap((part, at) => (meant[at] === undefined ? identifierWords(part) : [canonical(meant[at])]))
}

/** What a name is called by its comment: what it is short for, else what the comment says first where the name is in no language that is read. */
export function calledBy(
  comment: string | undefined,
  name: string,
  values: readonly DatabaseCell[] | null = null,
  isOfTable = false,
): readonly string[] | null {
  const short = nameIn(comment, name)
  const parts = nameParts(name).filter((part) => part !== '')
  if (short === null) return parts.some(isReadable) ? null : headIn(comment, values, isOfTable)
  // `eing_dat -- date received`: a part that is short for nothing says nothing.
  const written = parts.map((part) => identifierWords(part)[0]!)
  const isUnread = parts.some((part, at) => !isReadable(part) && short.includes(written[at]!))
  const head = isUnread ? headIn(comment, values, isOfTable) : null
  const isCovered = short.every((word) => written.includes(word) || head?.includes(word) === true)
  return head !== null && isCovered ? head : short
}

/** The table and column that a comment says to hold: `ctr.cid` of "centre where the blood was given (ctr.cid)". */
function referenceIn(comment: string | undefined): readonly [table: string, column: string] | null {
  const found = /(?<![\w.])([a-z_]\w{0,60})\.([a-z_]\w{0,60})(?![\w.])/i.exec(comment ?? '')
  return found === null ? null : [found[1]!, found[2]!]
}

/** Tables with the references that their comments name: `sid -- nurse in charge (stf.sid)`. */
export const withReferences = (tables: readonly TableSchema[]): readonly TableSchema[] =>
  tables.map((table) => {
    const said = table.columns.flatMap(({ name, comment }) => {
      const [other, key] = referenceIn(comment) ?? []
      const target = tables.find(
        (one) => one !== table && one.name === other && one.columns.some((column) => column.name === key),
      )
      const isDeclared = table.foreignKeys.some(({ columns }) => columns.includes(name))
      return target === undefined || isDeclared ? [] : [{ columns: [name], table: target.name, references: [key!] }]
    })
    return said.length === 0 ? table : { ...table, foreignKeys: [...table.foreignKeys, ...said] }
  })

/** What follows says where, how or for whom, and not what. */
const furtherOn =
  /^(?:in|at|by|with|for|from|to|on|above|per|if|when|where|which|who|whose|without|into|between|since|as|or|and)$/
/** What is of something and says little by itself. */
const ofSomething = /^(?:date|day|time|number|name|code|type|kind|id)$/
const passedOver =
  /^(?:the|an?|of|that|this|its|their|his|her|our|is|was|were|are|one|each|every|if|any|he|she|they|it)$/

/**
 * The canonical words of what a comment says first, of a name that is in no language that is read: of `hoehe -- altitude in metres`
 * its altitude, of `n_korn -- number of seeds received` the seeds received. Null where it names a value, or says no name.
 */
export function headIn(
  comment: string | undefined,
  values: readonly DatabaseCell[] | null = null,
  isOfTable = false,
): readonly string[] | null {
  const [said = ''] = comment?.split(/[,;:=(.]/, 1) ?? []
  const clause = said.trim().toLowerCase()
  if (
    clause === '' ||
    /\d|=|->|^(?:why|how|what|whether|see)\b/.test(clause) ||
    values?.some((value) => String(value).toLowerCase() === clause)
  )
    return null
  const words: string[] = []
  for (const word of clause.replace(/^number of /, '').match(/\p{L}+/gu) ?? []) {
    if (furtherOn.test(word) || words.length === mostHeadWords) break
    // "Orders placed by hospitals" are orders.
    if (isOfTable && words.length > 0 && isVerb(word)) break
    // "Recipients of seed" are recipients, and the name of a collector is a name.
    if (word === 'of' && !words.some((one) => ofSomething.test(one))) break
    if (!passedOver.test(word)) words.push(word)
  }
  return words.length === 0 ? null : words.map(canonical)
}
const mostHeadWords = 4

/** Shorter words of a comment hold it together, or are short for others. */
const leastLetters = 4

/** Canonical words of a comment, whatever they say of the column. */
export const wordsTold = (comment = ''): ReadonlySet<string> =>
  new Set((comment.toLowerCase().match(/[a-z]+/g) ?? []).filter(({ length }) => length >= leastLetters).map(canonical))

/** Codes of a column at most. */
const maxCodes = 12
/** Of so many values at least the comment has to say what they stand for. */
const fewestExplained = 2
/** `V = valid`, `DSL diesel`, `1: open`: a code and what it stands for. */
const explained = /^['"]?([\p{L}\p{N}_+-]{1,12})['"]?\s?([=:–(-]|\s)\s?(\p{L}[\p{L}\p{N} '-]{1,40})/u

/** What the codes of a column stand for, as its comment says: `V = valid, S = suspect`, `DSL diesel, ELE electric`. */
export function labelsIn(
  comment: string | undefined,
  values: readonly DatabaseCell[] | null,
): ReadonlyMap<string, string> | null {
  if (comment === undefined || values === null || values.length > maxCodes) return null
  const codes = new Set(values.map(String))
  const labels = new Map<string, string>()
  // `invoice state: O = open, P = paid`
  const told = comment.replace(/^[^:=]{1,60}:(?=.{1,20}=)/, '')
  for (const part of told.split(/[,;|/]/)) {
    const [, code = '', mark = '', label = ''] = explained.exec(part.trim()) ?? []
    // `2 letter code` explains no 2.
    const isMarked = mark.trim() !== '' || !/^\d+$/.test(code)
    if (codes.has(code) && isMarked && label.toLowerCase() !== code.toLowerCase()) labels.set(code, label.trim())
  }
  return labels.size < fewestExplained || labels.size * 2 < codes.size ? null : labels
}

import type { DatabaseCell } from '../../../contract/databases/database-tasks'
import type { Token } from '../question/read-question'
import type { Column } from '../schema/profile'
import { isPerson } from '../schema/row-names'
import { fillers } from '../words/fillers'
import { best, isFormOf, likeness } from '../words/likeness'
import { canonical, isPlural, isPresentVerb, isVerb } from '../words/words'
import { isCountry } from './countries'
import type { Ref } from './ref'
import { plain, type Vocabulary } from './vocabulary'

const country = canonical('country')

/** "Waiting for parts" of `waiting_parts`. */
function valuesWithout(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
): NonNullable<ReturnType<Vocabulary['values']['get']>> {
  const [first, between, last, ...more] = tokens
  if (last === undefined || more.length > 0 || !/^(?:for|on|to|of|in|at|with)$/.test(between!.lower)) return []
  return (vocabulary.values.get(plain(`${first!.text} ${last.text}`)) ?? []).filter(({ value }) =>
    /_/.test(String(value)),
  )
}

/** Values that words name, whole, by a part of a name, or by a word that people use for it. */
export function valueRefs(vocabulary: Vocabulary, tokens: readonly Token[]): Ref[] {
  const [first] = tokens
  const text = tokens.map((token) => token.text).join(' ')
  const isSure = first!.isQuoted || first!.isCapital || /\p{Script=Han}{2}/u.test(text)
  const found = vocabulary.values.get(plain(text)) ?? valuesWithout(vocabulary, tokens)
  // Who translates is no translation, and housekeepers are no housekeeping.
  const isActor = (value: DatabaseCell): boolean =>
    tokens.length === 1 && /(?:[^aeiou]er|or)s?$/.test(first!.lower) && /(?:ion|ing|ment)$/i.test(String(value))
  const byColumn = new Map<Column, DatabaseCell[]>()
  for (const { column, value, exactCase } of found) {
    if (exactCase && !first!.isQuoted && String(value) !== text) continue
    byColumn.set(column, [...(byColumn.get(column) ?? []), value])
  }
  // 'A' is no 'A-'.
  for (const [column, values] of byColumn) {
    const same = values.filter((value) => String(value).toLowerCase() === text.toLowerCase())
    if (same.length > 0 && same.length < values.length) byColumn.set(column, same)
  }
  let score = 1 + (isSure ? 0.15 : 0)
  if (byColumn.size === 0 && !first!.isQuoted) {
    score = 0.8
    for (const { column, value } of vocabulary.stems.get(tokens.map(({ lower }) => canonical(lower)).join(' ')) ?? []) {
      // Who pays is not what is paid.
      const isActive = tokens.length === 1 && isVerb(String(value)) && isPresentVerb(first!.lower.replace(/s$/, ''))
      if (!isActive && !isActor(value)) byColumn.set(column, [...(byColumn.get(column) ?? []), value])
    }
    // Of `cat` the stem is what it is short for.
    const single = byColumn.size === 0 && isPlural(text) ? (vocabulary.values.get(plain(text.slice(0, -1))) ?? []) : []
    for (const { column, value, exactCase } of single)
      if (!exactCase) byColumn.set(column, [...(byColumn.get(column) ?? []), value])
    const words = tokens.map(({ lower }) => canonical(lower))
    for (const column of byColumn.size === 0 ? vocabulary.flags : []) {
      // `isHaz` says which are hazardous.
      // Repairs are not what is in service.
      const isOther = isPlural(text) && words.some((word) => !column.words.some((name) => isFormOf(word, name)))
      const isSaid = !isOther && words.every((word) => best(word, column.words) > 0)
      if (isSaid && column.words.every((name) => words.some((word) => likeness(word, name) > 0)))
        byColumn.set(column, [column.truth!.yes])
    }
    // What its name says whole is meant rather than shown: "with a rope certificate".
    const isOwn = ({ truth, table }: Column): boolean =>
      truth !== null && words.every((word) => best(word, table.words) === 0)
    if (words.length > 1 && [...byColumn.keys()].every(isOwn)) score = 0.85
  }
  if (byColumn.size === 0) {
    // A part of a name, where it says one: `Eriksen`.
    score = 0.9
    const named = isSure ? (vocabulary.parts.get(plain(text)) ?? []) : []
    if (named.length === 1) byColumn.set(named[0]!.column, [named[0]!.value])
    const [only] = tokens
    if (byColumn.size === 0 && tokens.length === 1 && !isSure && !fillers.has(only!.lower)) {
      score = 0.72
      for (const { column, value, word } of vocabulary.kinds) {
        if (likeness(canonical(only!.lower), word) > 0.75 && !isActor(value))
          byColumn.set(column, [...(byColumn.get(column) ?? []), value])
      }
      // Drummers play the drums, violinists the violin.
      const played = /^(.{3,12}?)(?:(.)\2?er|ist)s?$/.exec(only!.lower)
      const instrument = played === null ? '' : `${played[1]}${played[2] ?? ''}`
      if (byColumn.size === 0 && instrument.length >= 4)
        for (const { column, value } of vocabulary.kinds) {
          const said = String(value).toLowerCase()
          if ((said === instrument || said === `${instrument}s` || said === `${instrument}o`) && isPerson(column.table))
            byColumn.set(column, [value])
        }
      // What somebody directs they are the director of.
      const [done, ...more] = [...byColumn.values()].flat()
      const isAgent = /(?:er|or)$/i.test(String(done)) && canonical(String(done)).startsWith(canonical(only!.lower))
      if (isAgent && more.length === 0) score = 0.95
      // What several values are called is none of them: dishes are no starters and desserts.
      for (const [column, several] of byColumn) if (several.length > 1) byColumn.delete(column)
    }
  }
  // Japan is a country before it is a region that is called so.
  const isOfCountry = (column: Column): boolean =>
    byColumn.size > 1 && column.words.includes(country) && isCountry(text)
  return [...byColumn].map(([column, values]) => ({
    kind: 'value',
    column,
    values,
    score: score + (isOfCountry(column) ? 0.1 : 0),
  }))
}

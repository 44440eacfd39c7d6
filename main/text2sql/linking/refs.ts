import type { Token } from '../question/read-question'
import type { Column, Table } from '../schema/profile'
import { isMeasureColumn, isPerson } from '../schema/row-names'
import { best } from '../words/likeness'
import { canonical, identifierWords, isPlural, isPresentVerb, isVerb, joined, making, nameParts } from '../words/words'
import { actingOf, actsOf } from './acts'
import { genericWords, isNoDay, looseColumns } from './loose-columns'
import { columnScore, isGlued, isPer, tableScore, tallyWords } from './name-score'
import { nameOwned } from './owned-names'
import type { Ref } from './ref'
import type { Vocabulary } from './vocabulary'

const person = canonical('person')
const kindNouns: ReadonlySet<string> = new Set(['type', 'kind', 'sort', 'level', 'degree'].map(canonical))
/** What people do, which is no part of what they are called. */
/** What stands before pay that is a noun. */
const payPeriods = /^(?:hourly|daily|weekly|monthly|annual|yearly|base|basic|gross|net|average|total)$/
const trading = /^(?:buy|sell|pay|send|give|spend|teach|write|win|lose|take|make|get)$/

const percent = canonical('percent')

/** Tables and columns that words name. */
export function schemaRefs(vocabulary: Vocabulary, tokens: readonly Token[]): Ref[] {
  if (tokens.length === 0 || tokens.some(({ isQuoted }) => isQuoted)) return []
  const ofAt = tokens.findIndex(({ lower }) => lower === 'of')
  if (ofAt < 0 && tokens.some(({ lower }) => lower === 'the')) return []
  // "Price per ton" and "quantity on hand" are names only where these say so themselves.
  const inner = tokens.slice(1, -1).find(({ lower }) => /^(?:per|on|in|at|to)$/.test(lower))?.lower
  const isInside = inner !== undefined
  const content = tokens.filter(({ lower }) => !['of', 'the', inner].includes(lower))
  // "The sum of the bonuses" adds them up.
  if (ofAt === 1 && /^(?:sum|average|mean|maximum|minimum)$/.test(tokens[0]!.lower)) return []
  // In "customers joined" the verb says what they did.
  const last = content.at(-1)?.lower ?? ''
  const isPay = last === 'pay' && payPeriods.test(content.at(-2)?.lower ?? '')
  const endsInVerb =
    content.length > 1 &&
    !isPay &&
    (isVerb(last) || trading.test(last) || (/s$/.test(last) && isPresentVerb(last.replace(/(?:(?<=ch|sh|o)e)?s$/, ''))))
  const ends = [tokens[0]!.lower, tokens.at(-1)!.lower]
  const isCut = ends.some((word) => word === 'of' || word === 'the' || (word === '的' && tokens.length > 1))
  if (isCut || content.length === 0) return []
  const words = content.flatMap(({ lower }) =>
    /\p{Script=Han}/u.test(lower) ? identifierWords(lower) : [canonical(lower)],
  )
  // "The payment method of paid invoices": which of them, not how they were paid.
  if (ofAt > 0 && tokens.slice(ofAt + 1, -1).some(({ lower }) => isVerb(lower))) return []
  const beforeOf = ofAt < 0 ? 0 : tokens.slice(0, ofAt).filter(({ lower }) => lower !== 'the').length
  // `TestDrive` is “test drive”, `SalesPerson` what salespeople are.
  const isWholeName = ({ name, words: named }: Table): boolean =>
    tokens.length > 1 ? isGlued(tokens, name) : named.length > 1 && words[0] === canonical(joined(name))
  const isOther = (word: string, { name: own }: Table): boolean =>
    vocabulary.profile.tables.some(
      ({ name, words: [only, ...more] }) => name !== own && only === word && more.length === 0,
    )
  const refs: Ref[] = []
  const dated: Table[] = []
  for (const table of vocabulary.profile.tables) {
    const score = isWholeName(table) ? 1.06 : ofAt < 0 && !endsInVerb && !isInside ? tableScore(words, table) : 0
    if (score > 0) refs.push({ kind: 'table', table, score })
    for (const column of table.columns) {
      // "the active customers" are customers.
      if (column.type === 'boolean' && words.length > 1 && words.some((word) => best(word, table.words) > 0)) continue
      // What was sold need not have been `sold_online`.
      const isPartOfState = column.type === 'boolean' && column.words.length > 1 && content.length === 1
      if (isPartOfState && making.test(content[0]!.lower)) continue
      // What was sold is on no order any more: `UnitsOnOrder`.
      if (last === 'sold' && column.type === 'number' && !nameParts(column.name).includes('sold')) continue
      // "Number of households" counts them, whatever their numbers are called; "percentage of loads" is no `dirt_pct`.
      if (ofAt === 1 && words[0] === 'number' && column.isKey) continue
      if (ofAt === 1 && words[0] === percent && column.words.indexOf(percent) > 0) continue
      if (isInside && !(nameParts(column.name).includes(inner) && words.every((word) => best(word, column.words) > 0)))
        continue
      const isWhole = (tokens.length === 1 || column.type !== 'boolean') && isGlued(tokens, column.name)
      // "Per vehicle make" of vehicles that have one.
      const isTheirs = trading.test(last) && column.words.join(' ') === words.at(-1) && best(words[0]!, table.words) > 0
      if (endsInVerb && !isWhole && !isTheirs && !words.every((word) => column.words.includes(word))) continue
      // "Which employee manages it": a verb is no part of a name.
      if (content.length > 1 && !isWhole && doesWhat(content.at(-1)!.lower, column)) continue
      // "Sales" are no day on which something was sold.
      if (column.type === 'date' && content.length === 1 && isPlural(content[0]!.lower) && !isVerb(content[0]!.lower)) {
        if (column.words.includes(words[0]!)) dated.push(table)
        continue
      }
      if (isNoDay(words, column)) continue
      const columnMatch =
        (isWhole ? 1.05 : columnScore(words, beforeOf, column)) - (column.type === 'boolean' ? 0.3 : 0)
      const saysTable = words.length > 1 && best(ofAt < 0 ? words[0]! : words.at(-1)!, column.words) === 0
      // The total of a loan is not what a payment on it amounts to.
      const owners = vocabulary.profile.tables.filter(
        (other) =>
          other.words.length === 1 &&
          other.words[0] === (ofAt === 1 && genericWords.has(words[0]!) ? words.at(-1) : words[0]),
      )
      if (saysTable && owners.length > 0 && !owners.includes(column.table)) continue
      // Who "buy cars" name no key of the cars that were bought.
      if (saysTable && column.isKey && isPresentVerb(content[0]!.lower)) continue
      // "Survey sites" are sites, and no `site_id` of a survey.
      if (saysTable && column.isKey && ofAt < 0 && isPlural(last) && isOther(words.at(-1)!, table)) continue
      if (columnMatch > 0.3) refs.push({ kind: 'column', column, score: columnMatch, saysTable })
    }
  }
  // "Hires by year" are people who were hired, by the day on which they were.
  const [of, ...more] = dated
  if (refs.length === 0 && of !== undefined && more.length === 0) refs.push({ kind: 'table', table: of, score: 0.7 })
  nameOwned(refs, words, ofAt, vocabulary.profile)
  if (words.length === 1 && refs.length === 0)
    refs.push(
      ...looseColumns(vocabulary.profile, content[0]!.lower, words[0]!)
        .filter(({ column }) => !isPer(words, column))
        .map((loose) => ({ kind: 'column' as const, saysTable: false, ...loose })),
    )
  // "Paid" of `pdt`, whose comment is "date paid".
  if (words.length === 1 && refs.length === 0 && isVerb(content[0]!.lower))
    refs.push(...toldRefs(vocabulary, content[0]!).filter((ref) => ref.kind === 'column' && ref.column.type === 'date'))
  // The type of activity is what `activity` holds.
  if (ofAt === 1 && refs.length === 0 && kindNouns.has(words[0]!))
    refs.push(
      ...schemaRefs(vocabulary, tokens.slice(2)).filter(
        (ref) => ref.kind === 'column' && ref.column.type === 'text' && !ref.column.isKey && ref.score >= 1,
      ),
    )
  // The customers of customer orders are the names that these hold.
  for (const ref of refs.filter(({ kind }) => kind === 'table')) {
    if (ref.kind !== 'table' || ref.score >= 1 || words.length > 1) continue
    const { words: named, columns } = ref.table
    const isHead = named.at(-1) === words[0] || !named.includes(words[0]!)
    const holder = isHead ? undefined : columns.find((column) => namesOf(column, words[0]!))
    if (holder === undefined) continue
    refs.splice(refs.indexOf(ref), 1, { kind: 'column', column: holder, score: 1, saysTable: false })
  }
  // People are the rows of what tells names, births and logins.
  if (words.length === 1 && words[0] === person && !refs.some(({ kind }) => kind === 'table')) {
    for (const table of vocabulary.profile.tables) if (isPerson(table)) refs.push({ kind: 'table', table, score: 0.75 })
  }
  // The costs of `costs` are its figures before its rows.
  const figured = refs.flatMap((ref) =>
    ref.kind === 'column' && ref.score >= 1 && isMeasureColumn(ref.column) ? [ref.column.table] : [],
  )
  for (const ref of [...refs]) {
    if (ref.kind !== 'table' || !figured.includes(ref.table)) continue
    if (words.length > 1 && !isWholeName(ref.table)) continue
    // What is only another word for its name it does not name beside them.
    if (ref.score < 1) refs.splice(refs.indexOf(ref), 1)
    else refs[refs.indexOf(ref)] = { ...ref, score: 0.8 }
  }
  for (const [at, ref] of [...refs].entries())
    if (ref.kind === 'column' && refs.some((other) => isSaidBetter(other, ref)))
      refs[at] = { ...ref, score: ref.score - 0.15 }
  // A country is its name rather than its code, where both are said by it alone.
  for (const [at, ref] of [...refs].entries())
    if (ref.kind === 'column' && !words.includes('code') && isCodeBesideName(ref.column, refs))
      refs[at] = { ...ref, score: ref.score - 0.15 }
  // A price is what is called one before any other amount.
  const isCalled = ({ words: own }: Column): boolean => own.includes(words.at(-1)!)
  if (
    (words.length === 1 || (words.length === 2 && words[0] === 'total')) &&
    refs.some((ref) => ref.kind === 'column' && isMeasureColumn(ref.column) && isCalled(ref.column))
  ) {
    for (const [at, ref] of refs.entries())
      if (ref.kind === 'column' && isMeasureColumn(ref.column) && !isCalled(ref.column) && ref.score < 0.9)
        refs[at] = { ...ref, score: ref.score - 0.2 }
  }
  // Orders are the rows of blood orders before the units ordered.
  const isRows = words.length === 1 && refs.some((ref) => ref.kind === 'table' && endsIn(ref.table, words[0]!))
  if (isRows && isPlural(content[0]!.lower)) {
    for (const [at, ref] of refs.entries())
      if (
        ref.kind === 'column' &&
        isMeasureColumn(ref.column) &&
        namesOfAll(ref.column).every(([first]) => first !== words[0])
      )
        refs[at] = { ...ref, score: ref.score - 0.3 }
  }
  // "Labels" are the rows of `label` before they are what another table calls so.
  const named = refs.find((ref) => ref.kind === 'table' && ref.score > 1)
  if (named?.kind === 'table' && /s$/i.test(content.at(-1)!.lower)) {
    for (const [at, ref] of refs.entries())
      if (ref.kind === 'column' && ref.column.table !== named.table) refs[at] = { ...ref, score: ref.score - 0.15 }
  }
  // What was collected on a day names no collector.
  const isDated =
    content.length === 1 &&
    isVerb(content[0]!.lower) &&
    refs.some((ref) => ref.kind === 'column' && ref.column.type === 'date' && ref.score >= 1)
  for (const ref of isDated ? [...refs] : [])
    if (ref.kind === 'table' && ref.score < 1 && /(?:er|or)$/.test(ref.table.words.at(-1)!))
      refs.splice(refs.indexOf(ref), 1)
  // "Applications" of applicants, "who applied": rows of what they did, where one table alone holds these.
  const acting = content.length === 1 ? actingOf(vocabulary.profile, content[0]!.lower) : []
  if (
    acting.length > 0 &&
    refs.every((ref) => (ref.kind === 'table' ? acting.includes(ref.table) : ref.column.isKey))
  ) {
    const acts = actsOf(vocabulary.profile, acting)
    return acts.length === 1 ? [{ kind: 'table', table: acts[0]!, score: 0.9 }] : []
  }
  // Adoptions are no adopters, although one word is made from the other.
  if (content.length === 1) {
    const [{ lower }] = content as [Token]
    const partsOf = (ref: Ref): string[] => nameParts(ref.kind === 'table' ? ref.table.name : ref.column.name)
    const isSaid = (part: string): boolean => part.replace(/e?s$/, '') === lower.replace(/e?s$/, '')
    const isMade = (ref: Ref): boolean =>
      !partsOf(ref).some(isSaid) && partsOf(ref).some((part) => part.length > 3 && canonical(part) === words[0])
    if (refs.some((ref) => ref.kind === 'table' && ref.score >= 1 && partsOf(ref).some(isSaid)))
      return refs.filter((ref) => !isMade(ref))
  }
  // A word that is in the name of one table alone says it nearly as well as the whole name.
  // Jobs are repair jobs before they are the parts of jobs.
  const tables = refs.filter((ref) => ref.kind === 'table')
  const heads = tables.filter((ref) => ref.kind === 'table' && endsIn(ref.table, words.at(-1)!))
  const [only, ...others] = tables.length === 1 ? tables : heads
  if (only === undefined || others.length > 0 || only.score < 0.6) return refs
  // `PanelCount` counts panels, which are no panel models.
  const isHead = only.kind === 'table' && endsIn(only.table, words.at(-1)!)
  const counts = (ref: Ref): boolean =>
    ref.kind === 'column' && ref.score >= 0.8 && ref.column.words.some((word) => tallyWords.has(word))
  if (!isHead && refs.some(counts)) return refs
  return refs.map((ref) => (ref === only ? { ...ref, score: Math.max(ref.score, 0.95) } : ref))
}

const namesOfAll = ({ words, alsoCalled }: Table | Column): readonly (readonly string[])[] => [words, ...alsoCalled]
const endsIn = (table: Table, word: string): boolean => namesOfAll(table).some((name) => name.at(-1) === word)

/**
 * The one table or column whose comment has a word that nothing is called: of a day what was done then, "repaired" of "date
 * repaired". A table before what its columns are of.
 */
export function toldRefs({ profile }: Vocabulary, { lower }: Token): Ref[] {
  const word = canonical(lower)
  const [table, ...otherTables] = profile.tables.filter(({ told }) => told.has(word))
  // Water meters are no water, but the papers of a paper stock are its rows.
  if (table !== undefined && otherTables.length === 0 && isPlural(lower)) return [{ kind: 'table', table, score: 0.75 }]
  const [column, ...others] = profile.tables.flatMap(({ columns }) => columns.filter(({ told }) => told.has(word)))
  if (column === undefined || others.length > 0 || (column.type === 'date' && !isVerb(lower)) || column.isKey) return []
  return [{ kind: 'column', column, score: column.type === 'date' ? 1 : 0.7, saysTable: false }]
}

/** Votes are `votes` before `vote_percent` of the same table, and a match season is a row of `match_season` before its `season`. */
const isSaidBetter = (other: Ref, { column, score, saysTable }: Ref & { readonly kind: 'column' }): boolean =>
  other.score > 1 &&
  score < other.score &&
  (other.kind === 'column'
    ? other.column !== column && other.column.table === column.table && !other.saysTable
    : other.kind === 'table' && other.table === column.table && saysTable)

/** Whether a word says what somebody does whom a column names: "manages" of `manager_id`. */
const doesWhat = (word: string, { name }: Column): boolean =>
  /[^s]s$/.test(word) &&
  nameParts(name).some((part) =>
    [`${word.slice(0, -1)}r`, `${word.slice(0, -1)}er`, `${word.slice(0, -1)}or`].includes(part),
  )

/** Whether a column holds the codes of what another holds the names of, as `Country Code` beside `Country Name`. */
function isCodeBesideName({ words, table }: Column, refs: readonly Ref[]): boolean {
  const of = words.slice(0, -1).join(' ')
  return (
    words.at(-1) === 'code' &&
    of !== '' &&
    refs.some(
      (other) =>
        other.kind === 'column' && other.column.table === table && other.column.words.join(' ') === `${of} name`,
    )
  )
}

/** Whether a column of texts is called what a word says, or its name. */
const namesOf = ({ type, name, isKey }: Column, word: string): boolean => {
  const own = identifierWords(name)
  return type === 'text' && !isKey && own.includes(word) && own.every((one) => one === word || one === 'name')
}

import type { DatabaseCell } from '../../../contract/databases/database-tasks'
import { isCountry } from '../linking/countries'
import { stateCodes } from '../linking/vocabulary'
import type { Column, Table } from '../schema/profile'
import { isMeasureColumn, isPerson } from '../schema/row-names'
import { isKnownWord } from '../words/likeness'
import { canonical, canonicalWords, joined } from '../words/words'

/** What a table that is all there is shows of its rows and columns beyond their names. */
export interface TableFacts {
  readonly table: Table
  /** How rows are called in a question that the rules read. */
  readonly rows: string
  /** Words for a row besides, as people say them, in small letters and singular. */
  readonly rowNouns: ReadonlySet<string>
  /** What rows are of which a column says the type: stores of `type_store`. */
  readonly typedNouns: ReadonlySet<string>
  /** Each row is another day: the column that tells which. */
  readonly day: Column | null
  /** The one column that says when. */
  readonly when: Column | null
  /** The only figure. */
  readonly measure: Column | null
  /** The only text that sorts rows, as `Entity` of disasters or `symbol` of prices. */
  readonly kind: Column | null
  /** Whether a row is what `kind` was at some time, so that "per stock" is per symbol. */
  readonly isSeries: boolean
  /** Of `kind`: what stands for all others together, as “All natural disasters”, which nothing is to count twice. */
  readonly totals: readonly DatabaseCell[]
  /** Holds countries, whatever it is called. */
  readonly countries: Column | null
  /** Holds codes of American states, whatever it is called. */
  readonly states: Column | null
  /** Columns by the first letters of their names: `mpg` of miles per gallon. */
  readonly acronyms: ReadonlyMap<string, Column>
}

const home = canonical('home')
const away = canonical('away')
const age = canonical('age')
const personNouns =
  'person people individual victim passenger patient participant respondent subject player guest customer student member survivor resident'.split(
    ' ',
  )
/** What any table has. */
const anyRows = 'row record entry observation case sighting incident instance occurrence sample'.split(' ')

export function factsOf(table: Table): TableFacts {
  const { columns, rows } = table
  const dates = columns.filter(({ type }) => type === 'date')
  const years = columns.filter(({ isYear }) => isYear)
  const measures = columns.filter(isMeasureColumn)
  const kinds = columns.filter(
    ({ type, isUnique, isKey, values }) => type === 'text' && !isUnique && !isKey && values !== null,
  )
  const [day] = dates.filter(({ isUnique }) => isUnique)
  const [kind = null] = kinds.length === 1 ? kinds : []
  const when = dates.length === 1 ? dates[0]! : dates.length === 0 && years.length === 1 ? years[0]! : null
  return {
    table,
    rows: table.name,
    rowNouns: rowNounsOf(table),
    typedNouns: typedNounsOf(table),
    day: day ?? null,
    when,
    measure: measures.length === 1 ? measures[0]! : null,
    kind,
    isSeries: isSeriesOf(kind, when, rows),
    totals: totalsOf(kind),
    countries: columns.find((column) => !saysCountry(column) && holdsCountries(column)) ?? null,
    states: columns.find(holdsStates) ?? null,
    acronyms: acronymsOf(columns),
  }
}

/** Of all pairs of a kind and a time a series has a row for so many, and for none two: sales by region and day have few. */
const leastFilled = 0.5
function isSeriesOf(kind: Column | null, when: Column | null, rows: number | null): boolean {
  const pairs = (kind?.values?.length ?? 0) * (when?.values?.length ?? 0)
  return rows !== null && pairs > 0 && rows <= pairs && rows >= leastFilled * pairs
}

/** Fewer kinds are no parts of a whole. */
const leastKinds = 3
function totalsOf(kind: Column | null): readonly DatabaseCell[] {
  const totals = (kind?.values ?? []).filter((value) =>
    /^(?:all|total|overall|grand total|world)(?: |$)/i.test(String(value)),
  )
  return (kind?.values?.length ?? 0) - totals.length >= leastKinds ? totals : []
}

function rowNounsOf(table: Table): ReadonlySet<string> {
  const nouns = new Set(anyRows)
  const has = (word: string): boolean => table.columns.some(({ words }) => words.includes(word))
  const isOfPeople =
    isPerson(table) || table.columns.some(({ words, type }) => type === 'number' && words.join(' ') === age)
  const isOfOneSex = isOfPeople && !has(canonical('sex')) && !has(canonical('gender'))
  for (const noun of isOfPeople ? personNouns : []) nouns.add(noun)
  for (const noun of isOfOneSex ? ['woman', 'women', 'man', 'men'] : []) nouns.add(noun)
  if (has(home) && has(away)) for (const noun of ['game', 'match', 'fixture']) nouns.add(noun)
  if (has(canonical('director')) && has('title')) for (const noun of ['movie', 'film']) nouns.add(noun)
  // `birdstrikes` are strikes.
  const name = joined(table.name).replace(/s$/, '')
  for (let at = 3; at <= name.length - 4; at += 1)
    if (isWord(name.slice(0, at)) && isWord(name.slice(at))) nouns.add(name.slice(at))
  // What a day is called after happened then: deaths of a `death_date`.
  for (const { type, words } of table.columns)
    if (type === 'date' && words.length === 2 && words[1] === 'date') nouns.add(words[0]!)
  return nouns
}

/** `storenum`, `store_id` of a store, where no row has another's; `type_store`, of which kind it is. */
function typedNounsOf({ columns }: Table): ReadonlySet<string> {
  return new Set(
    columns.flatMap(({ name, type, isUnique }) => {
      const [, typed] = /^(?:type|kind)(?:[_ ]of)?[_ ]([a-z]{3,20})$/i.exec(name) ?? []
      const [, own] = isUnique ? (/^([a-z]{4,20}?)[_ ]?(?:id|num|number|no|nr|code)$/i.exec(name) ?? []) : []
      const noun = (type === 'text' ? typed : undefined) ?? own
      return noun === undefined ? [] : [noun.toLowerCase()]
    }),
  )
}

/** Of the values of a column that say in which American state something is. */
const leastStates = 0.9
function holdsStates({ type, values, words }: Column): boolean {
  if (type !== 'text' || values === null || values.length < 5 || words.includes('state')) return false
  const codes = values.filter((value) => Object.hasOwn(stateCodes, String(value)))
  return codes.length >= leastStates * values.length
}

const shortWords = canonicalWords('bird strike earth quake air craft flight crash rain fall snow house hold work book')
const isWord = (part: string): boolean => shortWords.has(canonical(part)) || isKnownWord(part)

const saysCountry = ({ words }: Column): boolean => words.includes(canonical('country'))

/** Of the values of a column that say where its rows are from. */
const leastCountries = 0.6
function holdsCountries({ type, values }: Column): boolean {
  if (type !== 'text' || values === null || values.length < 2 || values.length > 300) return false
  const known = values.filter((value) => isCountry(String(value)))
  return known.length >= leastCountries * values.length
}

function acronymsOf(columns: readonly Column[]): ReadonlyMap<string, Column> {
  const found = new Map<string, Column>()
  for (const column of columns) {
    const parts = column.name.replace(/\([^()]*\)/g, '').match(/\p{L}+/gu) ?? []
    const acronym = parts.map((part) => part[0]!.toLowerCase()).join('')
    if (acronym.length >= 3 && !isKnownWord(acronym)) found.set(acronym, column)
  }
  return found
}

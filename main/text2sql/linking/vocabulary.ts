import type { DatabaseCell } from '../../../contract/databases/database-tasks'
import { once } from '../../../contract/once'
import { wordTable } from '../../../contract/word-table'
import { type Code, codesOf } from '../schema/codes'
import type { FoundNames } from '../schema/names-in-rows'
import type { Column, DatabaseProfile } from '../schema/profile'
import { best } from '../words/likeness'
import { canonical, canonicalWords, isVerb, nameParts, segmentHan } from '../words/words'
import { demonyms, namesOfCountries } from './countries'

/** Text as values and words of questions meet: who types Zurich means Zürich. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Script=Latin}\p{M}+/gu, (letter) => letter[0]!)
    .normalize('NFKC')
    .replace(/['’‘]/g, "'")
    .replace(/[\s\-_.,]+/g, ' ')
    .trim()
    .toLowerCase()

/** Different values of a column that sorts rows into kinds. */
const maxKinds = 40
const opposites: readonly (readonly [string, string])[] = [
  ['open', 'closed'], ['active', 'inactive'], ['active', 'disabled'], ['active', 'deactivated'], ['available', 'unavailable'], ['enabled', 'disabled'], ['paid', 'unpaid'], ['read', 'unread'],
  ['online', 'offline'], ['private', 'public'], ['valid', 'invalid'], ['visible', 'hidden'], ['resolved', 'unresolved'], ['settled', 'unsettled'], ['finished', 'unfinished'],
  ['married', 'unmarried'], ['confirmed', 'unconfirmed'], ['used', 'unused'], ['verified', 'unverified'], ['indoor', 'outdoor'],
] // biome-ignore format: pairs

export const stateCodes = wordTable<string>(
  Object.fromEntries(
    `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming`
      .split('|')
      .map((pair) => [pair.slice(0, 2), pair.slice(3)]),
  ),
)

/** What amounts in a currency are called. */
const currencies = wordTable<readonly string[]>({
  eur: ['euro', 'euros'], usd: ['dollar', 'dollars'], cny: ['yuan'], gbp: ['pound', 'pounds'], jpy: ['yen'], chf: ['francs'],
}) // biome-ignore format: pairs

/** What two-letter codes are names of: in both languages, of a column that says which codes it holds. */
const coded = once(() =>
  (['region', 'language'] as const).flatMap((type) =>
    ['en', 'zh'].map((language) => ({ type, names: new Intl.DisplayNames(language, { type, fallback: 'none' }) })),
  ),
)
/** Countries as Chinese calls them, by their English names. */
const regionsInChinese = once((): ReadonlyMap<string, string> => {
  const english = namesOfCountries('en')
  return new Map(
    [...namesOfCountries('zh')].flatMap(([code, chinese]) => {
      const name = english.get(code)
      return name === undefined ? [] : [[plain(name), chinese] as const]
    }),
  )
})
/** What a country, or what comes from it, is called besides, of a column that says so. */
function namesOfCountry(column: Column, value: string): string[] {
  if (!codeWords.region.some((word) => best(canonical(word), column.words) > 0)) return []
  const names = [plain(value), ...namesOfCode(column, value).map(plain)]
  return demonyms
    .map((pair) => pair.map(plain))
    .filter((pair) => pair.some((name) => names.includes(name)))
    .flat()
}
/** 朝阳 of 朝阳区: what a place or a kind is said without. */
const placeEndings = /(?:[省市区县镇乡村路街站店馆院部系班族型类]|大学|公司|集团)$/u
const codeWords = { region: ['country', 'nation', 'nationality', 'flag'], language: ['language'] }

function namesOfCode(column: Column, value: string): string[] {
  if (!/^[a-z]{2}$/i.test(value)) return []
  return coded()
    .filter(({ type }) => codeWords[type].some((word) => best(canonical(word), column.words) > 0))
    .flatMap(({ names, type }) => names.of(type === 'region' ? value.toUpperCase() : value.toLowerCase()) ?? [])
}

/** Whether a name begins with what was done. */
const isDone = (name: string, first: string): boolean => {
  const [verb = ''] = nameParts(name)
  return isVerb(verb) && canonical(verb) === first
}

const placeNames = canonicalWords('place city town location birthplace hometown origin venue')
const holdsPlaces = ({ words, isUnique }: Column): boolean => !isUnique && words.some((word) => placeNames.has(word))

/** What stands for a value: it itself, and what a code of it means. */
const textsOf = ({ labels }: Column, value: DatabaseCell): (readonly [value: DatabaseCell, text: string])[] => {
  const label = labels?.get(String(value))
  return label === undefined
    ? [[value, String(value)]]
    : [
        [value, String(value)],
        [value, label],
      ]
}

/** The words of a database's values and names, to look words of questions up in. */
export interface Vocabulary {
  readonly profile: DatabaseProfile
  readonly values: ReadonlyMap<
    string,
    readonly { readonly column: Column; readonly value: DatabaseCell; readonly exactCase: boolean }[]
  >
  readonly stems: ReadonlyMap<string, readonly { readonly column: Column; readonly value: DatabaseCell }[]>
  /** Values by the words inside them: `Eriksen` of `Dr. Hana Eriksen`. */
  readonly parts: ReadonlyMap<string, readonly { readonly column: Column; readonly value: DatabaseCell }[]>
  /** One-word values of columns that sort rows into kinds. */
  readonly kinds: readonly { readonly column: Column; readonly value: DatabaseCell; readonly word: string }[]
  readonly codes: readonly Code[]
  /** Columns that say yes or no. */
  readonly flags: readonly Column[]
  /** Values with signs inside them, as `AC/DC`. */
  readonly signed: readonly string[]
  readonly words: ReadonlySet<string>
  readonly han: ReadonlySet<string>
}

/** @param found values of columns with more than are read, which a question was found to name */
export function vocabularyOf(profile: DatabaseProfile, found: FoundNames = new Map()): Vocabulary {
  const values = new Map<string, { column: Column; value: DatabaseCell; exactCase: boolean }[]>()
  const stems = new Map<string, { column: Column; value: DatabaseCell }[]>()
  const parts = new Map<string, { column: Column; value: DatabaseCell }[]>()
  const kinds: { column: Column; value: DatabaseCell; word: string }[] = []
  const signed: string[] = []
  const words = new Set<string>()
  const han = new Set<string>()
  const put = (key: string, column: Column, value: DatabaseCell, exactCase = false): void => {
    if (key === '') return
    const list = values.get(key) ?? []
    if (!list.some((known) => known.column === column && known.value === value)) list.push({ column, value, exactCase })
    values.set(key, list)
  }
  // A Chinese name is a word of its own, and so is what a flag says: 是否住校, 住校.
  const hanNames = (name: string): void => {
    for (const run of name.match(/\p{Script=Han}{2,}/gu) ?? []) {
      han.add(run.replace(/^是否/, ''))
      // 成交 of 成交金额, which 成交总金额 says, too.
      for (const part of segmentHan(run, new Set())) if (/^\p{Script=Han}{2,}$/u.test(part)) han.add(part)
    }
  }
  for (const table of profile.tables) {
    for (const word of table.words) words.add(word)
    hanNames(table.name)
    for (const column of table.columns) {
      for (const word of column.words) words.add(word)
      hanNames(column.name)
      if (column.truth !== null) {
        const { yes: holds, no: fails } = column.truth
        const said = column.name.replace(/^是否/, '')
        put(plain(said.replace(/^(?:is|has|was)[_ ]?(?=[a-z])/i, '')), column, holds)
        // What was sold need not have been `sold_online`.
        const [done, ...how] = column.words
        const parts = how.length > 0 && isDone(column.name, done!) ? how : column.words
        for (const stem of new Set([column.words.join(' '), ...parts]))
          stems.set(stem, [...(stems.get(stem) ?? []), { column, value: holds }])
        for (const word of parts) {
          const pairs = opposites.filter((words) => words.some((one) => canonical(one) === word))
          put(pairs[0]?.find((one) => canonical(one) === word) ?? word, column, holds)
          for (const pair of pairs) put(pair.find((one) => canonical(one) !== word)!, column, fails)
        }
      }
      if (column.type !== 'text' && column.labels === undefined) continue
      const isState = column.words.includes('state')
      const isSex = column.words.some((word) => word === canonical('sex') || word === canonical('gender'))
      for (const [value, text] of (column.values ?? found.get(column) ?? []).flatMap((value) =>
        textsOf(column, value),
      )) {
        const key = plain(text)
        if (/^[\d\s]*$/.test(key)) continue
        put(key, column, value, key.length <= 2)
        if (
          (/[\p{L}\d][/&+()][\p{L}\d(]|\d['’]\p{L}|\p{L}['’]s? \p{L}/u.test(text) && key.length > 2) ||
          /^[A-Z]{1,3}[+-]$/.test(text) ||
          // `H. Hoover`
          /(?:^|\s)\p{Lu}\.\s?\p{Lu}/u.test(text)
        )
          signed.push(text)
        for (const name of [...namesOfCode(column, text), ...namesOfCountry(column, text)])
          put(plain(name), column, value)
        const currency = column.words.includes(canonical('currency')) ? (currencies[key] ?? []) : []
        for (const name of currency) put(name, column, value)
        const sex = isSex ? { f: 'female', m: 'male', w: 'female' }[key] : undefined
        if (sex !== undefined) {
          put(sex, column, value)
          kinds.push({ column, value, word: canonical(sex) })
        }
        if (isState && stateCodes[text] !== undefined) put(plain(stateCodes[text]!), column, value)
        const translated = /\p{Script=Han}/u.test(key) && key.length <= 6 ? segmentHan(key, new Set()).join(' ') : ''
        if (translated !== '' && !/\p{Script=Han}/u.test(translated)) put(plain(translated), column, value)
        // `Paris, France` is said without where it lies.
        const place = /^(\p{Lu}[\p{L} '-]{2,30}), \p{Lu}[\p{L} .'-]{2,30}$/u.exec(text)?.[1]
        if (place !== undefined && holdsPlaces(column)) put(plain(place), column, value)
        const said = key.split(' ')
        // A code is said as it is written: `LIS` lies nowhere.
        const isCode = /^[A-Z]{3,4}$/.test(text)
        if ((column.values?.length ?? 0) <= maxKinds && /^[a-z]{3,}$/.test(key) && !isCode)
          kinds.push({ column, value, word: canonical(key) })
        for (let length = 1; length < Math.min(said.length, 4) && said.length <= 6; length += 1) {
          for (let at = 0; at + length <= said.length; at += 1) {
            const part = said.slice(at, at + length).join(' ')
            if (part.length >= 3) parts.set(part, [...(parts.get(part) ?? []), { column, value }])
          }
        }
        if (/^[a-z][a-z ]{2,}$/.test(key) && !isCode) {
          const stem = key.split(' ').map(canonical).join(' ')
          stems.set(stem, [...(stems.get(stem) ?? []), { column, value }])
        }
        const region = regionsInChinese().get(key)
        const short = key.replace(placeEndings, '')
        const isShort = short !== key && /^\p{Script=Han}{2,}$/u.test(short)
        const others = [region, isShort ? short : undefined].filter((name) => name !== undefined)
        for (const name of others) {
          put(plain(name!), column, value)
          han.add(name!)
        }
        for (const run of text.match(/\p{Script=Han}+/gu) ?? []) if (run.length > 1) han.add(run)
        // 2023/24
        if (/\d\/\d/.test(key)) han.add(text)
        // 高一1班
        if (/\p{Script=Han}/u.test(key) && /[\da-z]/.test(key)) han.add(text)
      }
    }
  }
  const flags = profile.tables.flatMap(({ columns }) => columns.filter(({ type }) => type === 'boolean'))
  const codes = profile.tables.flatMap(({ columns }) => columns.flatMap(codesOf))
  return { profile, values, stems, parts, kinds, codes, flags, signed, words, han }
}

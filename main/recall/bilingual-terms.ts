import type { BilingualTerm } from '../../contract/recall/recall'
import { wordsOf } from '../language'

/** Terms that are offered of one query. */
const mostTerms = 3
/** Characters of all texts that are looked through: those of more hits than a page lists. */
const mostCharacters = 400_000

/** `季节性能系数（seasonal performance factor, SPF）` */
const chineseFirst = /([\p{Script=Han}]{2,24}) ?[（(]([A-Za-z][A-Za-z0-9'’,，;； /-]{1,80})[）)]/gu
/** `Seasonal performance factor (季节性能系数)` */
const latinFirst = /([A-Za-z][A-Za-z'’ -]{1,80}) ?[（(]([\p{Script=Han}]{2,16})[）)]/gu
/** A line of a glossary: `热泵: heat pump`, `热泵 | heat pump`, or the other way round. */
const chineseLine =
  /^[^\p{L}\n]{0,4}([\p{Script=Han}]{2,16}) {0,3}[|:：,，—–-] {0,3}([A-Za-z][A-Za-z'’ -]{1,80})[^\p{L}\n]{0,4}$/gmu
const latinLine =
  /^[^\p{L}\n]{0,4}([A-Za-z][A-Za-z'’ -]{1,80})[|:：,，—–-] {0,3}([\p{Script=Han}]{2,16})[^\p{L}\n]{0,4}$/gmu

/** What stands before a term and is no part of it. */
const before = /[的为是用和与及即称叫如以]$/u
const upToTerm = /^.*[的为是用和与及即称叫如以](?=.{2})/u
/** What stands in parentheses and translates nothing. */
const noTranslation =
  /^(?:see|eg|ie|cf|fig|figure|table|eq|equation|section|chapter|page|pp?|vol|no|et|and|or|in|by)\b/i

interface Pair {
  readonly chinese: string
  readonly latin: string
  /** Of which of them the text does not mark the beginning: words before the term may stand in it. */
  readonly open: 'chinese' | 'latin' | null
}

function* pairsIn(text: string): Generator<Pair> {
  for (const [, chinese = '', latin = ''] of text.matchAll(chineseFirst)) {
    for (const one of latin.split(/[,，;；/]/)) yield { chinese, latin: one.trim(), open: 'chinese' }
  }
  for (const [, latin = '', chinese = ''] of text.matchAll(latinFirst)) {
    yield { chinese, latin: latin.trim(), open: 'latin' }
  }
  for (const [, chinese = '', latin = ''] of text.matchAll(chineseLine)) {
    yield { chinese, latin: latin.trim(), open: null }
  }
  for (const [, latin = '', chinese = ''] of text.matchAll(latinLine)) {
    yield { chinese, latin: latin.trim(), open: null }
  }
}

const han = /\p{Script=Han}/u
const isPhrase = (latin: string): boolean =>
  latin.length > 1 && latin.split(/\s+/).length <= 6 && !noTranslation.test(latin)

/** The end of a run of Chinese that a query holds: the term, where words before it stand in the run as well. */
function chineseTermIn(query: string, { chinese, open }: Pair): string | null {
  if (query.includes(chinese)) return chinese
  if (open !== 'chinese') return null
  for (let from = 1; from <= chinese.length - 2; from++) {
    const term = chinese.slice(from)
    if (query.includes(term) && (term.length > 2 || before.test(chinese.slice(0, from)))) return term
  }
  return null
}

/** The last words of a run of Latin letters that a query holds one after the other: at least two, or all. */
function latinTermIn(stems: readonly string[], { latin, open }: Pair): string | null {
  const words = wordsOf(latin)
  const line = ` ${stems.join(' ')} `
  for (let from = 0; from < words.length; from++) {
    const rest = words.slice(from)
    if (from > 0 && (open !== 'latin' || rest.length < 2)) return null
    if (rest.length > 0 && line.includes(` ${rest.map(({ stem }) => stem).join(' ')} `))
      return latin.slice(rest[0]!.start)
  }
  return null
}

/** The other form of a term, without the words before it that can be told from it. */
function translationIn({ chinese, latin, open }: Pair, isChinese: boolean): string {
  if (!isChinese) return open === 'chinese' ? chinese.replace(upToTerm, '') : chinese
  if (open !== 'latin') return latin
  const words = wordsOf(latin)
  const last = words.findLastIndex(({ isStop }) => isStop)
  return latin.slice(words[last + 1]?.start ?? 0)
}

/**
 * Terms of a query that texts write in Chinese and in Latin letters side by side, each with its other form: the most frequent
 * one. The only dictionary is the library itself.
 * @returns at most three, in the order of the query
 */
export function bilingualTerms(query: string, texts: readonly string[]): BilingualTerm[] {
  const isChinese = han.test(query)
  const stems = wordsOf(query).map(({ stem }) => stem)
  const counts = new Map<string, { readonly term: string; readonly forms: Map<string, number> }>()
  let left = mostCharacters
  for (const text of texts) {
    left -= text.length
    if (left < 0) break
    if (!han.test(text)) continue
    for (const pair of pairsIn(text)) {
      if (pair.open !== 'latin' && !isPhrase(pair.latin)) continue
      const term = isChinese ? chineseTermIn(query, pair) : latinTermIn(stems, pair)
      const translation = translationIn(pair, isChinese)
      if (
        term === null ||
        (isChinese && !isPhrase(translation)) ||
        query.toLowerCase().includes(translation.toLowerCase())
      )
        continue
      const key = term.toLowerCase()
      const found = counts.get(key) ?? { term, forms: new Map<string, number>() }
      counts.set(key, found)
      found.forms.set(translation, (found.forms.get(translation) ?? 0) + 1)
    }
  }
  // A term within another one that was found says less.
  const keys = [...counts.keys()].filter(
    (one) => ![...counts.keys()].some((other) => other !== one && other.includes(one)),
  )
  const placeOf = (key: string): number => query.toLowerCase().indexOf(key)
  return keys
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .slice(0, mostTerms)
    .map((key) => {
      const { term, forms } = counts.get(key)!
      // Of forms that are as frequent the longest: an abbreviation is found in it, and not the other way round.
      const [[translation] = ['']] = [...forms].sort(([one, n], [other, m]) => m - n || other.length - one.length)
      return { term, translation }
    })
}

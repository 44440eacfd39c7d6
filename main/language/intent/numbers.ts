import { figuresOf } from '../text/figures'
import type { Span } from './quoted'

/** Four digits that may be a year; with those of a date behind them. */
const yearDigits =
  /(?<![\p{N}_.,$€£¥#/]|(?<!\d{4})[-–])(1\d{3}|20\d{2})(?![\d%]|[.,]\d)((?:[-/.]\d{1,2}[-/.]\d{1,2})(?!\d))?/gu
const chineseYear = /[一二三四五六七八九〇零]{4}(?=年)/gu
const timely =
  /\b(?:in|since|during|until|till|before|after|between|around|circa|early|late|mid|year|years|from|by|spring|summer|autumn|winter|january|february|march|april|may|june|july|august|september|october|november|december)[\s,]$/i
/** A plural right behind a number is what it counts. */
const pluralBehind = /^\s+\p{Ll}{2,}s\b/u

/** Years of the common era that a text names, from 1000 to 2099. `2000 rows` and `1200个` are none. */
export function yearsIn(text: string): (Span & { readonly year: number })[] {
  const found = [...text.matchAll(yearDigits)].filter((match) => {
    const before = text.slice(Math.max(0, match.index - 12), match.index)
    const after = text.slice(match.index + match[0].length)
    if (match[2] !== undefined || /^\s?年(?!级)/.test(after) || /^['’]?s\b/.test(after) || timely.test(before))
      return true
    if (/^\s?[\p{Script=Han}\p{Script=Latin}]/u.test(after) && !/^\s/.test(after)) return false
    const isRecent = Number(match[1]) >= 1800
    if (/\bthe\s$/i.test(before)) return true
    return !pluralBehind.test(after) && (isRecent || /\bof\s$/i.test(before))
  })
  const years = found.map((match) => spanOf(match, Number(match[1])))
  const chinese = [...text.matchAll(chineseYear)].map((match) =>
    spanOf(match, Number(figuresOf(`${match[0]}年`)[0]?.value ?? 0)),
  )
  return [...years, ...chinese.filter(({ year }) => year >= 1000 && year < 2100)].sort((a, b) => a.start - b.start)
}

const spanOf = (match: RegExpExecArray, year: number): Span & { readonly year: number } => ({
  year,
  text: match[0],
  start: match.index,
  end: match.index + match[0].length,
})

/** A number with what may stand right behind it; none of `R-290`, `UTF-8`, `3.8.3`, `4th` and `2D`. */
const digits =
  /(?<![A-Za-z0-9_#]|[A-Za-z0-9]-|\d\.)\d{1,3}(?:[,，]\d{3})+(?:\.\d+)?(?![\w.]\d)|(?<![A-Za-z0-9_#.,]|[A-Za-z0-9]-)\d+(?:\.\d+)?(?!\d|\.\d|[A-Za-z_])|(?<![A-Za-z0-9_#.,]|[A-Za-z0-9]-)\d+(?:\.\d+)?(?=(?:[kmgt]b|[kmc]?m|k?g|m?[sl]|k?wh?|h|min|px|x|k)\b)/giu
const words: Readonly<Record<string, string>> = {
  two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10', eleven: '11', twelve: '12',
  twenty: '20', thirty: '30', fifty: '50',
} // biome-ignore format: a table of words
const written = /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|fifty)\b(?!-)/gi
/** What Chinese counts with; `第二个` counts nothing. */
const counted =
  /(?<![第一二三四五六七八九十百千两几])[两二三四五六七八九十百千]+(?=[个台次条种名位只件本张辆家间层页行列份组项遍天年月座块套支类])/gu
const han: Readonly<Record<string, string>> = { 两: '2', 二: '2', 三: '3', 四: '4', 五: '5', 六: '6', 七: '7', 八: '8', 九: '9', 十: '10' } // biome-ignore format: a table of words

/** A longer run of digits is no number that anybody means. */
const longest = 24

/** Numbers of a text in its order, written plainly (`1,200` → `1200`, 两个 → `2`). Each once. */
export function numbersIn(text: string): string[] {
  const found = [
    ...[...text.matchAll(digits)].map(({ 0: surface, index }) => ({ index, value: figuresOf(surface)[0]?.value })),
    ...[...text.matchAll(written)].map(({ 0: word, index }) => ({ index, value: words[word.toLowerCase()] })),
    ...[...text.matchAll(counted)].map(({ 0: surface, index }) => ({
      index,
      value: han[surface] ?? figuresOf(`${surface}个`)[0]?.value,
    })),
  ]
  return [
    ...new Set(
      found
        .sort((a, b) => a.index - b.index)
        .flatMap(({ value = '' }) => (value === '' || value.length > longest ? [] : value)),
    ),
  ]
}

import { figuresOf } from '../text/figures'
import type { Span } from './quoted'

/** Four digits that may be a year; with those of a date behind them. */
const digits =
  /(?<![\p{N}_.,$€£¥#/]|(?<!\d{4})[-–])(1\d{3}|20\d{2})(?![\d%]|[.,]\d)((?:[-/.]\d{1,2}[-/.]\d{1,2})(?!\d))?/gu
const chineseYear = /[一二三四五六七八九〇零]{4}(?=年)/gu
const timely =
  /\b(?:in|since|during|until|till|before|after|between|around|circa|early|late|mid|year|years|from|by|spring|summer|autumn|winter|january|february|march|april|may|june|july|august|september|october|november|december)[\s,]$/i
/** A plural right behind a number is what it counts. */
const counted = /^\s+\p{Ll}{2,}s\b/u

/** Years of the common era that a text names, from 1000 to 2099. `2000 rows` and `1200个` are none. */
export function yearsIn(text: string): (Span & { readonly year: number })[] {
  const found = [...text.matchAll(digits)].filter((match) => {
    const before = text.slice(Math.max(0, match.index - 12), match.index)
    const after = text.slice(match.index + match[0].length)
    if (match[2] !== undefined || /^\s?年(?!级)/.test(after) || /^['’]?s\b/.test(after) || timely.test(before))
      return true
    if (/^\s?[\p{Script=Han}\p{Script=Latin}]/u.test(after) && !/^\s/.test(after)) return false
    const isRecent = Number(match[1]) >= 1800
    if (/\bthe\s$/i.test(before)) return true
    return !counted.test(after) && (isRecent || /\bof\s$/i.test(before))
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

import { wordTable } from '../../../contract/word-table'
import { monthNames } from '../../language'
import type { Token } from './read-question'

/** A stretch of time: from its first day to the day after its last, as ISO dates. */
export interface TimeSpan {
  readonly from: string
  readonly to: string
  readonly year: number
  /** 1..12, where it is one month. */
  readonly month: number | null
}

const iso = (year: number, month: number, day = 1): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

/** Older years only where a word before them says that they are one: 1800 may count anything. */
function yearOf(token: Token | undefined, before?: Token): number | null {
  const isLikely = before !== undefined && /^(?:before|after|since|until|in|from|between|year)$/.test(before.lower)
  const pattern = isLikely ? /^(?:1\d|20)\d\d$/ : /^(?:19|20)\d\d$/
  return token !== undefined && pattern.test(token.lower) ? Number(token.lower) : null
}

function monthOf(token: Token | undefined): number | null {
  if (token === undefined || token.isQuoted) return null
  const at = monthNames.findIndex(
    (name) => name === token.lower || (token.lower.length >= 3 && name.startsWith(token.lower)),
  )
  return at < 0 || token.lower === 'mar' ? (token.lower === 'mar' ? 3 : null) : at + 1
}

const partWords = wordTable<number>({
  first: 1,
  '1st': 1,
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
  '4th': 4,
})

const wholeYear = (year: number): TimeSpan => ({ from: iso(year, 1), to: iso(year + 1, 1), year, month: null })
const wholeMonth = (year: number, month: number): TimeSpan => ({
  from: iso(year, month),
  to: iso(year, month + 1),
  year,
  month,
})
const wholeDay = (year: number, month: number, day: number): TimeSpan => ({
  from: iso(year, month, day),
  to: iso(year, month, day + 1),
  year,
  month: null,
})

const isRangeAt = (tokens: readonly Token[], at: number): boolean =>
  ['and', 'to', 'until', 'till', 'through'].includes(tokens[at]?.lower ?? '')

/** A day of a month, as "March 1, 2023", "1 March 2023", "the 1st of March"; its year where one is said. */
function dayAt(
  tokens: readonly Token[],
  at: number,
): { readonly day: number; readonly month: number; readonly year: number | null; readonly length: number } | null {
  const isMonthFirst = monthOf(tokens[at]) !== null
  const of = !isMonthFirst && tokens[at + 1]?.lower === 'of' ? 1 : 0
  const month = monthOf(tokens[isMonthFirst ? at : at + 1 + of])
  const day = Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(tokens[isMonthFirst ? at + 1 : at]?.lower ?? '')?.[1])
  if (month === null || !(day >= 1 && day <= 31)) return null
  const end = at + 2 + of
  const skip = tokens[end]?.lower === ',' ? 1 : 0
  const year = yearOf(tokens[end + skip])
  return { day, month, year, length: 2 + of + (year === null ? 0 : skip + 1) }
}

/** The time that begins at a token, and how many tokens say it; null where none does. A bare year is one only after `mayBeYear`. */
export function timeAt(
  tokens: readonly Token[],
  at: number,
): { readonly span: TimeSpan; readonly length: number } | null {
  const token = tokens[at]
  if (token === undefined || token.isQuoted) return null
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(token.lower)
  if (day !== null) return { span: wholeDay(Number(day[1]), Number(day[2]), Number(day[3])), length: 1 }
  // "the first quarter of 2023", "Q1 2023", "the second half of 2023"
  const short = /^(?:q[1-4]|h[12])$/.test(token.lower) ? token.lower : null
  const length = short !== null ? (short.startsWith('q') ? 3 : 6) : { quarter: 3, half: 6 }[tokens[at + 1]?.lower ?? '']
  const part = short !== null ? Number(short[1]) : partWords[token.lower]
  if (length !== undefined && part !== undefined && part * length <= 12) {
    let next = at + (short !== null ? 1 : 2)
    if (['of', 'in'].includes(tokens[next]?.lower ?? '')) next += 1
    const year = yearOf(tokens[next])
    if (year === null) return null
    const span = { from: iso(year, (part - 1) * length + 1), to: iso(year, part * length + 1), year, month: null }
    return { span, length: next - at + 1 }
  }
  const said = dayAt(tokens, at)
  if (said !== null) {
    // "Between 1 March and 31 May 2023"
    const last = said.year === null && isRangeAt(tokens, at + said.length) ? dayAt(tokens, at + said.length + 1) : null
    const year = said.year ?? (last?.year == null ? null : last.year - (said.month > last.month ? 1 : 0))
    if (year !== null) return { span: wholeDay(year, said.month, said.day), length: said.length }
  }
  const month = monthOf(token)
  if (month !== null) {
    const gap = [',', 'of', 'in'].includes(tokens[at + 1]?.lower ?? '') ? 2 : 1
    const year = yearOf(tokens[at + gap])
    // "between March and June 2024"
    const last =
      isRangeAt(tokens, at + 1) && monthOf(tokens[at + 2]) !== null ? timeAt(tokens, at + 2)?.span : undefined
    if (last?.month != null) return { span: wholeMonth(last.year - (month > last.month ? 1 : 0), month), length: 1 }
    return year === null ? null : { span: wholeMonth(year, month), length: gap + 1 }
  }
  const skipsYear = token.lower === 'year' ? 1 : 0
  const year = yearOf(tokens[at + skipsYear], tokens[at + skipsYear - 1])
  return year === null ? null : { span: wholeYear(year), length: 1 + skipsYear }
}

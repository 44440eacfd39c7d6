import { namesIn, quotedIn } from '../language'
import { monthNames } from '../text2sql'

/** Something that a question names outright, and where. */
export interface Mention {
  readonly kind: 'quoted' | 'email' | 'url' | 'id' | 'date' | 'number' | 'name'
  /** As a call would send it; of a date its first day (ISO). */
  readonly value: string | number
  /** Of a stretch of time, its last day (ISO). */
  readonly until?: string
  readonly start: number
  readonly end: number
}

const iso = (year: number, month: number, day: number): string => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && year >= 1000 && year <= 9999 ? date.toISOString().slice(0, 10) : ''
}
const lastDay = (year: number, month: number): string => new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)

/** 0 where it is no month. */
const monthOf = (name = ''): number => monthNames.findIndex((month) => month.startsWith(name.toLowerCase())) + 1

type Found = Pick<Mention, 'kind' | 'value' | 'until'> | null

const dated = (from: string, until = from): Found => (from === '' ? null : { kind: 'date', value: from, until })
const daily = (year?: string, month?: string | number, day?: string): Found =>
  dated(iso(Number(year), Number(month), Number(day)))
const monthly = (year: string | undefined, month: number): Found =>
  month < 1 || month > 12 ? null : dated(iso(Number(year), month, 1), lastDay(Number(year), month))
const yearly = (year?: string): Found => dated(`${year}-01-01`, `${year}-12-31`)

/** In this order: what a former pattern takes, a later one does not see. Each with what it means. */
const patterns: readonly (readonly [RegExp, (match: RegExpMatchArray) => Found])[] = [
  [/\bhttps?:\/\/[^\s<>"'，。]{1,2000}/g, ([text]) => ({ kind: 'url', value: text })],
  [/\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g, ([text]) => ({ kind: 'email', value: text })],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, ([text]) => ({ kind: 'id', value: text })],
  [/\b(\d{4})-(\d\d)-(\d\d)\b/g, ([, year, month, day]) => daily(year, month, day)],
  [/(\d{4})年(\d{1,2})月(\d{1,2})[日号]/g, ([, year, month, day]) => daily(year, month, day)],
  [/(\d{4})年(\d{1,2})月/g, ([, year, month]) => monthly(year, Number(month))],
  [/(\d{4})年/g, ([, year]) => yearly(year)],
  [
    /\b([A-Z][a-z]{2,8})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/gi,
    ([, month, day, year]) => daily(year, monthOf(month), day),
  ],
  [
    /\b(\d{1,2})(?:st|nd|rd|th)? ([A-Z][a-z]{2,8})\.?,? (\d{4})\b/gi,
    ([, day, month, year]) => daily(year, monthOf(month), day),
  ],
  [/\b([A-Z][a-z]{2,8})\.?,? (\d{4})\b/gi, ([, month, year]) => monthly(year, monthOf(month))],
  [/(?<=\b(?:in|during|since|for|of|from|until|before|after) )((?:19|20)\d\d)\b/gi, ([, year]) => yearly(year)],
  [/(?<![\w#])#(\d{1,18})\b/g, ([, digits]) => ({ kind: 'id', value: digits ?? '' })],
  [/\b[A-Z]{1,10}[-_]\d[\w-]{0,40}/g, ([text]) => ({ kind: 'id', value: text })],
  [/\b(?=[a-z\d]{0,40}\d)(?=\d{0,40}[a-z])[a-z\d]{4,40}\b/gi, ([text]) => ({ kind: 'id', value: text })],
  [
    /(?<![\w.])-?\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,12})?(?![\w])|(?<![\w.])-?\d{1,15}(?:\.\d{1,12})?(?![a-z\d])/gi,
    ([text]) => ({ kind: 'number', value: Number(text.replaceAll(',', '')) }),
  ],
]

/** What a question names outright, in its order: quotations, addresses, ids, dates, numbers, and names by their capitals. */
export function mentionsIn(question: string): Mention[] {
  const found: Mention[] = quotedIn(question).map(({ text, start, end }) => ({
    kind: 'quoted',
    value: text,
    start,
    end,
  }))
  const isFree = (start: number, end: number): boolean => found.every((one) => end <= one.start || start >= one.end)
  for (const [pattern, meaning] of patterns) {
    for (const match of question.matchAll(pattern)) {
      const start = match.index
      const end = start + match[0].length
      const meant = isFree(start, end) ? meaning(match) : null
      if (meant !== null) found.push({ ...meant, start, end })
    }
  }
  for (const { text, start, end } of namesIn(question))
    if (isFree(start, end)) found.push({ kind: 'name', value: text, start, end })
  return found.sort((one, other) => one.start - other.start)
}

import { monthNames, namesIn, quotedIn } from '../language'

/** Something that a question names outright, and where. */
export interface Mention {
  readonly kind: 'quoted' | 'email' | 'url' | 'id' | 'date' | 'time' | 'number' | 'name'
  /** As a call would send it; of a date its first day (ISO). */
  readonly value: string | number
  /** Of a stretch of time, its last day (ISO). */
  readonly until?: string
  /** Of a day with a time, `hh:mm`. */
  readonly time?: string
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

type Found = Pick<Mention, 'kind' | 'value' | 'until' | 'time'> | null

const dated = (from: string, until = from): Found => (from === '' ? null : { kind: 'date', value: from, until })
const daily = (year?: string, month?: string | number, day?: string): Found =>
  dated(iso(Number(year), Number(month), Number(day)))
const monthly = (year: string | undefined, month: number): Found =>
  month < 1 || month > 12 ? null : dated(iso(Number(year), month, 1), lastDay(Number(year), month))
const yearly = (year?: string): Found => dated(`${year}-01-01`, `${year}-12-31`)

/** The first or second half of a year, or of a month. */
function halfOf(isFirst: boolean, year: number, month: number): Found {
  if (month === 0) return isFirst ? dated(iso(year, 1, 1), iso(year, 6, 30)) : dated(iso(year, 7, 1), iso(year, 12, 31))
  return isFirst ? dated(iso(year, month, 1), iso(year, month, 15)) : dated(iso(year, month, 16), lastDay(year, month))
}

/** `hh:mm`, of a clock with twelve hours where its half is said. */
function timeOf(hour: string | undefined, minute: string | undefined, half?: string): Found {
  const said = Number(hour)
  const hours = half === undefined ? said : (said % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return { kind: 'time', value: `${String(hours).padStart(2, '0')}:${minute}` }
}

const countWords = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** Written in capitals, and a kind of thing or a unit: they name nothing. */
const noName =
  /^(?:(?:ID|IDs|DOI|ISBN|ISSN|URL|URI|PDF|RSS|API|CSV|JSON|UTC|GMT|CET|PhD|MP|MPs|CO2|kWh|MWh|GB|MB|KB|CI|PR|MR|VAT|GPS|AM|PM|IBAN|RSS|e-mail)\b ?)+$/i

/** In this order: what a former pattern takes, a later one does not see. Each with what it means. */
const patterns: readonly (readonly [RegExp, (match: RegExpMatchArray) => Found])[] = [
  [/\bhttps?:\/\/[^\s<>"'，。]{1,2000}/g, ([text]) => ({ kind: 'url', value: text.replace(/[?.,;:!)]{1,3}$/, '') })],
  // `gid://shop/Product/7`, `lumen/spectra-ui`, `src/main.ts`, `go.mod`: names of things within a system.
  [/\b[a-z]{2,12}:\/\/[\w./-]{1,200}\w/gi, ([text]) => ({ kind: 'id', value: text })],
  [
    /(?<![\w./])[\w-]{2,60}(?:\/[\w.-]{1,80}){1,6}(?<![.?])/g,
    ([text]) =>
      /^(?:and\/or|\d+\/\d+(?:\/\d+)?|[a-z]{1,4}\/[a-z]{1,4})$/i.test(text) ? null : { kind: 'id', value: text },
  ],
  [/(?<![\w#@])[#@][\p{L}][\p{L}\p{N}_.-]{1,80}(?<![.])/gu, ([text]) => ({ kind: 'name', value: text })],
  [
    /\b[\w-]{1,60}\.(?:md|txt|json|ya?ml|toml|mod|ts|tsx|js|py|go|rs|java|c|h|cpp|csv|xlsx?|pdf|docx?|pptx?|html?|xml|png|jpe?g|svg|lock|sh|sql|ini|cfg|env)\b/gi,
    ([text]) => ({ kind: 'id', value: text }),
  ],
  [/\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g, ([text]) => ({ kind: 'email', value: text })],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, ([text]) => ({ kind: 'id', value: text })],
  [
    /\b(\d{4})-(\d\d)-(\d\d)[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z?(?![\w:])/g,
    ([, year, month, day, time]) => {
      const at = daily(year, month, day)
      return at === null ? null : { ...at, time: time ?? '' }
    },
  ],
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
  [
    // The first of two days of one month: “from Monday 10 to Sunday 16 June 2024”.
    /\b(\d{1,2})(?:st|nd|rd|th)?(?= (?:to|until|through|and|–|-) (?:[A-Z][a-z]+day )?\d{1,2}(?:st|nd|rd|th)? ([A-Z][a-z]{2,8}) (\d{4})\b)/g,
    ([, day, month, year]) => daily(year, monthOf(month), day),
  ],
  [
    /\b([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?(?: ?([ap])\.?m\b\.?)?/gi,
    ([, hour, minute, half]) => timeOf(hour, minute, half),
  ],
  [/\b(1[0-2]|[1-9]) ?([ap])\.?m\b\.?/gi, ([, hour, half]) => timeOf(hour, '00', half)],
  [/\b(noon|midday|midnight)\b/gi, ([, said]) => timeOf(/midnight/i.test(said ?? '') ? '0' : '12', '00')],
  [
    /\b(first|second) half of (?:([A-Z][a-z]{2,8}) )?(\d{4})\b/gi,
    ([, half, month, year]) => halfOf(/first/i.test(half ?? ''), Number(year), monthOf(month ?? '-')),
  ],
  [
    /\b(?:the )?(first|1st) week of ([A-Z][a-z]{2,8}) (\d{4})\b/gi,
    ([, , month, year]) => dated(iso(Number(year), monthOf(month), 1), iso(Number(year), monthOf(month), 7)),
  ],
  [
    /\b([A-Z][a-z]{2,8}) (?:to|through|until|till|–|-) ([A-Z][a-z]{2,8}) (\d{4})\b/gi,
    ([, from, to, year]) =>
      monthOf(from) === 0 || monthOf(to) === 0
        ? null
        : dated(iso(Number(year), monthOf(from), 1), lastDay(Number(year), monthOf(to))),
  ],
  [
    /\bQ([1-4]) (\d{4})\b/g,
    ([, quarter, year]) =>
      dated(iso(Number(year), Number(quarter) * 3 - 2, 1), lastDay(Number(year), Number(quarter) * 3)),
  ],
  [/\b([A-Z][a-z]{2,8})\.?,? (\d{4})\b/gi, ([, month, year]) => monthly(year, monthOf(month))],
  [/(?<=\b(?:in|during|since|for|of|from|until|before|after) )((?:19|20)\d\d)\b/gi, ([, year]) => yearly(year)],
  [
    /\b(two|three|four|five|six|seven|eight|nine|ten)(?= (?:newest|latest|most|last|first|best|top|biggest|largest|highest)\b)/gi,
    ([said]) => ({ kind: 'number', value: countWords.indexOf(said.toLowerCase()) }),
  ],
  [/(?<![\w#])#(\d{1,18})\b/g, ([, digits]) => ({ kind: 'id', value: digits ?? '' })],
  [/\b[A-Z]{1,10}[-_]\d[\w-]{0,40}/g, ([text]) => ({ kind: 'id', value: text })],
  [/\b(?=[a-z\d]{0,40}\d)(?=\d{0,40}[a-z])[a-z\d]{4,40}\b/gi, ([text]) => ({ kind: 'id', value: text })],
  [/\b[A-Z]{1,3}\d{1,4}[A-Z]?\b/g, ([text]) => ({ kind: 'id', value: text })],
  // So long a number counts nothing.
  [/(?<![\w.,-])\d{8,18}(?![\w.,])/g, ([text]) => ({ kind: 'id', value: text })],
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
    if (isFree(start, end) && !noName.test(text)) found.push({ kind: 'name', value: text, start, end })
  return found.sort((one, other) => one.start - other.start)
}

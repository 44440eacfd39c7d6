export interface Format {
  number(value: number): string
  /** A share in 0..1 as whole per cent. */
  percent(share: number): string
  /** A score with two decimals. */
  score(value: number): string
  duration(ms: number): string
  /** A duration that is estimated: no more exact than a second, and no less than one. */
  remaining(ms: number): string
  bytes(bytes: number): string
  megabytes(megabytes: number): string
  time(iso: string): string
  /** The time for today, the weekday within a week, else the date. */
  when(iso: string): string
  dateTime(iso: string): string
  /** A day as `2024-05-03`, in words. */
  day(day: string): string
  /** Names in a row: `a, b, and c`. */
  list(names: readonly string[]): string
}

const dayMs = 86_400_000

/** Numbers, times and sizes as the language writes them. */
export function createFormat(language: string): Format {
  const number = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: 'percent' })
  const score = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  // `4:31 AM`, yet `04:31`: a day of twenty-four hours is written with two digits.
  const hour = new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hour12 ? 'numeric' : '2-digit'
  const time = new Intl.DateTimeFormat(language, { hour, minute: '2-digit' })
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short' })
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  const unit = (name: string, value: number, digits: number): string =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: name,
      // `762 byte` is no plural in English; the other units have none.
      unitDisplay: name === 'byte' ? 'long' : 'short',
      maximumFractionDigits: digits,
    })
      .format(value)
      // Beside `412 MB` a `6毫秒` looks like a slip: Chinese sets a space between a number and what follows it.
      .replace(/(\d)(?=\p{Script=Han})/u, '$1 ')
  const bytes = (value: number): string => {
    if (value < 1000) return unit('byte', value, 0)
    if (value < 1e6) return unit('kilobyte', value / 1e3, 0)
    if (value < 1e9) return unit('megabyte', value / 1e6, 1)
    return unit('gigabyte', value / 1e9, 1)
  }
  const duration = (ms: number): string => {
    // Nothing that was measured took no time at all.
    if (ms > 0 && ms < 10) return unit('millisecond', Math.max(0.1, ms), 1)
    if (ms < 1000) return unit('millisecond', Math.round(ms), 0)
    if (ms < 10_000) return unit('second', ms / 1000, 1)
    if (ms < 60_000) return unit('second', ms / 1000, 0)
    const minutes = Math.floor(ms / 60_000)
    if (minutes < 60) {
      const seconds = Math.round((ms % 60_000) / 1000)
      return minutes < 10 && seconds > 0 && seconds < 60
        ? `${unit('minute', minutes, 0)} ${unit('second', seconds, 0)}`
        : unit('minute', Math.round(ms / 60_000), 0)
    }
    return unit('hour', ms / 3_600_000, 1)
  }
  return {
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    score: (value) => score.format(value),
    duration,
    remaining: (ms) => duration(Math.max(1, Math.ceil(ms / 1000)) * 1000),
    bytes,
    megabytes: (value) => bytes(value * 1e6),
    time: (iso) => time.format(new Date(iso)),
    when(iso) {
      const at = new Date(iso)
      const now = new Date()
      if (at.toDateString() === now.toDateString()) return time.format(at)
      return now.getTime() - at.getTime() < 6 * dayMs ? weekday.format(at) : date.format(at)
    },
    dateTime: (iso) => dateTime.format(new Date(iso)),
    day(given) {
      const at = new Date(given)
      // A message may say that it was written on the 31st of June.
      return Number.isNaN(at.getTime()) ? given : day.format(at)
    },
    list: (names) => list.format(names),
  }
}

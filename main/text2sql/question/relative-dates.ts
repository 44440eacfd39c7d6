import { monthNames } from '../../language'
import { hanNumberOf } from './plain-chinese'
import { numberWords } from './read-question'

/** The day on which a question is asked, as people count days where they are. */
export interface Today {
  readonly year: number
  /** 1..12. */
  readonly month: number
  readonly day: number
}

/** Today by the clock and the time zone of this machine. */
export function localToday(now = new Date()): Today {
  return { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() }
}

/** "A", "one", "three", 三, "3". */
const countOf = (said: string): number =>
  /^(?:an?|one)$/i.test(said)
    ? 1
    : /\d/.test(said)
      ? Number(said)
      : (numberWords[said.toLowerCase()] ?? hanNumberOf(said))

const iso = (date: Date): string => date.toISOString().slice(0, 10)
const dateOf = ({ year, month, day }: Today): Date => new Date(Date.UTC(year, month - 1, day))

/** A day that many days, weeks, months or years away; the last of its month where that month is shorter. */
function moved(today: Today, count: number, called: string): Date {
  const unit = called.toLowerCase()
  if (unit === 'day' || unit === 'week') {
    const date = dateOf(today)
    date.setUTCDate(date.getUTCDate() + count * (unit === 'week' ? 7 : 1))
    return date
  }
  const months = today.year * 12 + today.month - 1 + count * (unit === 'year' ? 12 : unit === 'quarter' ? 3 : 1)
  const last = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0)).getUTCDate()
  return new Date(Date.UTC(Math.floor(months / 12), months % 12, Math.min(today.day, last)))
}

/** How a day, week, month, quarter or year so many before or after this one is written in a question; with `in` or `on` before it where `opens`. */
function spanOf(today: Today, called: string, by: number): { readonly opens: string; readonly said: string } {
  const unit = called.toLowerCase()
  const at = moved({ ...today, day: unit === 'day' || unit === 'week' ? today.day : 1 }, by, unit)
  const year = at.getUTCFullYear()
  if (unit === 'year') return { opens: 'in', said: `${year}` }
  if (unit === 'quarter') return { opens: 'in', said: `Q${Math.floor(at.getUTCMonth() / 3) + 1} ${year}` }
  if (unit === 'month') return { opens: 'in', said: `${monthNames[at.getUTCMonth()]} ${year}` }
  if (unit === 'day') return { opens: 'on', said: iso(at) }
  // Weeks begin on Monday (ISO 8601).
  const monday = new Date(at)
  monday.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  const sunday = new Date(monday)
  sunday.setUTCDate(monday.getUTCDate() + 6)
  return { opens: 'between', said: `${iso(monday)} and ${iso(sunday)}` }
}

/** So many units up to today, or from it on; a year is that many days of it, and no calendar year. */
function rollingOf(today: Today, count: number, unit: string): string {
  const [one, other] = [moved(today, count, unit), dateOf(today)]
  // "The last 30 days" are thirty, and today is one of them.
  one.setUTCDate(one.getUTCDate() - Math.sign(count))
  return count < 0 ? `between ${iso(one)} and ${iso(other)}` : `between ${iso(other)} and ${iso(one)}`
}

const units = 'day|week|month|quarter|year'
const places: Readonly<Record<string, number>> = { this: 0, current: 0, last: -1, previous: -1, next: 1 }
const days: Readonly<Record<string, number>> = { today: 0, yesterday: -1, tomorrow: 1 }
/** A word after which a time needs none of its own. */
const opened = '(?:in|on|since|before|after|until|till|from|of|during|for|by|to|and|between|than|with|per)'

/**
 * A question with days that are counted from today (“last month”, “in the past 30 days”, 去年) written as dates, which is how they are read, kept
 * and shown. What is quoted stays; so does “today” where it only says that something is so now.
 */
export function withDates(asked: string, today: Today): string {
  const question = inDecades(asked)
  if (
    !/\b(?:today|yesterday|tomorrow|this|current|last|previous|past|next|ago|ytd|to date)\b|[今去前明昨本上下这近年]/iu.test(
      question,
    )
  )
    return question
  return question
    .split(/(["“][^"“”]{0,400}["”])/u)
    .map((part, at) => (at % 2 === 1 ? part : inEnglish(inChinese(part, today), today)))
    .join('')
}

/** "In the 1980s" is between its first and its last year. */
const inDecades = (question: string): string =>
  question.replace(/\b(?:in|during|from|of|for) the ((?:1[5-9]|20)\d)0s\b/gi, 'between $10 and $19')

function inEnglish(text: string, today: Today): string {
  const spell = (unit: string, by: number, before: string): string => {
    const { opens, said } = spanOf(today, unit, by)
    // "Before last week" is before it begins; "since last month" since its first day.
    const isBetween = opens === 'between' && before !== ''
    if (isBetween && /^(?:in|on|during|from|of|for)$/i.test(before)) return `${opens} ${said}`
    if (isBetween) return `${before} ${said.split(' ')[/^(?:after|until|till|by)$/i.test(before) ? 2 : 0]}`
    if (before === '') return `${opens} ${said}`
    return `${/^(?:on|during|for)$/i.test(before) && !/^day$/i.test(unit) ? 'in' : before} ${said}`
  }
  return (
    text
      .replace(
        /\b(?:so far )?this year so far\b|\bso far this year\b|\b(?:this )?year[- ]to[- ]date\b|\bytd\b/giu,
        'this year',
      )
      .replace(
        /(?:\b(?:in|within|over|during|for|from|of) )?\b(?:the )?(last|past|previous|next|coming) (\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (day|week|month|quarter|year)s\b/giu,
        (_, which: string, count: string, unit: string) =>
          rollingOf(today, /^(?:next|coming)$/i.test(which) ? countOf(count) : -countOf(count), unit),
      )
      // "March of last year", "Q3 this year"
      .replace(
        new RegExp(`\\b(${monthNames.join('|')}|q[1-4]|h[12]) (?:of )?(this|last|next) year\\b`, 'giu'),
        (_, part: string, which: string) => `${part} ${today.year + places[which.toLowerCase()]!}`,
      )
      // "In the past year" are twelve months, "last year" is a calendar's.
      .replace(
        /\b(?:in|within|over|during|for) the (?:last|past) (day|week|month|quarter|year)\b(?! of\b)/giu,
        (_, unit: string) => rollingOf(today, -1, unit),
      )
      .replace(
        /\b(?:(more|longer)|less) than (\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten) (day|week|month|year)s? ago\b/giu,
        (_, more: string | undefined, count: string, unit: string) => {
          const at = moved(today, -countOf(count), unit)
          return `${more === undefined ? 'since' : 'before'} ${iso(at)}`
        },
      )
      .replace(
        /\b(\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten) (day|week|month|year)s? ago\b/giu,
        (_, count: string, unit: string) =>
          // "Three weeks ago" is a day, and no week.
          /^week$/i.test(unit) ? spell('day', -7 * countOf(count), '') : spell(unit, -countOf(count), ''),
      )
      .replace(
        new RegExp(`\\b(this|last|previous|next|current) (${units})(?:'s|’s) (\\p{L}{2,20})`, 'giu'),
        (_, which: string, unit: string, noun: string) => `${noun} ${spell(unit, places[which.toLowerCase()]!, '')}`,
      )
      .replace(
        new RegExp(
          `(?:\\b(${opened}) )?\\b(?:the )?(this|last|previous|next|current) (${units})\\b(?! (?:\\d|of|name|number|id)\\b)`,
          'giu',
        ),
        (_, before: string | undefined, which: string, unit: string) =>
          spell(unit, places[which.toLowerCase()]!, before ?? ''),
      )
      .replace(
        /\b(today|yesterday|tomorrow)(?:'s|’s) (\p{L}{2,20})/giu,
        (_, day: string, noun: string) => `${noun} on ${spanOf(today, 'day', days[day.toLowerCase()]!).said}`,
      )
      .replace(
        new RegExp(`(?:\\b(${opened}|placed|made|opened|created|due|is|are) )?\\b(today|yesterday|tomorrow)\\b`, 'giu'),
        (said, before: string | undefined, day: string) => {
          const isSaidBesides =
            /^today$/i.test(day) && (before === undefined || /^(?:is|are|until|till|of|for)$/i.test(before))
          if (isSaidBesides) return said
          const { said: date } = spanOf(today, 'day', days[day.toLowerCase()]!)
          if (before === undefined) return `on ${date}`
          return new RegExp(`^${opened}$`, 'i').test(before) ? `${before} ${date}` : `${before} on ${date}`
        },
      )
  )
}

const chineseUnits: Readonly<Record<string, string>> = {
  天: 'day',
  日: 'day',
  周: 'week',
  星期: 'week',
  个星期: 'week',
  个月: 'month',
  个季度: 'quarter',
  年: 'year',
}

function inChinese(text: string, today: Today): string {
  const { year, month } = today
  const days = (from: Date, to: Date): string => `${inSigns(from)}到${inSigns(to)}`
  const monthAt = (by: number): string => {
    const at = moved({ ...today, day: 1 }, by, 'month')
    return `${at.getUTCFullYear()}年${at.getUTCMonth() + 1}月`
  }
  const quarterAt = (by: number): string => {
    const at = moved({ ...today, day: 1 }, by, 'quarter')
    return `${at.getUTCFullYear()}年第${'一二三四'[Math.floor(at.getUTCMonth() / 3)]}季度`
  }
  const week = (by: number): string => {
    const [from = '', , to = ''] = spanOf(today, 'week', by).said.split(' ')
    return days(new Date(from), new Date(to))
  }
  return text
    .replace(
      /(?:最近|过去|(?<![附靠接])近)的?(\d{1,3}|[一两二三四五六七八九十])(天|日|周|个?星期|个月|个季度|年)(?:内|以来|里|来|之内)?/gu,
      (_, count: string, unit: string) => {
        const from = moved(today, -countOf(count), chineseUnits[unit] ?? 'week')
        from.setUTCDate(from.getUTCDate() + 1)
        return days(from, dateOf(today))
      },
    )
    .replace(/今年(?:以来|至今)?/gu, `${year}年`)
    .replace(/(?<![过失除])去年/gu, `${year - 1}年`)
    .replace(/(?<![以之目此提从])前年(?!龄)/gu, `${year - 2}年`)
    .replace(/(?<![说证声表标注申])明年/gu, `${year + 1}年`)
    .replace(/(?<![基根资成日样课版原])本年度?/gu, `${year}年`)
    .replace(/(?:(?<![基根资成日样课版原])本月|这个月|当月)/gu, `${year}年${month}月`)
    .replace(/上个?月/gu, monthAt(-1))
    .replace(/下个?月/gu, monthAt(1))
    .replace(/(?:(?<![基根资成日样课版原])本季度?|这个季度)/gu, quarterAt(0))
    .replace(/上个?季度/gu, quarterAt(-1))
    .replace(/(?:(?<![基根资成日样课版原])本周|这周|这个?星期)/gu, week(0))
    .replace(/上(?:周|个?星期)(?![一二三四五六日天])/gu, week(-1))
    .replace(/(今天|今日|昨天|昨日|明天)/gu, (day) =>
      inSigns(moved(today, day.startsWith('今') ? 0 : day === '明天' ? 1 : -1, 'day')),
    )
}

const inSigns = (date: Date): string => `${date.getUTCFullYear()}年${date.getUTCMonth() + 1}月${date.getUTCDate()}日`

const ages =
  /\b(?:(?:are|is|were|was) )?(?:aged )?(older than|younger than|over|under)(?: the age of)? (\d{1,3})(?: years?)?(?: (?:old|of age))?(?=[ .?!]{0,3}$| (?:and|in|from|who|that|live|have)\b)/giu

const expired = /\b(?:have|has|had|are|is|were) (?:already )?expired(?=[ .?!]{0,3}$)/giu

/** "Older than 60" as "born before 1966-11-29", what has expired as what expired before today; null where neither is said. */
export function asOfToday(question: string, today: Today): string | null {
  const asked = question
    .replace(ages, (_, side: string, years: string) => {
      const born = iso(moved(today, -Number(years), 'year'))
      return `born ${/^(?:older than|over)$/i.test(side) ? 'before' : 'after'} ${born}`
    })
    .replace(expired, `with an expiry date before ${iso(dateOf(today))}`)
  return asked === question ? null : asked
}

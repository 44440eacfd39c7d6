import type { JsonValue } from '../../contract/json'
import type { Mention } from './mentions'
import { type Parameter, timeFor } from './parameters'

/** Days and times in their order: the first and last day of what is named, or the one day. */
export function fillTimes(
  open: readonly Parameter[],
  mentions: readonly Mention[],
  text: string,
  give: (parameter: Parameter, value: JsonValue, ...mentions: readonly Mention[]) => void,
): void {
  const dates = mentions.filter(({ kind }) => kind === 'date')
  const times = mentions.filter(({ kind }) => kind === 'time')
  const [first, last = first] = dates
  if (first === undefined || last === undefined || dates.length > 2) return
  const timeAt = (at: number): string | null =>
    dates[at]?.time ??
    (times.length === dates.length || (times.length === 1 && at === 0) ? String(times[at]?.value) : null)
  const fitting = open.filter(({ takes }) => takes === 'day')
  const begin = fitting.find(({ role }) => role === 'begin')
  const end = fitting.find(({ role }) => role === 'end')
  const before = text.slice(0, first.start)
  const isOne = dates.length === 1
  if (
    isOne &&
    begin !== undefined &&
    (end === undefined || /\b(?:since|after|starting|starting from|as of)\s+$|自从?$/i.test(before))
  ) {
    give(begin, timeFor(begin, String(first.value), timeAt(0)), first, ...times)
  } else if (
    isOne &&
    end !== undefined &&
    (begin === undefined || /\b(?:until|before|by|till|up to)\s+$|截至$|截止$/i.test(before))
  ) {
    give(end, timeFor(end, String(first.value), timeAt(0)), first, ...times)
  } else if (begin !== undefined && end !== undefined) {
    const until = last.until ?? String(last.value)
    const endsWith = timeAt(1)
    give(begin, timeFor(begin, String(first.value), timeAt(0)), first, ...times)
    // The last day counts whole.
    const isMoment = timeFor(end, until, null) !== until
    give(
      end,
      isMoment && endsWith === null
        ? timeFor(end, until, '23:59').replace('23:59:00', '23:59:59')
        : timeFor(end, until, endsWith),
      last,
    )
  } else if (fitting.length === 1 && isOne && (first.until === first.value || timeAt(0) !== null)) {
    give(fitting[0]!, timeFor(fitting[0]!, String(first.value), timeAt(0)), first, ...times)
  }
}

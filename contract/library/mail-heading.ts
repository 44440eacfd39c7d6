const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const sentOn = /\b(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})\b/
const dated = /\((\d{4}-\d\d-\d\d)\)$/

/** What a message stands under in its extract: its subject, and the day on which its sender wrote it, if it says so. */
export function mailHeading(subject: string, date: string): string {
  const [, day = '', name = '', year] = sentOn.exec(date) ?? []
  const month = months.indexOf(name) + 1
  if (year === undefined || month === 0) return subject
  return `${subject} (${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')})`.trim()
}

/** The subject and the day (`2024-05-03`) in the heading of a message; the day is null where it has none. */
export function readMailHeading(heading: string): { readonly subject: string; readonly day: string | null } {
  const day = dated.exec(heading)?.[1]
  return day === undefined || !isDay(day) ? { subject: heading, day: null } : { subject: heading.slice(0, -13), day }
}

/** A subject may end in what looks like a day: the 31st of February is none. */
const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

import type { PlaceFact } from '../../contract/report/place-facts'
import type { Words } from '../words'

export const places: Words<PlaceFact> = {
  onPage: ({ number }, { format }) => `page ${format.number(number)}`,
  onSlide: ({ number }, { format }) => `slide ${format.number(number)}`,
  inCell: ({ number }, { format }) => `cell ${format.number(number)}`,
  onSheet: ({ number }, { format }) => `sheet ${format.number(number)}`,
  inMessage: ({ number, subject, day, sender }, { format }) =>
    [
      `message ${format.number(number)}${sender === undefined ? '' : ` from ${sender}`}${subject === '' ? '' : `, “${subject}”`}`,
      ...(day === null ? [] : [`of ${format.day(day)}`]),
    ].join(' '),
  recognised: ({ confidence }, { format }) => `recognised text, ${format.percent(confidence / 100)} sure`,
  onLines: ({ from, to }, { format }) =>
    from === to ? `line ${format.number(from)}` : `lines ${format.number(from)}–${format.number(to)}`,
}

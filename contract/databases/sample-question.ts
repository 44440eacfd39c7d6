import { z } from 'zod'
import { kindOfFact, toldFact } from '../fact'

const name = z.string()

/** A question that a database can answer, as its schema suggests it. Names are those of its tables and columns, as words. */
export const sampleQuestion = z.discriminatedUnion('kind', [
  kindOfFact('sampleCount', { of: name }),
  kindOfFact('sampleSome', { of: name }),
  kindOfFact('sampleByGroup', { of: name, group: name }),
  kindOfFact('sampleAverage', { measure: name, of: name, group: name }),
  kindOfFact('sampleHighest', { of: name, measure: name }),
  kindOfFact('samplePerMonth', { of: name, date: name }),
  kindOfFact('samplePerOwner', { of: name, owner: name }),
  toldFact,
])
export type SampleQuestion = z.infer<typeof sampleQuestion>

/** The words in which matching and known queries keep a sample question: those of English. */
export function keptQuestion({ kind, values }: SampleQuestion): string {
  switch (kind) {
    case 'sampleCount':
      return `How many ${values.of} are there?`
    case 'sampleSome':
      return `What are some of the ${values.of}?`
    case 'sampleByGroup':
      return `How many ${values.of} are there for each ${values.group}?`
    case 'sampleAverage':
      return `What is the average ${values.measure} of ${values.of} for each ${values.group}?`
    case 'sampleHighest':
      return `Which ${values.of} have the highest ${values.measure}?`
    case 'samplePerMonth':
      return `How many ${values.of} are there per month of ${values.date}?`
    case 'samplePerOwner':
      return `How many ${values.of} does each of the ${values.owner} have?`
    case 'told':
      return values.text
  }
}

import { z } from 'zod'
import { kindOfFact } from '../fact'

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
])
export type SampleQuestion = z.infer<typeof sampleQuestion>
type Kind = SampleQuestion['kind']

/**
 * What is before, between and after the names, in the order in which the names are said: matching and known queries keep the
 * question in these words. What has more of them is tried first.
 */
const forms: Readonly<Record<Kind, readonly [said: readonly string[], names: readonly string[]]>> = {
  sampleAverage: [
    ['What is the average ', ' of ', ' for each ', '?'],
    ['measure', 'of', 'group'],
  ],
  sampleByGroup: [
    ['How many ', ' are there for each ', '?'],
    ['of', 'group'],
  ],
  samplePerMonth: [
    ['How many ', ' are there per month of ', '?'],
    ['of', 'date'],
  ],
  samplePerOwner: [
    ['How many ', ' does each of the ', ' have?'],
    ['of', 'owner'],
  ],
  sampleHighest: [
    ['Which ', ' have the highest ', '?'],
    ['of', 'measure'],
  ],
  sampleCount: [['How many ', ' are there?'], ['of']],
  sampleSome: [['What are some of the ', '?'], ['of']],
}

/** A sample question in the words in which it is kept. */
export function keptQuestion({ kind, values }: SampleQuestion): string {
  const [[first = '', ...after], names] = forms[kind]
  const told: Readonly<Record<string, string>> = values
  return names.reduce((text, each, at) => `${text}${told[each]}${after[at]}`, first)
}

/** The sample question that is kept in these words; null of any other text. */
export function sampleQuestionIn(text: string): SampleQuestion | null {
  for (const [kind, [said, names]] of Object.entries(forms)) {
    const found = namesIn(text, said)
    if (found === null) continue
    const values = Object.fromEntries(names.map((each, at) => [each, found[at]]))
    return sampleQuestion.parse({ kind, values })
  }
  return null
}

function namesIn(text: string, [first = '', ...after]: readonly string[]): string[] | null {
  if (!text.startsWith(first)) return null
  const found: string[] = []
  let from = first.length
  for (const [at, part] of after.entries()) {
    const isLast = at === after.length - 1
    const to = isLast ? text.length - part.length : text.indexOf(part, from)
    if (to <= from || !text.startsWith(part, to)) return null
    found.push(text.slice(from, to))
    from = to + part.length
  }
  return found
}

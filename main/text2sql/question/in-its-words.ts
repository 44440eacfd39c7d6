import type { Vocabulary } from '../linking/vocabulary'
import { type Column, type DatabaseProfile, saysReportsTo, type Table } from '../schema/profile'
import { best } from '../words/likeness'
import { canonical } from '../words/words'

/** A question with what people call otherwise than this database does. */
export const inItsWords = (question: string, { profile, signed }: Pick<Vocabulary, 'profile' | 'signed'>): string =>
  inHierarchy(withWorkOrders(withSignedValues(question, signed), profile), profile)

const [work, order] = ['work', 'order'].map(canonical) as [string, string]

/** 工单 are tickets of a help desk, but work orders where a table is called so. */
function withWorkOrders(question: string, { tables }: DatabaseProfile): string {
  const isCalled = tables.some(({ words }) => words.length === 2 && words[0] === work && words[1] === order)
  return isCalled ? question.replaceAll('工单', ' work order ') : question
}

/** A question with the longest value that has signs inside it in quotation marks: `AC/DC`, `O-`, which people call O negative, too. */
function withSignedValues(question: string, signed: readonly string[]): string {
  const typed = question.replace(
    /\b(AB|A|B|O) (neg(?:ative)?|pos(?:itive)?)\b/g,
    (said, group: string, sign: string) => {
      const value = `${group}${sign.startsWith('n') ? '-' : '+'}`
      return signed.includes(value) ? `"${value}"` : said
    },
  )
  if (typed.includes('"')) return typed
  // An apostrophe is typed as one sign and printed as another: of the same length.
  const plain = straight(typed)
  const [longest] = signed
    .filter((value) => plain.includes(straight(value)))
    .toSorted((left, right) => right.length - left.length)
  if (longest === undefined) return typed
  const at = plain.indexOf(straight(longest))
  return `${typed.slice(0, at)}"${longest}"${typed.slice(at + longest.length)}`
}

const straight = (text: string): string => text.replace(/[‘’]/g, "'")

const chief = canonical('manager')

/**
 * Above whom somebody is, as a database says it that calls it a manager: who reports to Ada is managed by her. A question on any
 * other database stays as it is.
 */
function inHierarchy(question: string, { tables }: DatabaseProfile): string {
  // A table whose rows refer to rows of the same table as their managers.
  const headOf = ({ name: own, columns, foreignKeys }: Table): Column | undefined =>
    columns.find(
      (column) =>
        best(chief, column.words) > 0 &&
        !column.words.includes(canonical('report')) &&
        // Keys that nothing declares lead nowhere; a manager may be named instead.
        (foreignKeys.some((key) => key.table === own && key.columns.includes(column.name)) ||
          saysReportsTo(column.name) ||
          (foreignKeys.length === 0 && column.type === 'text')),
    )
  const staff = tables.find((table) => headOf(table) !== undefined)
  if (staff === undefined) return question
  const [chiefly, under] = headOf(staff)!.words.includes(canonical('supervisor'))
    ? ['supervisor', 'supervised by']
    : ['manager', 'managed by']
  // Who reported something is named by a key, and it takes an object.
  const saysReport = tables.some(({ words, columns }) =>
    [words, ...columns.filter(({ isKey }) => !isKey).map((column) => column.words)].some((said) =>
      said.includes(canonical('report')),
    ),
  )
  if (saysReport) return question
  const rows = staff.words.at(-1) === undefined ? 'employees' : staff.source.replaceAll('_', ' ')
  return question
    .replace(
      /\bwhom? (?:does|did) ([\p{L}\p{N}.' -]{1,60}?) report(?: directly)? to\b/iu,
      `Who is the ${chiefly} of $1`,
    )
    .replace(/\bdirect reports (?:does|did) ([\p{L}\p{N}.' -]{1,60}?) have\b/iu, `${rows} are ${under} $1`)
    .replace(
      /\b(?:reports? (?:directly )?to (?:nobody|no ?one|none)|(?:do|does)(?: not|n't) report (?:directly )?to (?:anyone|anybody))\b/giu,
      `have no ${chiefly}`,
    )
    .replace(/\breport(?:s|ing|ed)? (?:directly )?to\b/giu, under)
    .replace(/\b(?:direct |line )?(?:boss|superior)\b/giu, chiefly)
    .replace(/\b(?:direct reports|subordinates)\b/giu, rows)
}

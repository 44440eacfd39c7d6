import type { Vocabulary } from '../linking/vocabulary'
import { type Column, type DatabaseProfile, saysReportsTo, type Table } from '../schema/profile'
import { isPerson } from '../schema/row-names'
import { best } from '../words/likeness'
import { canonical, canonicalWords } from '../words/words'
import { withoutRedundantWords } from './redundant-words'

/** A question with what people call otherwise than this database does. */
export const inItsWords = (
  question: string,
  { profile, signed, values }: Pick<Vocabulary, 'profile' | 'signed' | 'values'>,
): string =>
  [withWorkOrders, withWhoIsAssigned, withMembers, withApplications, inHierarchy].reduce(
    (said, rewritten) => rewritten(said, profile),
    inLanguages(withSignedValues(withoutRedundantWords(question, profile, values), signed), values),
  )

const language = canonical('language')
/** What is "in Spanish" is so by its language, although directors are Spanish, too. */
const inLanguages = (question: string, values: Vocabulary['values']): string =>
  question.replace(/\b(?:are |is |were |was )?in (?=(\p{Lu}\p{Ll}{3,14})\b)/gu, (said, named: string) =>
    (values.get(named.toLowerCase()) ?? []).some(({ column }) => column.words.includes(language))
      ? 'with language '
      : said,
  )

const [work, order] = ['work', 'order'].map(canonical) as [string, string]

/** 工单 are tickets of a help desk, but work orders where a table is called so. */
function withWorkOrders(question: string, { tables }: DatabaseProfile): string {
  const isCalled = tables.some(({ words }) => words.length === 2 && words[0] === work && words[1] === order)
  return isCalled ? question.replaceAll('工单', ' work order ') : question
}

const assigned = canonical('assign')
const toNobody =
  /\b(?:(?:that |which )?(?:is|are|was|were|has been|have been) )?(?:not(?: yet)? assigned|unassigned)(?: to (?:anyone|anybody|somebody|someone)(?: yet)?)?\b|\b(?:has|have|with) (?:nobody|no[ -]?one) assigned(?: to (?:it|them))?\b|\b(?:is|are) assigned to (?:nobody|no[ -]?one)\b/giu

/** What is assigned to nobody has none of the people whom its rows refer to, where no column says that it is assigned. */
function withWhoIsAssigned(question: string, { tables }: DatabaseProfile): string {
  if (question.search(toNobody) < 0) return question
  if (tables.some(({ columns }) => columns.some(({ words }) => words.includes(assigned)))) return question
  const people = tables.flatMap(({ name: own, columns, foreignKeys }) =>
    foreignKeys.flatMap((key) => {
      const other = tables.find(({ name }) => name === key.table)
      const isOptional = columns.some(({ name, isSparse }) => isSparse && key.columns.includes(name))
      return other !== undefined && other.name !== own && isOptional && isPerson(other) ? [other.source] : []
    }),
  )
  const [only, ...more] = new Set(people)
  return only === undefined || more.length > 0
    ? question
    : question.replace(toNobody, `without ${only.replaceAll('_', ' ')}`)
}

const member = canonical('member')
/** Who is no member of any grant has no row of the table of grants' members, whoever leads them. */
function withMembers(question: string, { tables }: DatabaseProfile): string {
  const found =
    /\b(?:(?:is|are|was|were) not (?:an? )?members? of any|(?:is|are|was|were) (?:an? )?members? of no) (\p{L}{3,20})\b/iu.exec(
      question,
    )
  if (found === null) return question
  const [said, group = ''] = found
  const linking = tables.find(({ words }) => words.length === 2 && words[0] === canonical(group) && words[1] === member)
  return linking === undefined ? question : question.replace(said, `have no ${linking.source.replaceAll('_', ' ')}`)
}

const application = canonical('application')
const submission = canonicalWords('submit submission apply')
/** Applications are what was submitted, where nothing is called an application. */
function withApplications(question: string, { tables }: DatabaseProfile): string {
  const found = /\b(?:(\p{L}{3,20}) )?(applications?)\b/iu.exec(question)
  const isCalled = tables.some((table) => [table, ...table.columns].some(({ words }) => words.includes(application)))
  if (found === null || isCalled) return question
  const submitted = tables.filter(({ columns }) =>
    columns.some(({ type, words }) => type === 'date' && words.some((word) => submission.has(word))),
  )
  const [only, ...more] = submitted
  if (only === undefined || more.length > 0) return question
  const [said, before, noun = ''] = found
  const isNamed = before !== undefined && only.words.join(' ') === canonical(before)
  const rows = only.source.replaceAll('_', ' ')
  const named = noun.endsWith('s') ? rows : rows.replace(/s$/, '')
  return question.replace(isNamed ? said : noun, named)
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

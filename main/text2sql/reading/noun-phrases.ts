import type { Table } from '../schema/profile'
import { nameColumns } from '../schema/row-names'
import { canonicalWords, isPlural, isVerb, nameParts } from '../words/words'
import { type Chosen, namedTable } from './draft'

/** What names side by side, and names of something, mean together. English alone: 的 binds otherwise. */
export const withNounPhrases = (items: readonly Chosen[]): readonly Chosen[] => withNamesOf(withHeads(items))

/** "How many car models are there?" asks for models: the first of two names side by side only says what kind of. */
const withHeads = (items: readonly Chosen[]): readonly Chosen[] =>
  items.filter((item, at) => {
    const next = items[at + 1]
    const [kind, head] = [namedTable(item), namedTable(next)]
    if (kind === null || head === null || kind === head || /\p{Script=Han}/u.test(item.text)) return true
    const before = items[at - 1]
    // "Instructors who teach courses", "checking accounts"
    const isAct = before?.kind === 'not' || /^(?:who|that)$/i.test(before?.text ?? '') || /ing$/i.test(item.text)
    // "Which instructor advises the most students": what people do, though a table is called after it.
    const isDoing = items[at + 2]?.kind === 'superlative' && !isCalled(head, next!.text)
    return isAct || isDoing || isPlural(item.text) || isVerb(item.text) || !isPlural(next!.text)
  })

/** Whether a word stands in the name of a table as it is said, and is no verb that it was made of. */
export const isCalled = ({ name }: Table, said: string): boolean =>
  nameParts(name).some((part) => singular(part) === singular(said.toLowerCase()))
const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/(?<!s)e?s$/, '')

/** "The names and salaries of employees who earn most": theirs, whatever else has a name. */
const withNamesOf = (items: readonly Chosen[]): readonly Chosen[] =>
  items.map((item, at) => {
    if (item.kind !== 'refs' || item.ref.kind !== 'column' || !/^(?:full )?names?$/i.test(item.text)) return item
    const link = items.findIndex(({ kind, text }, index) => index > at && kind === 'link' && /^(?:of|for)$/i.test(text))
    const isList = items
      .slice(at + 1, Math.max(link, 0))
      .every((one) => one.kind === 'and' || (one.kind === 'refs' && one.ref.kind === 'column' && !one.ref.saysTable))
    const owner = items.slice(link + 1).find((one) => one.kind === 'refs' && one.ref.kind !== 'value')
    if (link < 0 || !isList || owner?.kind !== 'refs' || owner.sentence !== item.sentence) return item
    const said = owner.ref.kind === 'column' && owner.ref.saysTable ? owner.ref.column.table : null
    const table = namedTable(owner) ?? said
    if (table === null || item.ref.column.table === table) return item
    // What a company's founder is called may stand with the people: what else tells rows apart is no name.
    const [name, ...more] = nameColumns(table).filter(({ words }) => words.some((word) => called.has(word)))
    if (name === undefined) return item
    const { score } = item.ref
    return {
      ...item,
      ref: more.length > 0 ? { kind: 'table', table, score } : { kind: 'column', column: name, score, saysTable: true },
    }
  })

const called = canonicalWords('name title first last given family surname')

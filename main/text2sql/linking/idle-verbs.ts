import { grammarOf } from '../question/grammar'
import type { Token } from '../question/read-question'
import { timeAt } from '../question/times'
import { tableOf } from '../reading/columns'
import { birthOf } from '../reading/ranking/ranking'
import type { Column } from '../schema/profile'
import { isMeasureColumn, isPerson } from '../schema/row-names'
import { best } from '../words/likeness'
import { canonical, isPresentVerb, isVerb, nameParts, presentForm } from '../words/words'
import type { Item } from './items'
import type { Ref } from './ref'
import { schemaRefs } from './refs'
import type { Vocabulary } from './vocabulary'

/** Whether a verb that nothing in the database is called says no more than what stands beside it does. */
export const isIdleVerb = (
  vocabulary: Vocabulary,
  items: readonly Item[],
  tokens: readonly Token[],
  at: number,
): boolean =>
  saysBy(vocabulary, tokens, at) ||
  saysBegin(lastSaid(items), tokens, at) ||
  saysStart(lastSaid(items), tokens, at) ||
  isTheirDoing(vocabulary, items, tokens[at]!.lower) ||
  saysNoMore(vocabulary, items, tokens, at)

/** What stands before a verb, without `was` or `were`. */
const lastSaid = (items: readonly Item[]): Item | undefined =>
  items.findLast(({ text }) => !/^(?:is|are|was|were|been|being)$/i.test(text))

/** "Drew the largest audience", "bands that play jazz": the verb says no more than the figure or the kind behind it. */
function saysNoMore(vocabulary: Vocabulary, items: readonly Item[], tokens: readonly Token[], at: number): boolean {
  const { lower } = tokens[at]!
  if (!isVerb(lower) && !isPresentVerb(lower.replace(/s$/, ''))) return false
  if (isOfEachKind(vocabulary, items, tokens, at)) return true
  // "The highest value measured"
  const [figured] = items.slice(-1)
  const isFigure =
    figured?.kind === 'refs' &&
    figured.refs.some((ref) => ref.kind === 'column' && ref.score >= 0.8 && isMeasureColumn(ref.column))
  if (isFigure && isVerb(lower) && items.some(({ kind }) => kind === 'superlative' || kind === 'aggregate')) return true
  const behind = tokens.slice(at + 1, at + 5).filter(({ lower: word }) => word !== 'the')
  const [next, figure] = behind
  if (next === undefined) return false
  const isRanked = grammarOf(next.lower)?.kind === 'superlative' && figure !== undefined
  if (isRanked)
    return schemaRefs(vocabulary, [figure]).some(
      (ref) => ref.kind === 'column' && ref.score >= 0.9 && isMeasureColumn(ref.column),
    )
  const last = lastSaid(items)
  const rows = last?.kind === 'refs' ? last.refs.flatMap((ref) => (ref.kind === 'table' ? [ref.table] : [])) : []
  return !next.isCapital && (vocabulary.values.get(next.lower) ?? []).some(({ column }) => rows.includes(column.table))
}

/** "How many students have declared each minor?": what stands behind "each" sorts the rows that were named. */
function isOfEachKind(vocabulary: Vocabulary, items: readonly Item[], tokens: readonly Token[], at: number): boolean {
  const [each, kind] = tokens.slice(at + 1)
  if (kind === undefined || !/^(?:each|every)$/.test(each!.lower)) return false
  const rows = items.flatMap((item) => (item.kind === 'refs' ? item.refs.map(tableOf) : []))
  return schemaRefs(vocabulary, [kind]).some(
    (ref) => ref.kind === 'column' && ref.score >= 0.9 && ref.column.type === 'text' && rows.includes(ref.column.table),
  )
}

/** "Abnormal results": the rows that have the value before. */
export const isOfSaidKind = (last: Item | undefined, refs: readonly Ref[]): boolean =>
  last?.kind === 'refs' &&
  last.refs.some(
    (said) =>
      said.kind === 'value' &&
      refs.some((ref) => ref.kind === 'table' && ref.table === said.column.table && ref.score >= 0.85),
  )

/** What is taught has a professor: what people are called by says no more where rows refer to them. */
function isTheirDoing({ profile }: Vocabulary, items: readonly Item[], verb: string): boolean {
  const doer = canonical(`${presentForm(verb.replace(/(?<=[a-z]{2})e?s$/, '')).replace(/e$/, '')}er`)
  const people = profile.tables.filter((table) => isPerson(table) && best(doer, table.words) >= 0.75)
  return items.some(
    (item) =>
      item.kind === 'refs' &&
      item.refs.some(
        (ref) =>
          // "Has Laura Frei ridden" of riders, one of whom is called so.
          (ref.kind === 'value' && people.includes(ref.column.table)) ||
          (ref.kind === 'table' &&
            people.some(
              (table) =>
                table === ref.table ||
                ref.table.columns.some(({ words }) => words.some((word) => table.words.includes(word))),
            )),
      ),
  )
}

/** "Founded before 1980", "papers released in 2021" of what has one time at which it began. */
const saysBegin = (last: Item | undefined, tokens: readonly Token[], at: number): boolean =>
  /^(?:founded|established|opened|launched|started|built|created|inaugurated|released|published|premiered|introduced|printed|issued|written|filmed)$/.test(
    tokens[at]!.lower,
  ) &&
  [1, 2, 3].some((ahead) => timeAt(tokens, at + ahead) !== null) &&
  last?.kind === 'refs' &&
  last.refs.some((ref) => {
    const table = ref.kind === 'table' ? ref.table : ref.kind === 'column' ? ref.column.table : null
    return table !== null && !isPerson(table) && birthOf(table) !== null
  })

/** "Rentals that began in May": what is called after what was done began when it was done, `rented_at`. */
const saysStart = (last: Item | undefined, tokens: readonly Token[], at: number): boolean =>
  /^(?:began|started|commenced)$/.test(tokens[at]!.lower) &&
  timeAt(tokens, at + 2) !== null &&
  last?.kind === 'refs' &&
  last.refs.some((ref) => ref.kind === 'table' && ref.table.columns.filter(isOfDoing).length === 1)

/** The day on which a row's own deed was done: `rented_at` of rentals. */
const isOfDoing = ({ type, name, table }: Column): boolean => {
  const [deed = ''] = nameParts(name)
  return type === 'date' && isVerb(deed) && best(canonical(deed), table.words) > 0
}

/** "Financed by a loan", "reached with the app": the verb says no more than the kind behind it does. */
function saysBy(vocabulary: Vocabulary, tokens: readonly Token[], at: number): boolean {
  const [verb, by, ...behind] = tokens.slice(at, at + 5)
  if (!isVerb(verb!.lower) || !/^(?:by|with|via|through|using)$/.test(by?.lower ?? '')) return false
  const kind = behind.find(({ lower }) => !/^(?:an?|the|of)$/.test(lower))
  return (
    kind !== undefined &&
    !kind.isCapital &&
    vocabulary.kinds.some(({ word }) => word === canonical(kind.lower)) &&
    schemaRefs(vocabulary, [kind]).every(({ kind: of }) => of !== 'table')
  )
}

/** The column of the value that was said last, with or without words of what the column is called: "Gold", "Gold loyalty". */
export function valueSaid(items: readonly Item[]): Column | null {
  const [before, last] = items.slice(-2)
  const valuesOf = (item: Item | undefined): readonly Column[] =>
    item?.kind === 'refs' ? item.refs.flatMap((ref) => (ref.kind === 'value' ? [ref.column] : [])) : []
  const named = last?.kind === 'refs' ? last.refs.flatMap((ref) => (ref.kind === 'column' ? [ref.column] : [])) : []
  return valuesOf(last)[0] ?? valuesOf(before).find((column) => named.includes(column)) ?? null
}

/** Whether a word is what a column holds rather than what it is called. */
export const isValueOf = ({ values }: Vocabulary, { lower, isQuoted }: Token, column: Column): boolean =>
  !isQuoted &&
  column.truth === null &&
  !nameParts(column.name).includes(lower) &&
  (values.get(lower) ?? []).some((known) => known.column === column)

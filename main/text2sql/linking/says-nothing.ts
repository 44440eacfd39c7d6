import type { Token } from '../question/read-question'
import { isUnit, unitIn } from '../question/units'
import { isMeasureColumn } from '../schema/row-names'
import { canonical, isPlural, isVerb, making } from '../words/words'
import { isIdleVerb } from './idle-verbs'
import type { Item } from './items'
import { schemaRefs } from './refs'
import type { Vocabulary } from './vocabulary'

export const kindWords: ReadonlySet<string> = new Set(
  'status type kind level category class group state ones'.split(' '),
)
const measureWords = new Set('stars star points units square'.split(' '))
const measureKinds = new Set(
  'score amount value count level rating percentage size production output generation figure concentration'.split(' '),
)
const textKinds = new Set(['type', 'kind', 'level', 'grade', 'area'])

const deeds = new Set(
  'tests records entries events checks readings runs sessions trips logs jobs reports cases'.split(' '),
)

/** Whether a word that stands for nothing in the database says no more than what stands beside it. */
export function saysNothing(
  vocabulary: Vocabulary,
  items: readonly Item[],
  tokens: readonly Token[],
  at: number,
): boolean {
  const { lower, text } = tokens[at]!
  const last = items.at(-1)
  const isMark = /^[()]$/.test(text)
  // 一共花费多少英镑
  const isAsked = /^(?:how )?(?:many|much)$/.test(tokens[at - 1]?.lower ?? '') && at === tokens.length - 1
  const isMeasure =
    last?.kind === 'number'
      ? isUnit(lower) || measureWords.has(lower)
      : ((last?.kind === 'link' && last.text === 'in') || isAsked) &&
        (isUnitOfColumn(vocabulary, lower) ?? (isUnit(lower) || measureWords.has(lower)))
  // "Have not sold any policies": what was made or traded says no more than that there is one.
  const isMaking = making.test(lower)
  return (
    isMark ||
    isMeasure ||
    isMaking ||
    repeats(last, lower) ||
    saysDatabase(vocabulary, tokens, at) ||
    isIdleVerb(vocabulary, items, tokens, at)
  )
}

/** "Its weight in grams" of `weight_g`, where no figure is of another unit of weight; null where the names say no unit of it. */
function isUnitOfColumn({ profile }: Vocabulary, lower: string): boolean | null {
  const columns = profile.tables.flatMap((table) => table.columns.filter(isMeasureColumn))
  const { said, other } = unitIn(
    columns.map(({ name }) => name),
    lower,
  )
  return said || other ? !other : null
}

/** Whether a word says what the one before it is, which the database knows. */
function repeats(last: Item | undefined, lower: string): boolean {
  if (last?.kind !== 'refs') return false
  return last.refs.some((ref) => {
    // "Gold status" of a value that is one.
    if (ref.kind === 'value') return kindWords.has(lower)
    // "Germination tests": what is done, whose rows are called after it.
    if (ref.kind === 'table') return (ref.score >= 0.9 || ref.table.words.length === 2) && deeds.has(lower)
    if (ref.kind !== 'column') return false
    // "the check-in date" of a column that is a date.
    if (ref.column.type === 'date' && ['date', 'day', 'time'].includes(lower)) return true
    // "Snatch score", "affiliation types": what kind of thing a column holds.
    return (isMeasureColumn(ref.column) ? measureKinds : textKinds).has(lower.replace(/s$/, ''))
  })
}

/** Whose database it may be, where no row is called so. */
const ownHouses: ReadonlySet<string> = new Set(
  'cooperative association society union club company firm organisation organization agency office practice academy institute'.split(
    ' ',
  ),
)

/** Whether a word says whose database it is, or what it is about. */
function saysDatabase(vocabulary: Vocabulary, tokens: readonly Token[], at: number): boolean {
  const { profile } = vocabulary
  const { lower } = tokens[at]!
  const stem = canonical(lower)
  // `toolhire` is about tools, `filmarchive` an archive.
  const isPart = (word: string): boolean => word.startsWith(stem) || (lower.length > 5 && word.endsWith(stem))
  // Who climbed is not told by a database of climbing.
  if (isVerb(lower)) return false
  // What is counted are those rows, and none of others that are not named: "how many films".
  if (isPlural(lower) && /^(?:many|which|what)$/.test(tokens[at - 1]?.lower ?? '')) return false
  if (profile.words.has(stem) || (lower.length > 3 && [...profile.words].some(isPart))) return true
  // "Invertebrate families" of `invert_surveys`
  const next = tokens[at + 1]
  const isLongFor = (word: string): boolean => word.length > 4 && stem.startsWith(word)
  if (next !== undefined && [...profile.words].some(isLongFor) && schemaRefs(vocabulary, [next]).length > 0) return true
  // "How many members does our association have?"
  const [before, after] = [tokens[at - 1]?.lower, tokens[at + 1]?.lower ?? '']
  // "Who joined the cooperative after 2019?"
  if (
    before === 'the' &&
    ownHouses.has(lower) &&
    /^(?:join(?:ed|s)?|left|enter(?:ed)?|of)$/.test(tokens[at - 2]?.lower ?? '')
  )
    return true
  return before === 'our' && /^(?:ha[sv]e?|owns?|employs?|offers?|runs?|keeps?|sells?)$/.test(after)
}

import { grammarOf, longestPhrase } from '../question/grammar'
import type { Grammar } from '../question/grammar-kinds'
import type { Token } from '../question/read-question'
import { canonical } from '../words/words'
import type { Item } from './items'
import { tellsLateness } from './lateness'
import { schemaRefs } from './refs'
import type { Vocabulary } from './vocabulary'

/** A question while its words are linked. */
export interface Linking {
  readonly question: string
  readonly vocabulary: Vocabulary
  readonly tokens: readonly Token[]
  /** What the words before have been taken for. */
  readonly items: readonly Item[]
  readonly isHan: boolean
}

/** What is asked, and how, as the words from a place on say it. */
export interface SaidGrammar {
  readonly grammar: Grammar | undefined
  /** In words. */
  readonly length: number
}

/** The words from a place on that may be one phrase; none behind the last. */
export const phraseFrom = (tokens: readonly Token[], at: number): readonly Token[] =>
  tokens.slice(at, at + longestPhrase).filter(({ sentence }) => sentence === tokens[at]?.sentence)

/** The longest phrase from a place on that says what is asked, or how. */
export function grammarAt(linking: Linking, at: number): SaidGrammar {
  if (asksForWhole(linking, at)) return { grammar: { kind: 'each' }, length: 1 }
  const rest = phraseFrom(linking.tokens, at)
  for (let length = rest.length; length > 0; length -= 1) {
    const phrase = rest.slice(0, length)
    if (phrase.some(({ isQuoted }) => isQuoted)) continue
    const grammar = grammarOf(phrase.map(({ lower }) => lower).join(' '))
    if (grammar !== undefined && !saysElse(grammar, phrase, rest.slice(length), linking)) return { grammar, length }
  }
  return { grammar: undefined, length: 1 }
}

/** 买过所有类别的客户: whoever has it all. */
const hasAll = /[过了](?:所有|全部)/u

/** "Which suppliers deliver all products?", but "list all products". */
const asksForWhole = ({ question, tokens, items, isHan }: Linking, at: number): boolean =>
  tokens[at]!.lower === 'all' &&
  (isHan
    ? hasAll.test(question)
    : /^(?:which|who)$/i.test(items[0]?.text ?? '') && items.some(({ kind }) => kind === 'refs'))

/** Whether a phrase that may say what is asked says something else here. */
function saysElse(
  { kind }: Grammar,
  phrase: readonly Token[],
  rest: readonly Token[],
  { vocabulary, items }: Linking,
): boolean {
  const [first, next] = [phrase[0]!.lower, rest[0]?.lower ?? '']
  // "Or lower than 5" bounds once more.
  if (kind === 'orEqual') return next === 'than' || /^\d/.test(next)
  // "Return the names", but "not returned" in Chinese, too.
  if (kind === 'list') {
    const before = items.at(-1)
    return first === 'return' && before?.sentence === phrase[0]!.sentence && before.kind !== 'and'
  }
  // "Units ordered by hospitals": who ordered them.
  if (kind === 'sorted' && first === 'ordered' && phrase.at(-1)!.lower === 'by')
    return schemaRefs(vocabulary, rest.slice(0, 1)).some((ref) => ref.kind === 'table' && ref.score > 1)
  // Where no two dates tell what was late, the word is looked for in the database.
  if (kind === 'late') return !tellsLateness(vocabulary.profile)
  // A column may hold days of the week, or be called as one.
  const day = phrase.at(-1)!.lower.replace(/s$/, '')
  if (kind === 'weekdays') return vocabulary.values.has(day) || vocabulary.words.has(canonical(day))
  // "The lowest first light year" of what is called so.
  if (kind === 'direction' && phrase.at(-1)!.lower === 'first') {
    const named = [phrase.at(-1)!, ...rest.slice(0, 2)]
    return (
      rest.length > 0 &&
      [2, 3].some((length) => schemaRefs(vocabulary, named.slice(0, length)).some(({ score }) => score >= 1))
    )
  }
  if (kind !== 'superlative') return false
  const said = phrase.map(({ lower }) => lower).join(' ')
  // "Last names" are no names that come last.
  if (/^(?:first|last)$/.test(first) && /^names?$/.test(next)) return true
  // Who "sold the most cars" did not sell best.
  if (/^s(?:old|ells?|ell) the (?:most|least)$/.test(said) && schemaRefs(vocabulary, rest.slice(0, 1)).length > 0)
    return true
  // "The most active contracts" are most of those that are active.
  return (
    phrase.length === 2 &&
    phrase[1]!.lower === 'active' &&
    vocabulary.values.has('active') &&
    schemaRefs(vocabulary, rest.slice(0, 1)).some((ref) => ref.kind === 'table')
  )
}

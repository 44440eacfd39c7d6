import { grammarOf } from '../question/grammar'
import type { Token } from '../question/read-question'
import { type Ref, schemaRefs } from './refs'
import type { Vocabulary } from './vocabulary'

/** "Highest salary" as the name of a column `max_salary`, where what is highest of it is asked for. */
export function boundOf(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
): { readonly refs: readonly Ref[]; readonly text: string } | null {
  const [token, next] = [tokens[at]!, tokens[at + 1]]
  const word = { highest: 'maximum', lowest: 'minimum' }[token.lower]
  const isAgain = tokens.slice(at + 2).some(({ lower }) => grammarOf(lower)?.kind === 'superlative')
  if (word === undefined || next === undefined || !isAgain) return null
  const refs = schemaRefs(vocabulary, [{ ...token, text: word, lower: word }, next]).filter(
    (ref) => ref.kind === 'column' && ref.score >= 1 && ref.column.words.includes(word),
  )
  return refs.length === 0 ? null : { refs, text: `${word} ${next.text}` }
}

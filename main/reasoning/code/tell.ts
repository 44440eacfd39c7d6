import type { Language } from '../../../contract/language'
import type { SourcePlace } from '../../../contract/report/place'
import { wordingFor } from '../wording'
import { partsOf, sentencesOf, standsInCode } from './comments'
import { readCodeQuestion } from './question'

/** A sentence told of a symbol: where it is declared, or what its comment or signature says word by word. */
export interface ToldOfSymbol {
  readonly text: string
  readonly method: 'rules' | 'verbatim'
  readonly isCode?: true
}

/** Sentences of a comment that are told: of what was asked about, and of what stands beside it. */
const mostSentences = { first: 4, other: 1 } as const
const returning = /\b(?:@?returns?|raises?|throws?|yields?|:rtype|error)\b/i

/** Where a symbol is declared, as a sentence of the report's language. */
const locationOf = ({ symbol = '', sourceName, lineStart, lineEnd }: SourcePlace, language: Language): string =>
  wordingFor(language).code.located(symbol, sourceName, lineStart, lineEnd)

/** What is told of a symbol: its place, the beginning of its comment, and its signature where that was asked for or is all there is. */
export function tellSymbol(
  code: string,
  place: SourcePlace,
  asked: { readonly question: string; readonly language: Language; readonly isFirst: boolean },
): ToldOfSymbol[] {
  const { comment, signature } = partsOf(code)
  const { wantsSignature, wantsReturn, wantsList } = readCodeQuestion(asked.question)
  const said = sentencesOf(comment)
  const most = asked.isFirst && !wantsList ? mostSentences.first : mostSentences.other
  const chosen = said.filter((_, at) => at < most)
  if (wantsReturn && asked.isFirst)
    chosen.push(...said.filter((sentence) => returning.test(sentence) && !chosen.includes(sentence)).slice(0, 2))
  const isSigned = signature !== '' && (wantsSignature || wantsReturn || chosen.length === 0 || asked.isFirst)
  const quoted = chosen.filter((text) => standsInCode(text, code))
  return [
    { text: locationOf(place, asked.language), method: 'rules' },
    ...quoted.map((text): ToldOfSymbol => ({ text, method: 'verbatim' })),
    ...(isSigned && standsInCode(signature, code)
      ? [{ text: signature, method: 'verbatim', isCode: true } as const]
      : []),
  ]
}

/** Whether a sentence says of a symbol where it is declared, and the text there declares it. */
export function isItsLocation(sentence: string, place: SourcePlace, text: string): boolean {
  const name = place.symbol?.split('.').at(-1) ?? ''
  if (name === '' || !text.includes(name)) return false
  return (['en', 'zh-CN'] as const).some((language) => locationOf(place, language) === sentence)
}

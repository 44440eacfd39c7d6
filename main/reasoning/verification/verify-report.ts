import { QuarryError } from '../../../contract/errors'
import type { AnswerPlace, SourcePlace } from '../../../contract/report/place'
import {
  type CitationView,
  type Claim,
  checkableIn,
  isClaim,
  type ReportSentence,
  type ReportView,
} from '../../../contract/report/report'
import { displayText } from '../../language'
import { hashOfJson, sha256 } from '../../store'
import { standsInCode } from '../code/comments'
import { isItsLocation } from '../code/tell'
import { keptOf } from '../places/answers'
import type { ReadSourceText, ReasoningOptions } from '../port'
import { checkCited } from './check-cited'
import { checkByRules } from './rules'

/** What reopening a citation's place showed: of a source its text there, of a query or call the answer as it was kept. */
type Reopened =
  | { readonly state: 'same'; readonly text: string; readonly symbolOf: SourcePlace | null }
  | { readonly state: 'changed'; readonly text: string; readonly isElsewhere: boolean }
  | { readonly state: 'gone' }
  | { readonly state: 'kept'; readonly answer: AnswerPlace }
  | { readonly state: 'altered' }

async function reopen({ place, ...citation }: CitationView, readSourceText: ReadSourceText): Promise<Reopened> {
  if (place.kind !== 'source') {
    const isAsKept =
      hashOfJson(keptOf(place)) === place.keptHash && sha256(citation.citedText) === citation.citedTextHash
    return isAsKept ? { state: 'kept', answer: place } : { state: 'altered' }
  }
  const source = await readSourceText(place.sourceId)
  if (source === null) return { state: 'gone' }
  const text = source.slice(place.start, place.end)
  if (text === citation.citedText && sha256(text) === citation.citedTextHash)
    return { state: 'same', text, symbolOf: place.symbol === undefined ? null : place }
  return { state: 'changed', text, isElsewhere: source.includes(citation.citedText) }
}

type Judgement = Pick<Claim, 'verdict' | 'reason'>

/** A verbatim sentence is the cited place letter by letter, read from the source anew; white space alone is folded. */
function judgeVerbatim(sentence: Claim, reopened: readonly Reopened[]): Judgement {
  for (const place of reopened) {
    if (place.state === 'kept' || place.state === 'altered') return judgeByRules(sentence, reopened)
    if (place.state === 'gone') return { verdict: 'insufficient', reason: { kind: 'sourceGone', values: {} } }
    if (place.state === 'same' && displayText(place.text) === sentence.text) continue
    if (place.state === 'same' && place.symbolOf !== null && standsInCode(sentence.text, place.text)) continue
    if (place.state === 'changed' && place.isElsewhere)
      return { verdict: 'insufficient', reason: { kind: 'movedInSource', values: {} } }
    // What stands there now may deny the sentence outright, such as another figure in the same words.
    const byRules = checkByRules(sentence.text, [place.text])
    if (byRules.verdict === 'contradicted')
      return { verdict: 'contradicted', reason: { kind: 'textDiffers', values: { objection: byRules.reason } } }
    return {
      verdict: 'insufficient',
      reason:
        place.state === 'changed'
          ? { kind: 'sourceChanged', values: {} }
          : { kind: 'textDiffers', values: { objection: null } },
    }
  }
  return { verdict: 'supported', reason: { kind: 'foundVerbatim', values: {} } }
}

/** By its figures, names and words: against the text of sources, the cells of answers, or the text of both. */
function judgeByRules(sentence: Claim, reopened: readonly Reopened[]): Judgement {
  if (reopened.some((place) => place.state === 'altered'))
    return { verdict: 'insufficient', reason: { kind: 'answerAltered', values: {} } }
  const [first] = reopened
  if (first?.state === 'same' && first.symbolOf !== null && isItsLocation(sentence.text, first.symbolOf, first.text))
    return { verdict: 'supported', reason: { kind: 'declarationFound', values: {} } }
  const there = reopened.filter((place) => place.state !== 'gone' && place.state !== 'altered')
  if (there.length === 0 && reopened.length > 0)
    return { verdict: 'insufficient', reason: { kind: 'sourceGone', values: {} } }
  return checkCited(
    sentence.text,
    there.map((place) => (place.state === 'kept' ? place.answer : place.text)),
  )
}

/**
 * Checks every sentence of a report by reopening what it cites, never against the text that the report itself keeps.
 * Verbatim sentences letter by letter, others by rules, what cites a query or call by its rows or result; sentences of
 * Quarry's own, and of a model without the library, stay unchecked.
 */
export async function verifyReport(
  report: ReportView,
  readSourceText: ReadSourceText,
  options: ReasoningOptions,
): Promise<ReportView> {
  const texts = new Map<string, Promise<string | null>>()
  const readOnce: ReadSourceText = (sourceId) => {
    const known = texts.get(sourceId) ?? readSourceText(sourceId)
    texts.set(sourceId, known)
    return known
  }
  const places = new Map<number, Reopened>()
  let done = 0
  for (const citation of report.citations) {
    if (options.signal.aborted) throw new QuarryError('cancelled', 'Cancelled.')
    places.set(citation.n, await reopen(citation, readOnce))
    done += 1
    options.onProgress?.(done, report.citations.length)
  }
  const judge = (sentence: ReportSentence): ReportSentence => {
    if (!isClaim(sentence) || sentence.method === 'unaided') return sentence
    const unknown = sentence.citations.find((n) => !places.has(n))
    if (unknown !== undefined)
      return { ...sentence, verdict: 'insufficient', reason: { kind: 'citationUnknown', values: { n: unknown } } }
    if (sentence.citations.length === 0)
      return { ...sentence, verdict: 'insufficient', reason: { kind: 'nothingCited', values: {} } }
    const reopened = sentence.citations.flatMap((n) => places.get(n) ?? [])
    const judgement =
      sentence.method === 'verbatim' ? judgeVerbatim(sentence, reopened) : judgeByRules(sentence, reopened)
    return { ...sentence, ...judgement }
  }
  const sections = report.sections.map((section) => ({ ...section, sentences: section.sentences.map(judge) }))
  const claims = checkableIn(sections)
  return {
    ...report,
    sections,
    citations: report.citations.map((citation) => ({ ...citation, state: stateOf(places.get(citation.n)) })),
    claims: claims.length,
    supported: claims.filter((sentence) => sentence.verdict === 'supported').length,
  }
}

function stateOf(place: Reopened | undefined): CitationView['state'] {
  if (place === undefined || place.state === 'gone') return 'deleted'
  return place.state === 'same' || place.state === 'kept' ? 'present' : 'changed'
}

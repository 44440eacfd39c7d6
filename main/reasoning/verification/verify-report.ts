import { QuarryError } from '../../../contract/errors'
import type { CitationView, ReportSentence, ReportView } from '../../../contract/report'
import { sha256 } from '../citations/registry'
import type { ReadSourceText, ReasoningOptions } from '../port'
import { displayText } from '../text/display'
import { type Wording, wordingFor } from '../wording'
import { checkByRules } from './rules'

/** What reopening a citation's place in its source showed. */
type Reopened =
  | { readonly state: 'same'; readonly text: string }
  | { readonly state: 'changed'; readonly text: string; readonly isElsewhere: boolean }
  | { readonly state: 'gone' }

async function reopen(citation: CitationView, readSourceText: ReadSourceText): Promise<Reopened> {
  const source = await readSourceText(citation.locator.sourceId)
  if (source === null) return { state: 'gone' }
  const text = source.slice(citation.locator.start, citation.locator.end)
  if (text === citation.citedText && sha256(text) === citation.citedTextHash) return { state: 'same', text }
  return { state: 'changed', text, isElsewhere: source.includes(citation.citedText) }
}

type Judgement = Pick<ReportSentence, 'verdict' | 'reason'>

/** A verbatim sentence is the cited place letter by letter, read from the source anew; white space alone is folded. */
function judgeVerbatim(sentence: ReportSentence, reopened: readonly Reopened[], wording: Wording): Judgement {
  for (const place of reopened) {
    if (place.state === 'gone') return { verdict: 'insufficient', reason: wording.verdict.sourceGone }
    if (place.state === 'same' && displayText(place.text) === sentence.text) continue
    if (place.state === 'changed' && place.isElsewhere)
      return { verdict: 'insufficient', reason: wording.verdict.movedInSource }
    // What stands there now may deny the sentence outright, such as another figure in the same words.
    const byRules = checkByRules(sentence.text, [place.text], wording)
    if (byRules.verdict === 'contradicted')
      return { verdict: 'contradicted', reason: `${wording.verdict.textDiffers} ${byRules.reason}` }
    return {
      verdict: 'insufficient',
      reason: place.state === 'changed' ? wording.verdict.sourceChanged : wording.verdict.textDiffers,
    }
  }
  return { verdict: 'supported', reason: wording.verdict.found }
}

function judgeByRules(sentence: ReportSentence, reopened: readonly Reopened[], wording: Wording): Judgement {
  if (reopened.every((place) => place.state === 'gone'))
    return { verdict: 'insufficient', reason: wording.verdict.sourceGone }
  return checkByRules(
    sentence.text,
    reopened.flatMap((place) => (place.state === 'gone' ? [] : [place.text])),
    wording,
  )
}

/**
 * Checks every sentence of a report by reopening what it cites, never against the text that the report itself keeps.
 * Verbatim sentences letter by letter, others by rules; sentences of Quarry's own make no claim and stay unchecked.
 */
export async function verifyReport(
  report: ReportView,
  readSourceText: ReadSourceText,
  options: ReasoningOptions,
): Promise<ReportView> {
  const wording = wordingFor(report.language)
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
    if (sentence.method === 'none') return sentence
    const unknown = sentence.citations.find((n) => !places.has(n))
    if (unknown !== undefined)
      return { ...sentence, verdict: 'insufficient', reason: wording.verdict.noSuchCitation(unknown) }
    if (sentence.citations.length === 0)
      return { ...sentence, verdict: 'insufficient', reason: wording.verdict.uncited }
    const reopened = sentence.citations.flatMap((n) => places.get(n) ?? [])
    const judgement =
      sentence.method === 'verbatim'
        ? judgeVerbatim(sentence, reopened, wording)
        : judgeByRules(sentence, reopened, wording)
    return { ...sentence, ...judgement }
  }
  const sections = report.sections.map((section) => ({ ...section, sentences: section.sentences.map(judge) }))
  const claims = sections.flatMap((section) => section.sentences).filter((sentence) => sentence.method !== 'none')
  return {
    ...report,
    sections,
    citations: report.citations.map((citation) => ({ ...citation, sourceState: stateOf(places.get(citation.n)) })),
    claims: claims.length,
    supported: claims.filter((sentence) => sentence.verdict === 'supported').length,
  }
}

function stateOf(place: Reopened | undefined): CitationView['sourceState'] {
  if (place === undefined || place.state === 'gone') return 'deleted'
  return place.state === 'same' ? 'present' : 'changed'
}

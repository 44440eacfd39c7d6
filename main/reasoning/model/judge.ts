import { z } from 'zod'
import { type Claim, claimsIn, isClaim, type ReportSentence, type ReportView } from '../../../contract/report/report'
import { displayText } from '../../language'
import { askForJson } from './ask-for-json'
import { estimatePrompt, estimateTokens } from './estimate-tokens'
import { fenceLines } from './fence'
import { judgeInEnglish } from './prompts/judge.en'
import { judgeInChinese } from './prompts/judge.zh-CN'
import type { SessionModel } from './session-model'

const answerTokens = 400
const mostAtOnce = 8

const form = z.object({
  verdicts: z.array(z.object({ n: z.number().int(), verdict: z.enum(['supported', 'contradicted', 'insufficient']) })),
})
type Judged = z.infer<typeof form>['verdicts'][number]['verdict']

/**
 * Has a model judge each sentence that a model wrote and rules let pass, against what it cites. It takes a verdict away and
 * never gives one; what it said is the reason that is shown.
 * @param onJudged called with the report so far
 * @throws what a turn throws
 */
export async function judgeWithModel(
  model: SessionModel,
  report: ReportView,
  signal: AbortSignal,
  onJudged: (report: ReportView) => void,
): Promise<ReportView> {
  const words = report.language === 'zh-CN' ? judgeInChinese : judgeInEnglish
  const citedBy = new Map(report.citations.map(({ n, citedText }) => [n, displayText(citedText)]))
  const contextTokens = await model.contextTokens(signal)
  const maxTokens = Math.min(answerTokens, Math.floor(contextTokens / 4))
  const room = contextTokens - maxTokens - estimatePrompt([{ role: 'system', content: words.system('') }]) - 100
  const open = claimsIn(report.sections)
    .filter(({ method, verdict, citations }) => method === 'rules' && verdict === 'supported' && citations.length > 0)
    .map((claim) => ({ claim, text: textOf(claim) }))
    .filter(({ text }) => estimateTokens(text) < room)
  const judged = new Map<string, Judged>()
  let whole = report
  while (open.length > 0) {
    let [left, end] = [room, 0]
    for (const { text } of open.slice(0, mostAtOnce)) {
      left -= estimateTokens(text)
      if (left < 0) break
      end += 1
    }
    const batch = open.splice(0, end)
    const { fence, text } = fenceLines(
      'sentences',
      batch.map((one, at) => `[${at + 1}] ${one.text}`),
    )
    const { verdicts } = await askForJson(
      model,
      {
        turn: {
          role: 'verify',
          about: '',
          prompt: `judge/${words.version}/${report.language}`,
          messages: [
            { role: 'system', content: words.system(fence) },
            { role: 'user', content: words.user(text) },
          ],
          maxTokens,
        },
        form,
        problemOf: () => null,
        again: words.again,
      },
      signal,
    )
    for (const { n, verdict } of verdicts) {
      const one = batch[n - 1]
      if (one !== undefined) judged.set(one.claim.id, verdict)
    }
    whole = withVerdicts(report, judged, model.name)
    onJudged(whole)
  }
  return whole

  function textOf({ text, citations }: Claim): string {
    const cited = citations.map((n) => citedBy.get(n) ?? '').join(' … ')
    return `${words.sentence}${text}\n${words.cited}${cited}`
  }
}

function withVerdicts(report: ReportView, judged: ReadonlyMap<string, Judged>, model: string): ReportView {
  const judge = (sentence: ReportSentence): ReportSentence => {
    const verdict = judged.get(sentence.id)
    if (verdict === undefined || !isClaim(sentence)) return sentence
    const reason =
      verdict === 'supported'
        ? { kind: 'modelAgrees' as const, values: { model } }
        : { kind: 'modelObjects' as const, values: { model, isContradicted: verdict === 'contradicted' } }
    return { ...sentence, verdict, reason }
  }
  const sections = report.sections.map((section) => ({ ...section, sentences: section.sentences.map(judge) }))
  return { ...report, sections, supported: claimsIn(sections).filter(({ verdict }) => verdict === 'supported').length }
}

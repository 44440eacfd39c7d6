import { clsx } from 'clsx'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { isClaim, type ReportSentence, type ReportView } from '../../../contract/report/report'
import { textOf } from '../../../wording'
import { Chip } from '../../ui/chip'
import { Hint } from '../../ui/hint'
import { useSpeech } from '../../ui/use-speech'
import { SessionLink } from '../memory/session-link'
import { AskOtherwise, declinedBy } from '../queries/other-readings'
import { CitationChip } from './citation-chip'
import { isDoubtful, withoutMarks } from './paragraphs'
import { SentenceMenu } from './sentence-menu'

interface SentenceProps {
  sessionId: string
  /** Of the report. */
  version: number
  report: ReportView
  sentence: ReportSentence
  /** Shown instead of the sentence's own text. */
  text?: string | undefined
}

/** A sentence with its citations and, where it is doubtful, its verdict. Long reports have a thousand: each is drawn again only where it changed. */
export const Sentence = memo(function Sentence({ sessionId, version, report, sentence, text }: SentenceProps) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const doubtful = isDoubtful(sentence)
  const declining = isClaim(sentence) ? null : declinedBy(sentence.fact)
  return (
    <span
      className={clsx(
        'group',
        doubtful && 'underline decoration-blocked decoration-dashed decoration-1 underline-offset-4',
      )}
      data-sentence={sentence.id}
      data-verdict={isClaim(sentence) ? sentence.verdict : undefined}
      lang={isClaim(sentence) || sentence.fact.kind === 'told' ? undefined : speech.language}
    >
      {isClaim(sentence) && sentence.isCode ? (
        <code className="font-mono text-[0.82em] break-words">{textOf(sentence, speech)}</code>
      ) : (
        (text ?? withoutMarks(declining ? speech.fact(declining.fact) : textOf(sentence, speech)))
      )}
      {declining && <AskOtherwise sessionId={sessionId} {...declining} />}
      {!isClaim(sentence) && sentence.fact.kind === 'answeredBefore' && (
        <span className="ml-1 font-sans text-sm">
          <SessionLink isInline session={{ ...sentence.fact.values, title: t('report.openEarlier') }} />
        </span>
      )}
      {/* A joiner before it keeps a number from standing alone on the next line. */}
      <span className="before:content-['\2060']">
        {sentence.citations.map((n) => {
          const citation = report.citations.find((one) => one.n === n)
          return citation ? (
            <CitationChip key={n} sessionId={sessionId} version={version} citation={citation} sentence={sentence} />
          ) : null
        })}
      </span>
      {doubtful && isClaim(sentence) && sentence.citations.length === 0 && (
        <Chip tone="blocked">{t(`report.verdict.${sentence.verdict}`)}</Chip>
      )}
      {isClaim(sentence) && sentence.edited && (
        <span className="ml-1 font-sans">
          <Hint text={t('edit.original', { text: sentence.edited.original })}>
            <button type="button" className="cursor-help">
              <Chip>{t('edit.byYou')}</Chip>
            </button>
          </Hint>
        </span>
      )}
      {isClaim(sentence) && sentence.isNew && (
        <span className="ml-1 font-sans">
          <Chip>{t('report.isNew')}</Chip>
        </span>
      )}
      {isClaim(sentence) && (
        // It takes no room, so that no gap is left where it does not show.
        <span className="relative inline-block w-0">
          <SentenceMenu sessionId={sessionId} version={version} report={report} sentence={sentence} />
        </span>
      )}{' '}
    </span>
  )
})

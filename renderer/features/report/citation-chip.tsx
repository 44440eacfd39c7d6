import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { nameOfPlace } from '../../../contract/report/place'
import { type CitationView, isClaim, type ReportSentence } from '../../../contract/report/report'
import { reasonOf } from '../../../wording'
import { Hint } from '../../ui/hint'
import { useSpeech } from '../../ui/use-speech'
import { placeOf, useWindowDispatch, useWindowState } from '../../window/window-state'
import { isDoubtful } from './paragraphs'

interface CitationChipProps {
  sessionId: string
  /** Of the report. */
  version: number
  citation: CitationView
  sentence: ReportSentence
}

/** The number after a sentence. It opens its passage beside the report; a doubtful one looks doubtful. */
export function CitationChip({ sessionId, version, citation, sentence }: CitationChipProps) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const { place } = useWindowState()
  const dispatch = useWindowDispatch()
  const own = { sessionId, version, n: citation.n }
  const opened = place?.citation
  const current = opened?.sessionId === sessionId && opened.version === version && opened.n === citation.n
  const doubtful = isDoubtful(sentence)
  const source = nameOfPlace(citation.place)
  const name = t(doubtful ? 'report.citeDoubtful' : 'report.cite', { n: String(citation.n), source })
  const told = isClaim(sentence)
    ? t('app.labelled', { label: source, what: t(`report.verdict.${sentence.verdict}`) })
    : source
  const reason = reasonOf(sentence, speech)
  return (
    <Hint text={reason === null ? told : t('report.verdictBecause', { told, reason })}>
      <button
        type="button"
        lang={speech.language}
        data-citation={citation.n}
        data-current={current ? '' : undefined}
        aria-label={name}
        aria-pressed={current}
        onClick={() => dispatch({ type: 'openPlace', place: placeOf(citation.place, own) })}
        className={clsx(
          'ml-0.5 scroll-my-24 rounded-[4px] px-[5px] align-[2px] font-sans text-[11px] leading-4 font-semibold no-underline',
          doubtful && !current && 'border border-dashed border-blocked text-blocked',
          !doubtful && !current && 'bg-accent-bg text-accent',
          current && 'bg-accent text-on-accent',
        )}
      >
        {citation.n}
        {doubtful && ' ?'}
      </button>
    </Hint>
  )
}

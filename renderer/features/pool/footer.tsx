import { useTranslation } from 'react-i18next'
import { countUnderWay } from '../../../contract/library/source'
import { useTopicValue } from '../../bridge'
import { MemberGlyph } from '../../ui/glyphs'
import { useSpeech } from '../../ui/use-speech'
import { useFormat } from '../../window/use-format'
import { useProjectPool } from '../../window/use-project-pool'
import { useWindowDispatch } from '../../window/window-state'
import { memberState } from './member-states'

/** What the machine is doing, always: the pool, indexing, memory. */
export function Footer() {
  const { t } = useTranslation()
  const format = useFormat()
  const dispatch = useWindowDispatch()
  const speech = useSpeech()
  const pool = useProjectPool()
  const status = useTopicValue('status')
  const summary = useTopicValue('library')?.summary
  const waiting = summary ? countUnderWay(summary.byState) : 0
  const ingest = !summary
    ? ''
    : summary.pauseReason !== undefined
      ? t('footer.stands', { reason: speech.errorPhrase(summary.pauseReason) })
      : summary.paused
        ? t('footer.paused')
        : waiting === 0
          ? t('footer.idle')
          : [
              summary.passagesPerSecond !== null
                ? t('footer.ingest', { rate: format.number(Math.round(summary.passagesPerSecond)) })
                : t('footer.ingestWaiting', { count: waiting }),
              summary.remainingMs !== null
                ? t('footer.left', { time: format.remaining(summary.remainingMs) })
                : t('footer.leftUnknown'),
            ].join(' · ')
  // What a narrow window has no room for is left out whole: half a word says nothing.
  const machine = status
    ? [
        ...status.work.map(({ fact }) => speech.fact(fact)),
        status.inferenceQueue > 0 ? t('footer.queue', { count: status.inferenceQueue }) : null,
        status.recallMs !== null ? t('footer.recall', { time: format.duration(status.recallMs) }) : null,
        t('footer.memory', { size: format.megabytes(status.memoryMb) }),
      ]
        .filter((part) => part !== null)
        .join(' · ')
    : ''
  return (
    <footer
      data-testid="footer"
      className="@container flex items-center gap-4 overflow-hidden border-t border-line px-3.5 text-xs whitespace-nowrap text-dim tabular-nums"
    >
      <h2 className="sr-only">{t('footer.label')}</h2>
      <button
        type="button"
        aria-describedby="footer-pool"
        aria-label={t('pool.open')}
        onClick={() => dispatch({ type: 'showView', view: 'pool' })}
        className="-mx-1.5 flex shrink-0 gap-1.5 rounded px-1.5 py-0.5 hover:bg-sunk"
      >
        <span className="sr-only @min-[640px]:not-sr-only">{t('footer.pool')}</span>
        <ul id="footer-pool" className="flex gap-2.5">
          {memberState.map((state) => {
            const count = pool?.members.filter((member) => member.state === state).length ?? 0
            if (count === 0) return null
            return (
              <li key={state} className="flex items-center gap-1">
                <MemberGlyph state={state} size={11} />
                {format.number(count)}{' '}
                <span className="sr-only @min-[640px]:not-sr-only">{t(`memberState.${state}`)}</span>
              </li>
            )
          })}
        </ul>
      </button>
      <span className="min-w-0 truncate" data-testid="footer-ingest">
        {ingest}
      </span>
      <span className="ml-auto hidden shrink-0 @min-[820px]:block">{machine}</span>
    </footer>
  )
}

import { OctagonPause, Pause, Square, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SessionView } from '../../../contract/session/session'
import { Remedy } from '../../ui/remedy'
import { useSpeech } from '../../ui/use-speech'
import { isHalted } from './is-halted'

/** Why the session does not go on, what is kept, and what happens on going on. */
export function Interruption({ session }: { session: SessionView }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const { state, error, interruptedState } = session
  if (state !== 'failed' && state !== 'stopped' && state !== 'paused' && state !== 'blockedReview') return null
  const failed = state === 'failed'
  const Icon = { failed: TriangleAlert, stopped: Square, paused: Pause, blockedReview: OctagonPause }[state]
  const title = {
    failed: t('session.failedTitle'),
    stopped: t('session.stoppedTitle'),
    paused: t('session.pausedTitle'),
    blockedReview: t('session.blockedTitle'),
  }[state]
  const body = {
    failed: interruptedState
      ? t('session.failedBody', { state: t(`sessionState.${interruptedState}`) })
      : t('session.failedBodyPlain'),
    stopped: t('session.stoppedBody'),
    paused: isHalted(session) ? t('session.pausedHeldBody') : t('session.pausedBody'),
    blockedReview: t('session.blockedBody'),
  }[state]
  return (
    <section
      role={failed ? 'alert' : 'status'}
      data-testid="interruption"
      className={`mb-5 rounded-lg border bg-panel px-4 py-3 ${failed ? 'border-error' : 'border-edge'}`}
    >
      <h2 className={`flex items-center gap-2 font-semibold ${failed ? 'text-error' : 'text-ink'}`}>
        <Icon size={16} aria-hidden /> {title}
      </h2>
      {error && <p className="mt-1 text-ink">{speech.error(error)}</p>}
      <p className="mt-1 text-sm text-dim">{body}</p>
      <Remedy remedy={error?.remedy} className="mt-1 text-sm text-dim" />
      {error && (
        <details className="mt-2 text-xs text-dim">
          <summary>{t('session.details')}</summary>
          <pre className="mt-1 font-mono whitespace-pre-wrap">
            {error.code}
            {'\n'}
            {error.message}
          </pre>
        </details>
      )}
    </section>
  )
}

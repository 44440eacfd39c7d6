import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionProgress, SessionView } from '../../../contract/session/session'
import { useTopicValue } from '../../bridge'
import { Progress } from '../../ui/progress'
import { useFormat } from '../../window/use-format'

/** The clock, once a second while `running`. */
function useNow(running: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [running])
  return now
}

const spoken = ['coordinating', 'investigating', 'planning', 'running', 'reporting', 'verifying'] as const
type Spoken = (typeof spoken)[number]
const isSpoken = (state: string): state is Spoken => (spoken as readonly string[]).includes(state)

/** What is being done now, and what a language model is writing. */
export function Activity({ session }: { session: SessionView }) {
  const progress = useTopicValue('sessionProgress', session.id)
  return (
    <>
      <ActivityLine session={session} progress={progress} />
      {/* It comes by itself: the view of a session with a long report is behind it by more than a person should wait. */}
      {progress?.draft && <Draft text={progress.draft} />}
    </>
  )
}

/** One sentence on what is being done, how far it is, and since when. Every wait has one. */
function ActivityLine({ session, progress }: { session: SessionView; progress: SessionProgress | null | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { activity, state, isQueued } = session
  const now = useNow(activity !== null)
  if (!isSpoken(state)) return null
  // Steps are counted by their rows, everything else as it moves.
  const { done, total } = (state === 'running' ? null : progress) ?? activity ?? { done: 0, total: null }
  const counts = {
    done: format.number(activity === null ? session.stepsDone : done),
    total: format.number(total ?? session.stepsTotal),
    sources: format.number(session.sourcesIndexed),
  }
  // What a model wrote by itself is not checked against anything.
  const isUnaided = state === 'verifying' && session.asked.at(-1)?.mode === 'modelOnly'
  const said = isQueued ? t('activity.queued') : t(`activity.${isUnaided ? 'reporting' : state}`, counts)
  const elapsedMs = activity === null ? 0 : Math.floor((now - Date.parse(activity.startedAt)) / 1000) * 1000
  const share = activity && total ? Math.min(1, done / total) : null
  return (
    <div className="mb-5" data-testid="activity">
      <div className="mb-1.5 flex flex-wrap justify-between gap-x-4 text-sm text-dim">
        <span>
          {said}
          {!isQueued && activity && total && state !== 'running' ? ` ${t('activity.counted', counts)}` : ''}
        </span>
        {elapsedMs >= 1000 && (
          <span className="text-xs text-faint tabular-nums">
            {t('session.elapsed', { time: format.duration(elapsedMs) })}
          </span>
        )}
      </div>
      {!isQueued && <Progress share={share} label={said} />}
    </div>
  )
}

function Draft({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <div className="mb-5 max-w-[70ch]" data-testid="draft">
      <p className="text-xs text-faint">{t('activity.draft')}</p>
      <p className="mt-1 font-serif text-[16.5px] leading-[1.68] whitespace-pre-line text-dim wrap-anywhere">{text}</p>
    </div>
  )
}

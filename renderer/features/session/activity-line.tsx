import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionView } from '../../../contract/session/session'
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

/** One sentence on what is being done now, how far it is, and since when. Every wait has one. */
export function ActivityLine({ session }: { session: SessionView }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { activity, state, isQueued } = session
  const progress = useTopicValue('sessionProgress', session.id)
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
      {state === 'reporting' && progress?.draft && (
        <div className="mt-4 max-w-[70ch]" data-testid="draft">
          <p className="text-xs text-faint">{t('activity.draft')}</p>
          <p className="mt-1 font-serif text-[16.5px] leading-[1.68] whitespace-pre-line text-dim wrap-anywhere">
            {progress.draft}
          </p>
        </div>
      )}
    </div>
  )
}

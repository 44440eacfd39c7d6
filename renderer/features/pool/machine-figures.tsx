import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MachineStatus } from '../../../contract/app/app'
import { useTopicValue } from '../../bridge'
import { useSpeech } from '../../ui/use-speech'
import { useFormat } from '../../window/use-format'
import { ageMs } from './age'

/** Values kept for the curve: one a second. */
const kept = 120

const figures = ['cpuShare', 'memoryMb', 'inferenceQueue', 'storeMs'] as const
type Figure = (typeof figures)[number]

/** The last values of each figure, oldest first, since this was opened. */
function useHistory(status: MachineStatus | null): Record<Figure, number[]> {
  const history = useRef<Record<Figure, number[]>>({ cpuShare: [], memoryMb: [], inferenceQueue: [], storeMs: [] })
  const [, redraw] = useState(0)
  useEffect(() => {
    if (!status) return
    for (const figure of figures) {
      const value = status[figure]
      if (value === null || value === undefined) continue
      history.current[figure] = [...history.current[figure].slice(1 - kept), value]
    }
    redraw((count) => count + 1)
  }, [status])
  return history.current
}

/** The curve of a figure, from 0 (or `most` for the whole height) on. */
function Curve({ values, most }: { values: readonly number[]; most: number }) {
  if (values.length < 2) return <svg aria-hidden="true" className="h-5 w-full min-w-0" />
  const points = values
    .map((value, index) => `${kept - values.length + index},${(18 - (16 * value) / most).toFixed(1)}`)
    .join(' ')
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${kept - 1} 20`} preserveAspectRatio="none" className="h-5 w-full min-w-0">
      <polyline
        points={points}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        className="text-accent"
      />
    </svg>
  )
}

/** What the machine carries while the pool works: now in figures, the last two minutes as curves. */
export function MachineFigures() {
  const { t } = useTranslation()
  const format = useFormat()
  const status = useTopicValue('status')
  const history = useHistory(status)
  const worded: Record<Figure, { name: string; say(value: number): string; floor: number }> = {
    cpuShare: { name: t('pool.machine.cpu'), say: format.percent, floor: 1 },
    memoryMb: { name: t('pool.machine.memory'), say: format.megabytes, floor: 256 },
    inferenceQueue: { name: t('pool.machine.queue'), say: format.number, floor: 8 },
    storeMs: { name: t('pool.machine.store'), say: format.duration, floor: 5 },
  }
  return (
    <dl
      aria-label={t('pool.machine.title')}
      data-testid="machine"
      className="grid grid-cols-2 gap-x-6 gap-y-1 border-y border-line py-2 @min-[620px]:grid-cols-4"
    >
      {figures.map((figure) => {
        const { name, say, floor } = worded[figure]
        const value = status?.[figure] ?? null
        const values = history[figure]
        const least = Math.min(...values)
        const most = Math.max(...values)
        return (
          <div key={figure} className="min-w-0">
            <dt className="truncate text-xs text-faint">{name}</dt>
            <dd className="flex items-center gap-3 tabular-nums">
              <span className="shrink-0">{value === null ? '–' : say(value)}</span>
              {values.length > 1 && (
                <span className="sr-only">. {t('pool.machine.history', { least: say(least), most: say(most) })}</span>
              )}
              <Curve values={values} most={Math.max(most, floor)} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** What the machine works at beside the members: reading, embedding, searches, each with how long it has gone on. */
export function MachineWork({ now }: { now: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const status = useTopicValue('status')
  if (!status) return null
  const parts = status.work.map(({ fact, since }) =>
    t('pool.machine.since', { work: speech.fact(fact), time: format.duration(ageMs(now, since)) }),
  )
  return (
    <p className="mt-1.5 text-sm text-dim tabular-nums" data-testid="machine-work">
      {parts.length === 0 ? t('pool.machine.noWork') : t('pool.machine.work', { work: parts.join(t('app.listed')) })}
    </p>
  )
}

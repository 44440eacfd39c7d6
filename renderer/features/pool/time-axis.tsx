import { useTranslation } from 'react-i18next'
import { useFormat } from '../../window/use-format'
import { marks, type TimeWindow } from './time-window'

/** The marks of time over the lanes. A picture: each lane tells its spans in words. */
export function TimeAxis({ window }: { window: TimeWindow }) {
  const { t } = useTranslation()
  const format = useFormat()
  // At the left end there is no room for words before the next mark.
  const readable = marks(window).filter(({ share }) => share > 0.06)
  return (
    <div aria-hidden className="relative h-5 text-2xs text-faint tabular-nums">
      {readable.map(({ agoMs, share }) => (
        <span
          key={agoMs}
          className={`absolute bottom-0.5 whitespace-nowrap ${share > 0.92 ? '-translate-x-full' : '-translate-x-1/2'}`}
          style={{ left: `${share * 100}%` }}
        >
          {agoMs === 0 ? t('pool.view.now') : t('pool.view.ago', { time: format.duration(agoMs) })}
        </span>
      ))}
    </div>
  )
}

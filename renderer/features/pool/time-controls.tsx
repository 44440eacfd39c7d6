import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button'
import { useFormat } from '../../window/use-format'
import { hourMs, pan, presets, step, type TimeWindow } from './time-window'

/** Which stretch of the last hour is shown: its length, and how long ago it ends. */
export function TimeControls({ shown, onShow }: { shown: TimeWindow; onShow(shown: TimeWindow): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const said =
    shown.behindMs === 0
      ? t('pool.view.span', { time: format.duration(shown.spanMs) })
      : t('pool.view.spanBehind', { time: format.duration(shown.spanMs), ago: format.duration(shown.behindMs) })
  return (
    <fieldset className="ml-auto flex flex-wrap items-center justify-end gap-0.5">
      <legend className="sr-only">{t('pool.view.seen')}</legend>
      <p role="status" className="sr-only">
        {said}
      </p>
      {presets.map((spanMs) => (
        <button
          key={spanMs}
          type="button"
          aria-pressed={Math.abs(shown.spanMs - spanMs) < 1}
          onClick={() => onShow({ spanMs, behindMs: Math.min(shown.behindMs, hourMs - spanMs) })}
          className="rounded px-1.5 py-0.5 text-xs text-dim tabular-nums hover:bg-sunk aria-pressed:bg-accent-bg aria-pressed:text-ink"
        >
          {format.duration(spanMs)}
        </button>
      ))}
      <IconButton
        size="small"
        icon={ZoomOut}
        label={t('pool.view.zoomOut')}
        disabled={shown.spanMs >= hourMs}
        onClick={() => onShow(step(shown, -1))}
      />
      <IconButton
        size="small"
        icon={ZoomIn}
        label={t('pool.view.zoomIn')}
        disabled={shown.spanMs <= (presets.at(-1) ?? 0)}
        onClick={() => onShow(step(shown, 1))}
      />
      <IconButton
        size="small"
        icon={ChevronLeft}
        label={t('pool.view.earlier')}
        disabled={shown.behindMs + shown.spanMs >= hourMs}
        onClick={() => onShow(pan(shown, -0.5))}
      />
      <IconButton
        size="small"
        icon={ChevronRight}
        label={t('pool.view.later')}
        disabled={shown.behindMs === 0}
        onClick={() => onShow(pan(shown, 0.5))}
      />
    </fieldset>
  )
}

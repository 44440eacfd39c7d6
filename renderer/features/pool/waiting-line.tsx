import { ChevronsUp, ChevronUp, Minus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PoolView, PoolWaitingView } from '../../../contract/pool/pool'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { useSpeech } from '../../ui/use-speech'
import { useFormat } from '../../window/use-format'
import { ageMs } from './age'

const shownFirst = 3

const priorities = { high: ChevronsUp, normal: ChevronUp, low: Minus } as const

function WaitingTask({ task, now }: { task: PoolWaitingView; now: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const Icon = priorities[task.priority]
  return (
    <li
      data-testid="pool-waiting"
      className="grid grid-cols-[18px_minmax(0,1fr)_auto] items-baseline gap-x-2 border-t border-line py-1.5 text-sm"
    >
      <span className="translate-y-0.5 text-dim">
        <Icon size={14} aria-hidden />
        <span className="sr-only">{t(`pool.line.priority.${task.priority}`)}: </span>
      </span>
      <span className="min-w-0">
        <span className="block truncate">
          {task.label}
          {task.holder && <span className="text-xs text-faint"> {t('pool.line.for', { holder: task.holder })}</span>}
        </span>
        <span className="block text-xs text-blocked">{t('steps.waitsFor', { what: speech.fact(task.reason) })}</span>
      </span>
      <span className="text-right text-xs whitespace-nowrap text-dim tabular-nums">
        {t('pool.line.age', { time: format.duration(ageMs(now, task.since)) })}
        <span className="block">
          {task.reserving ? (
            <Chip tone="busy">{t('pool.line.reserving')}</Chip>
          ) : (
            t(`pool.line.priority.${task.priority}`)
          )}
        </span>
      </span>
    </li>
  )
}

/** Who waits, for what, how long and how urgently: in the order in which they are served. */
export function WaitingLine({ pool, now }: { pool: PoolView; now: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [all, setAll] = useState(false)
  const { waiting, waitingTotal } = pool
  if (waiting.length === 0) return null
  const more = waiting.length - shownFirst
  return (
    <section aria-labelledby="pool-line" className="mb-3" data-testid="pool-line">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h2 id="pool-line" className="section-title">
          {t('pool.line.title')}
          <span className="ml-2 tabular-nums">{format.number(waitingTotal)}</span>
        </h2>
        {more > 0 && (
          <Button tone="quiet" className="-mr-3 h-7" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('pool.line.showLess') : t('pool.line.showAll', { count: more, more: format.number(more) })}
          </Button>
        )}
      </div>
      {/* Unfolded it scrolls, and nothing in it takes the focus. */}
      <ol {...(all ? { tabIndex: 0 } : {})} aria-labelledby="pool-line" className={all ? 'max-h-64 overflow-auto' : ''}>
        {(all ? waiting : waiting.slice(0, shownFirst)).map((task) => (
          <WaitingTask key={task.taskId} task={task} now={now} />
        ))}
      </ol>
      {all && waitingTotal > waiting.length && (
        <p className="pt-1 text-xs text-faint">
          {t('pool.line.beyond', { shown: format.number(waiting.length), total: format.number(waitingTotal) })}
        </p>
      )}
    </section>
  )
}

import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import type { PoolMemberView, PoolSpan } from '../../../contract/pool'
import { MemberGlyph } from '../../ui/glyphs'
import { useFormat } from '../../window/use-format'
import { CapabilityBars } from './capability-bars'
import { MemberLabel } from './member-label'
import { useMemberName } from './member-names'
import { useMemberProblem } from './member-problem'
import { SpanBars } from './span-bars'
import type { TimeWindow } from './time-window'

/** So many spans are told in words with a lane; the member's own page has all of the hour. */
const toldSpans = 5

interface MemberRowProps {
  member: PoolMemberView
  spans: readonly PoolSpan[]
  window: TimeWindow
  now: number
  mode: 'timeline' | 'abilities'
  selected: boolean
  tabbable: boolean
  onFocus(): void
  onOpen(): void
}

/** One member: its state and holder, and what it did in the time shown or what it can do. */
export function MemberRow(props: MemberRowProps) {
  const { member, spans, window, now, mode } = props
  const { t } = useTranslation()
  const format = useFormat()
  const name = useMemberName()(member)
  const problem = useMemberProblem()(member)
  const state = t(`memberState.${member.state}`)
  const from = now - window.behindMs - window.spanMs
  const until = now - window.behindMs
  const seen = spans.filter(
    (span) => Date.parse(span.startedAt) <= until && (span.endedAt ? Date.parse(span.endedAt) : now) >= from,
  )
  const said = seen.slice(-toldSpans).map((span) =>
    t('pool.span', {
      label: span.label,
      state: t(`memberState.${span.state}`),
      time: format.duration((span.endedAt ? Date.parse(span.endedAt) : now) - Date.parse(span.startedAt)),
    }),
  )
  const rate =
    member.successRate === null
      ? t('pool.view.rateNone')
      : `${t('pool.view.done', { count: member.tasksDone, done: format.number(member.tasksDone) })} · ${t('pool.view.rate', { rate: format.percent(member.successRate) })}`
  const label = [
    t('pool.view.member', { name, type: t(`memberType.${member.type}`), state }),
    member.holder ? t('pool.view.heldBy', { holder: member.holder }) : null,
    problem,
    rate,
    mode === 'timeline' ? said.join('; ') || t('pool.view.laneNothing') : null,
  ]
    .filter(Boolean)
    .join('. ')
  return (
    <div
      data-testid="member"
      data-state={member.state}
      className={clsx(
        'grid h-full grid-cols-[112px_minmax(0,1fr)] items-center gap-x-3 rounded-md px-1.5 @min-[560px]:grid-cols-[200px_minmax(0,1fr)]',
        mode === 'abilities' && '@min-[640px]:grid-cols-[248px_minmax(0,1fr)]',
        props.selected && 'bg-accent-bg',
      )}
    >
      <button
        type="button"
        aria-label={label}
        aria-current={props.selected || undefined}
        tabIndex={props.tabbable ? 0 : -1}
        onFocus={props.onFocus}
        onClick={props.onOpen}
        className="flex h-full min-w-0 items-center gap-2 rounded-md text-left hover:underline focus-visible:outline-offset-[-2px]"
      >
        <MemberGlyph state={member.state} size={14} />
        <span className="min-w-0 flex-1">
          <span className="block text-sm">
            <MemberLabel member={member} />
          </span>
          <span className={clsx('block truncate text-2xs', member.state === 'error' ? 'text-error' : 'text-faint')}>
            {problem ?? [state, mode === 'timeline' ? member.holder : rate].filter(Boolean).join(' · ')}
          </span>
        </span>
      </button>
      {mode === 'timeline' ? (
        <span aria-hidden data-lane className="relative block h-5 overflow-hidden rounded bg-sunk">
          <SpanBars spans={seen} window={window} now={now} />
        </span>
      ) : (
        <span className="min-w-0">
          {member.capabilities.length > 0 ? (
            <CapabilityBars capabilities={member.capabilities} dense />
          ) : (
            <span className="block truncate text-xs text-faint">{t('pool.view.noCapabilities')}</span>
          )}
        </span>
      )}
    </div>
  )
}

import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MemberState, PoolMemberView, PoolSpan } from '../../../contract/pool/pool'
import { MemberGlyph } from '../../ui/glyphs'
import { useSpeech } from '../../ui/use-speech'
import { useFormat } from '../../window/use-format'
import { CapabilityBars } from './capability-bars'
import { packedLanes } from './member-groups'
import { MemberLabel } from './member-label'
import { useMemberName, wholeOf } from './member-names'
import { memberState, pressingState } from './member-states'
import { SpanBars } from './span-bars'
import type { TimeWindow } from './time-window'

/** So many spans are told in words with a lane; the member's own page has all of the hour. */
const toldSpans = 5
/** In pixels. */
const lanesHeight = 28
const laneHeight = 20

interface RowProps {
  spans: readonly PoolSpan[]
  window: TimeWindow
  now: number
  mode: 'timeline' | 'abilities'
  tabbable: boolean
  onFocus(): void
}

interface FrameProps extends Omit<RowProps, 'spans'> {
  lanes: readonly (readonly PoolSpan[])[]
  state: MemberState
  /** All of the row, for a screen reader. */
  label: string
  title: ReactNode
  detail: string
  capabilities: PoolMemberView['capabilities']
  selected: boolean
  /** Of a row that folds open, whether it is; null of any other. */
  expanded: boolean | null
  indented: boolean
  onPress(): void
}

/** What a row shows of one member or of all slots of a resource: state and name, then what was done or can be. */
function Frame(props: FrameProps) {
  const { lanes, window, now, mode, expanded } = props
  const { t } = useTranslation()
  const each = Math.min(laneHeight, lanesHeight / lanes.length)
  return (
    <div
      data-testid={expanded === null ? 'member' : 'member-group'}
      data-state={props.state}
      className={clsx(
        'grid h-full grid-cols-[112px_minmax(0,1fr)] items-center gap-x-3 rounded-md px-1.5 @min-[560px]:grid-cols-[200px_minmax(0,1fr)]',
        mode === 'abilities' && '@min-[640px]:grid-cols-[248px_minmax(0,1fr)]',
        props.selected && 'bg-accent-bg',
      )}
    >
      <button
        type="button"
        aria-label={props.label}
        aria-current={props.selected || undefined}
        aria-expanded={expanded ?? undefined}
        tabIndex={props.tabbable ? 0 : -1}
        onFocus={props.onFocus}
        onClick={props.onPress}
        className={clsx(
          'flex h-full min-w-0 items-center gap-2 rounded-md text-left hover:underline focus-visible:outline-offset-[-2px]',
          props.indented && 'pl-4',
        )}
      >
        <MemberGlyph state={props.state} size={14} />
        <span className="min-w-0 flex-1">
          <span className="block text-sm">{props.title}</span>
          <span className={clsx('block truncate text-2xs', props.state === 'error' ? 'text-error' : 'text-faint')}>
            {props.detail}
          </span>
        </span>
        {expanded !== null && (
          <ChevronRight size={14} aria-hidden className={clsx('shrink-0 text-faint', expanded && 'rotate-90')} />
        )}
      </button>
      {mode === 'timeline' ? (
        <span
          aria-hidden
          data-lane
          className="relative block overflow-hidden rounded bg-sunk"
          style={{ height: lanes.length > 1 ? lanesHeight : laneHeight }}
        >
          {lanes.map((lane, at) => (
            <span
              key={`${lane[0]?.memberId} ${lane[0]?.startedAt}`}
              className="absolute inset-x-0"
              style={{ top: at * each, height: each > 3 ? each - 1 : each }}
            >
              <SpanBars spans={lane} window={window} now={now} />
            </span>
          ))}
        </span>
      ) : (
        <span className="min-w-0">
          {props.capabilities.length > 0 ? (
            <CapabilityBars capabilities={props.capabilities} dense />
          ) : (
            <span className="block truncate text-xs text-faint">{t('pool.view.noCapabilities')}</span>
          )}
        </span>
      )}
    </div>
  )
}

/** What both kinds of rows say: the spans in the time shown, in words as well, and how tasks ended. */
function useTold({ spans, window, now, mode }: RowProps, done: number, failed: number) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const from = now - window.behindMs - window.spanMs
  const until = now - window.behindMs
  const seen = spans.filter(
    (span) => Date.parse(span.startedAt) <= until && (span.endedAt ? Date.parse(span.endedAt) : now) >= from,
  )
  const said = seen.slice(-toldSpans).map((span) =>
    t('pool.span', {
      label: span.problem ? speech.fact(span.problem) : span.label,
      state: t(`memberState.${span.state}`),
      time: format.duration((span.endedAt ? Date.parse(span.endedAt) : now) - Date.parse(span.startedAt)),
    }),
  )
  const rate =
    done + failed === 0
      ? t('pool.view.rateNone')
      : `${t('pool.view.done', { count: done, done: format.number(done) })} · ${t('pool.view.rate', { rate: format.percent(done / (done + failed)) })}`
  return { seen, rate, lane: mode === 'timeline' ? said.join('; ') || t('pool.view.laneNothing') : null }
}

interface MemberRowProps extends RowProps {
  member: PoolMemberView
  selected: boolean
  /** It stands below the row of its resource. */
  isSlot: boolean
  onOpen(): void
}

/** One member: its state and holder, and what it did in the time shown or what it can do. */
export function MemberRow({ member, isSlot, onOpen, ...row }: MemberRowProps) {
  const { t } = useTranslation()
  const name = useMemberName()(member)
  const speech = useSpeech()
  const problem = member.error && speech.fact(member.error)
  const state = t(`memberState.${member.state}`)
  const { seen, rate, lane } = useTold(row, member.tasksDone, member.tasksFailed)
  const said = [
    t('pool.view.member', { name, type: t(`memberType.${member.type}`), state }),
    member.holder ? t('pool.view.heldBy', { holder: member.holder }) : null,
    problem,
    rate,
    lane,
  ]
  return (
    <Frame
      {...row}
      lanes={[seen]}
      state={member.state}
      label={said.filter(Boolean).join('. ')}
      title={<MemberLabel member={member} />}
      detail={problem ?? [state, row.mode === 'timeline' ? member.holder : rate].filter(Boolean).join(' · ')}
      capabilities={member.capabilities}
      expanded={null}
      indented={isSlot}
      onPress={onOpen}
    />
  )
}

interface ResourceRowProps extends RowProps {
  slots: readonly PoolMemberView[]
  isOpen: boolean
  onToggle(): void
}

/** All slots of a resource in one row: how many are in which state, and as many lanes as worked at once. */
export function ResourceRow({ slots, isOpen, onToggle, ...row }: ResourceRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const memberName = useMemberName()
  const sum = (count: (slot: PoolMemberView) => number): number => slots.reduce((total, slot) => total + count(slot), 0)
  const { seen, rate, lane } = useTold(
    row,
    sum(({ tasksDone }) => tasksDone),
    sum(({ tasksFailed }) => tasksFailed),
  )
  const [first] = slots
  if (!first) return null
  const countOf = (state: MemberState): number => slots.filter((slot) => slot.state === state).length
  const name = memberName(wholeOf(first))
  const states = memberState
    .filter((state) => countOf(state) > 0)
    .map((state) => `${t(`memberState.${state}`)} ${format.number(countOf(state))}`)
    .join(' · ')
  const count = t('pool.view.slots', { count: slots.length, slots: format.number(slots.length) })
  return (
    <Frame
      {...row}
      lanes={packedLanes(seen, row.now)}
      state={pressingState(slots)}
      label={[name, t(`memberType.${first.type}`), count, states, rate, lane].filter(Boolean).join('. ')}
      title={<bdi className="block truncate">{name}</bdi>}
      detail={`${count} · ${row.mode === 'timeline' ? states : rate}`}
      capabilities={first.capabilities}
      selected={false}
      expanded={isOpen}
      indented={false}
      onPress={onToggle}
    />
  )
}

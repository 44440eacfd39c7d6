import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { Maximize2 } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PoolSpan } from '../../../contract/pool/pool'
import { quarry } from '../../bridge'
import { IconButton } from '../../ui/button'
import { MemberGlyph } from '../../ui/glyphs'
import { Hint } from '../../ui/hint'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { useProjectPool } from '../../window/use-project-pool'
import { useWindowDispatch } from '../../window/window-state'
import { type MemberLine, packedLanes, shownLanes } from './member-groups'
import { MemberLabel } from './member-label'
import { useMemberName, wholeOf } from './member-names'
import { pressingState } from './member-states'
import { SpanBars } from './span-bars'
import { spansByMember } from './spans-by-member'
import { useNow } from './use-now'

/** The lanes show this much of the past. */
const shown = { spanMs: 120_000, behindMs: 0 }
const laneHeight = 22
/** An error stands on a second line. */
const errorLaneHeight = 42
/** Lanes seen at once; the rest is scrolled to. */
const seenHeight = 160
/** What fades at the end of lanes that are scrolled: a row that is cut in half looks broken. */
const fadedHeight = 16
/** Of the bars of a lane, in pixels. */
const spansHeight = 14

interface LaneProps {
  line: MemberLine
  spansOf: ReadonlyMap<string, readonly PoolSpan[]>
  now: number
}

/** One member, or all slots of a resource with as many lanes as worked at once. */
function Lane({ line, spansOf, now }: LaneProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { attempt } = useNotices()
  const nameOf = useMemberName()
  const speech = useSpeech()
  const slots = line.kind === 'member' ? [line.member] : line.slots
  const [first] = slots
  if (!first) return null
  const member = line.kind === 'member' ? line.member : null
  const spans = slots.flatMap(({ id }) => spansOf.get(id) ?? [])
  const memberName = nameOf(member ?? wholeOf(first))
  const problem = member?.error ? speech.fact(member.error) : null
  const pressing = pressingState(slots)
  const state = [
    member ? null : t('pool.view.slots', { count: slots.length, slots: format.number(slots.length) }),
    t(`memberState.${pressing}`),
  ]
    .filter(Boolean)
    .join(', ')
  const said = spans.map((span) =>
    t('pool.span', {
      label: span.problem ? speech.fact(span.problem) : span.label,
      state: t(`memberState.${span.state}`),
      time: format.duration((span.endedAt ? Date.parse(span.endedAt) : now) - Date.parse(span.startedAt)),
    }),
  )
  const name = member?.holder
    ? t('pool.laneHeld', { name: memberName, state, holder: member.holder })
    : t('pool.lane', { name: memberName, state })
  const lanes = member ? [spans] : packedLanes(spans, now)
  const each = spansHeight / lanes.length
  return (
    <div
      className="grid grid-cols-[112px_1fr] items-center gap-x-2 py-0.5 text-xs text-dim"
      data-testid={member ? 'pool-member' : 'pool-resource'}
      data-state={pressing}
    >
      <span className={clsx('flex min-w-0 items-center gap-1.5', line.kind === 'member' && line.isSlot && 'pl-3')}>
        <MemberGlyph state={pressing} />
        {member ? <MemberLabel member={member} /> : <bdi className="truncate">{memberName}</bdi>}
        <span className="sr-only">
          {name}. {problem} {said.join('; ') || t('pool.none')}
        </span>
      </span>
      <Hint text={problem ?? `${name}${said.length > 0 ? `. ${said.slice(-3).join('; ')}` : ''}`}>
        <span aria-hidden className="relative overflow-hidden rounded bg-sunk" style={{ height: spansHeight }}>
          {lanes.map((lane, at) => (
            <span
              key={`${lane[0]?.memberId} ${lane[0]?.startedAt}`}
              className="absolute inset-x-0"
              style={{ top: at * each, height: each > 3 && lanes.length > 1 ? each - 1 : each }}
            >
              <SpanBars spans={lane} window={shown} now={now} />
            </span>
          ))}
        </span>
      </Hint>
      {member?.state === 'error' && (
        <div className="col-span-2 flex items-baseline gap-2 pl-5">
          <span className="min-w-0 flex-1 truncate text-error">{problem}</span>
          <button
            type="button"
            aria-label={t('pool.clearName', { name: memberName })}
            onClick={() => void attempt(() => quarry.poolClear({ memberId: member.id }))}
            className="shrink-0 rounded px-1 text-accent hover:underline"
          >
            {t('pool.clear')}
          </button>
        </div>
      )}
    </div>
  )
}

/** The pool as lanes in time: who is in which state, and who did what in the last two minutes. */
export function PoolLanes() {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const pool = useProjectPool()
  const dispatch = useWindowDispatch()
  const scroller = useRef<HTMLDivElement>(null)
  const newest = useMemo(
    () =>
      (pool?.spans ?? []).reduce(
        (latest, { endedAt }) => Math.max(latest, endedAt ? Date.parse(endedAt) : Infinity),
        0,
      ),
    [pool?.spans],
  )
  const now = useNow(Date.now() - newest < shown.spanMs)
  const spans = useMemo(() => spansByMember(pool?.spans ?? []), [pool?.spans])
  const lines = shownLanes(pool?.members ?? [], spans, now, shown.spanMs)
  const told = new Set(
    lines.flatMap((line) => (line.kind === 'member' ? [line.member.id] : line.slots.map(({ id }) => id))),
  )
  const idle = (pool?.members.length ?? 0) - told.size
  const isInError = (line: MemberLine | undefined): boolean => line?.kind === 'member' && line.member.state === 'error'
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (isInError(lines[index]) ? errorLaneHeight : laneHeight),
    overscan: 4,
  })
  const inError = lines.map((line) => (isInError(line) ? 1 : 0)).join('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a lane becomes higher with its error
  useEffect(() => rows.measure(), [inError])
  if (!pool) return null
  const isScrolled = rows.getTotalSize() > seenHeight
  const used = pool.members.filter((member) => member.state === 'busy' || member.state === 'deployed').length
  // A span that began after the last tick would otherwise be drawn past the end.
  const edge = pool.spans.reduce((latest, span) => Math.max(latest, Date.parse(span.endedAt ?? span.startedAt)), now)
  return (
    <section
      aria-labelledby="pool-title"
      className="shrink-0 border-t border-line px-3.5 pt-2 pb-3 [@media(max-height:560px)]:hidden"
      data-testid="pool"
    >
      <div className="flex items-center justify-between gap-2">
        <h2 id="pool-title" className="section-title">
          {t('pool.title')}
        </h2>
        <span className="flex items-center gap-1 text-xs text-faint tabular-nums">
          {t('pool.inUse', { used: format.number(used), total: format.number(pool.members.length) })}
          <IconButton
            size="small"
            icon={Maximize2}
            label={t('pool.open')}
            onClick={() => dispatch({ type: 'showView', view: 'pool' })}
          />
        </span>
      </div>
      {pool.members.length === 0 && <p className="py-1 text-xs text-dim">{t('pool.empty')}</p>}
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing in it takes the focus, yet keys scroll it
        tabIndex={0}
        aria-labelledby="pool-title"
        className={clsx('mt-1 overflow-auto', isScrolled && 'fade-end')}
        style={{ maxHeight: seenHeight }}
      >
        <ul className="relative" style={{ height: rows.getTotalSize() + (isScrolled ? fadedHeight : 0) }}>
          {rows.getVirtualItems().map((row) => {
            const line = lines[row.index]
            if (!line) return null
            return (
              <li
                key={line.kind === 'member' ? line.member.id : `resource ${line.resourceId}`}
                aria-setsize={lines.length}
                aria-posinset={row.index + 1}
                className="absolute inset-x-0 top-0"
                style={{ height: row.size, transform: `translateY(${row.start}px)` }}
              >
                <Lane line={line} now={edge} spansOf={spans} />
              </li>
            )
          })}
        </ul>
      </section>
      {idle > 0 && (
        <button
          type="button"
          onClick={() => dispatch({ type: 'showView', view: 'pool' })}
          className="mt-0.5 rounded text-xs text-faint tabular-nums hover:underline"
        >
          {t('pool.idle', { count: idle, idle: format.number(idle) })}
        </button>
      )}
      {pool.waiting.length > 0 && (
        <ul className="mt-1 text-xs text-blocked">
          {pool.waiting.slice(0, 3).map((task) => (
            <li key={task.taskId} className="truncate">
              {t('pool.waiting', { label: task.label, what: speech.fact(task.reason) })}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

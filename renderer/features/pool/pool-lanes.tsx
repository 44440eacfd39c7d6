import { useVirtualizer } from '@tanstack/react-virtual'
import { Maximize2 } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PoolMemberView, PoolSpan } from '../../../contract/pool'
import { quarry } from '../../bridge'
import { IconButton } from '../../ui/button'
import { MemberGlyph } from '../../ui/glyphs'
import { Hint } from '../../ui/hint'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { useProjectPool } from '../../window/use-project-pool'
import { useWindowDispatch } from '../../window/window-state'
import { MemberLabel } from './member-label'
import { useMemberName } from './member-names'
import { shownLanes } from './shown-lanes'
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
/** What nobody has is read once, not made anew for every lane. */
const noSpans: readonly PoolSpan[] = []

function Lane({ member, spans, now }: { member: PoolMemberView; spans: readonly PoolSpan[]; now: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { attempt } = useNotices()
  const memberName = useMemberName()(member)
  const speech = useSpeech()
  const problem = member.error && speech.fact(member.error)
  const state = t(`memberState.${member.state}`)
  const said = spans.map((span) =>
    t('pool.span', {
      label: span.problem ? speech.fact(span.problem) : span.label,
      state: t(`memberState.${span.state}`),
      time: format.duration((span.endedAt ? Date.parse(span.endedAt) : now) - Date.parse(span.startedAt)),
    }),
  )
  const name = member.holder
    ? t('pool.laneHeld', { name: memberName, state, holder: member.holder })
    : t('pool.lane', { name: memberName, state })
  return (
    <div
      className="grid grid-cols-[112px_1fr] items-center gap-x-2 py-0.5 text-xs text-dim"
      data-testid="pool-member"
      data-state={member.state}
    >
      <span className="flex min-w-0 items-center gap-1.5">
        <MemberGlyph state={member.state} />
        <MemberLabel member={member} />
        <span className="sr-only">
          {name}. {problem} {said.join('; ') || t('pool.none')}
        </span>
      </span>
      <Hint text={problem ?? `${name}${said.length > 0 ? `. ${said.slice(-3).join('; ')}` : ''}`}>
        <span aria-hidden className="relative h-3.5 overflow-hidden rounded bg-sunk">
          <SpanBars spans={spans} window={shown} now={now} />
        </span>
      </Hint>
      {member.state === 'error' && (
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
  const members = shownLanes(pool?.members ?? [], spans, now, shown.spanMs)
  const idle = (pool?.members.length ?? 0) - members.length
  const rows = useVirtualizer({
    count: members.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (members[index]?.state === 'error' ? errorLaneHeight : laneHeight),
    overscan: 4,
  })
  const inError = members.map(({ state }) => (state === 'error' ? 1 : 0)).join('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a lane becomes higher with its error
  useEffect(() => rows.measure(), [inError])
  if (!pool) return null
  const used = pool.members.filter((member) => member.state === 'busy' || member.state === 'deployed').length
  // A span that began after the last tick would otherwise be drawn past the end.
  const edge = pool.spans.reduce((latest, span) => Math.max(latest, Date.parse(span.endedAt ?? span.startedAt)), now)
  return (
    <section
      aria-labelledby="pool-title"
      className="shrink-0 border-t border-line px-3.5 pt-2 pb-3 [@media(max-height:560px)]:hidden"
      data-testid="pool"
    >
      <div className="flex items-center justify-between">
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
        className="mt-1 overflow-auto"
        style={{ maxHeight: seenHeight }}
      >
        <ul className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((row) => {
            const member = members[row.index]
            if (!member) return null
            return (
              <li
                key={member.id}
                aria-setsize={members.length}
                aria-posinset={row.index + 1}
                className="absolute inset-x-0 top-0"
                style={{ height: row.size, transform: `translateY(${row.start}px)` }}
              >
                <Lane member={member} now={edge} spans={spans.get(member.id) ?? noSpans} />
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

import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MemberState, PoolView } from '../../../contract/pool/pool'
import { quarry, useCall } from '../../bridge'
import { inputClass } from '../../ui/field'
import { FilterChip, FilterChips } from '../../ui/filter-chip'
import { MemberGlyph } from '../../ui/glyphs'
import { Empty } from '../../ui/states'
import { useListKeys } from '../../ui/use-list-keys'
import { useFormat } from '../../window/use-format'
import { useWindowDispatch, useWindowState } from '../../window/window-state'
import { memberLines } from './member-groups'
import { useMemberName } from './member-names'
import { MemberRow, ResourceRow } from './member-row'
import { memberState } from './member-states'
import { spansByMember } from './spans-by-member'
import { TimeControls } from './time-controls'
import { hourMs, marks, pan, step, type TimeWindow, zoom } from './time-window'

const rowHeight = 40
/** The axis stays above the lanes, within what scrolls: so it is as wide as they are. */
const axisHeight = 20
/** From so many on a name is looked for rather than seen. */
const findFrom = 12
/** Where the view holds only the newest spans, the stretch shown is asked for this often, in ms. */
const askEveryMs = 5000

/**
 * Every member in a virtual list: what each did in time, or what each can do. The slots of a resource are one row, until
 * it is opened.
 */
export function Members({ pool, now }: { pool: PoolView; now: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const memberName = useMemberName()
  const dispatch = useWindowDispatch()
  const { memberId } = useWindowState()
  const [mode, setMode] = useState<'timeline' | 'abilities'>('timeline')
  const [shownTime, setShownTime] = useState<TimeWindow>({ spanMs: 900_000, behindMs: 0 })
  const [state, setState] = useState<MemberState | null>(null)
  const [text, setText] = useState('')
  const scroller = useRef<HTMLDivElement>(null)

  const until = Math.floor((now - shownTime.behindMs) / askEveryMs) * askEveryMs + askEveryMs
  const partial = pool.timeline.total > pool.spans.length
  const asked = useCall(partial && mode === 'timeline' ? `${until} ${shownTime.spanMs}` : null, () =>
    quarry.poolTimeline({
      from: new Date(until - askEveryMs - shownTime.spanMs).toISOString(),
      until: new Date(until).toISOString(),
    }),
  )
  const all = partial && asked.value ? asked.value : { spans: pool.spans, total: pool.timeline.total }
  const spans = useMemo(() => spansByMember(all.spans), [all.spans])

  const counts = useMemo(() => {
    const found = new Map<MemberState, number>()
    for (const member of pool.members) found.set(member.state, (found.get(member.state) ?? 0) + 1)
    return found
  }, [pool.members])
  const wanted = text.trim().toLowerCase()
  const members = useMemo(
    () =>
      pool.members.filter(
        (member) =>
          (state === null || member.state === state) &&
          (wanted === '' || `${memberName(member)} ${member.type}`.toLowerCase().includes(wanted)),
      ),
    [pool.members, state, wanted, memberName],
  )
  /** What a person opened or closed; else a resource is open where one of its slots is shown beside. */
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map())
  const lines = useMemo(
    () => memberLines(members, (resource, slots) => opened.get(resource) ?? slots.some(({ id }) => id === memberId)),
    [members, opened, memberId],
  )
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    paddingStart: axisHeight,
    scrollPaddingStart: axisHeight,
  })
  const drawn = rows.getVirtualItems()
  const keys = useListKeys({
    total: lines.length,
    drawn: drawn.map(({ index }) => index),
    scroller,
    rowHeight,
    scrollToIndex: rows.scrollToIndex,
    // It comes back to the present instead.
    endLeads: mode !== 'timeline',
  })

  // React listens to the wheel passively: it could not keep the page from zooming or scrolling.
  useEffect(() => {
    const box = scroller.current
    if (!box || mode !== 'timeline') return
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return
      event.preventDefault()
      const lane = box.querySelector('[data-lane]')?.getBoundingClientRect()
      if (event.shiftKey) {
        setShownTime((before) => pan(before, Math.sign(event.deltaY || event.deltaX) * 0.1))
        return
      }
      const share = lane ? Math.max(0, Math.min(1, (event.clientX - lane.left) / lane.width)) : 1
      setShownTime((before) => zoom(before, event.deltaY < 0 ? 0.8 : 1.25, share))
    }
    box.addEventListener('wheel', onWheel, { passive: false })
    return () => box.removeEventListener('wheel', onWheel)
  }, [mode])

  const onKeyDown = (event: React.KeyboardEvent): void => {
    keys.onKeyDown(event)
    if (event.defaultPrevented) return
    if (mode !== 'timeline' || event.ctrlKey || event.metaKey || event.altKey) return
    const seen = {
      '+': step(shownTime, 1),
      '=': step(shownTime, 1),
      '-': step(shownTime, -1),
      ArrowLeft: pan(shownTime, -0.25),
      ArrowRight: pan(shownTime, 0.25),
      End: { ...shownTime, behindMs: 0 },
    }[event.key]
    if (!seen) return
    event.preventDefault()
    setShownTime(seen)
  }
  return (
    <section aria-labelledby="pool-members" className="@container flex min-h-[420px] flex-1 flex-col">
      <h2 id="pool-members" className="sr-only">
        {t('pool.view.members')}
      </h2>
      <FilterChips name={t('pool.view.filter')}>
        <FilterChip pressed={state === null} onPress={() => setState(null)}>
          {t('pool.view.all')} {format.number(pool.members.length)}
        </FilterChip>
        {memberState
          .filter((name) => name === state || counts.has(name))
          .map((name) => (
            <FilterChip key={name} pressed={state === name} onPress={() => setState(state === name ? null : name)}>
              <MemberGlyph state={name} size={11} />
              {t(`memberState.${name}`)} {format.number(counts.get(name) ?? 0)}
            </FilterChip>
          ))}
      </FilterChips>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">
        {pool.members.length >= findFrom && (
          <input
            type="search"
            value={text}
            placeholder={t('pool.view.find')}
            aria-label={t('pool.view.find')}
            onChange={(event) => setText(event.target.value)}
            className={`${inputClass} max-w-50 bg-panel py-1 text-xs`}
          />
        )}
        <div className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
          {mode === 'timeline' && <TimeControls shown={shownTime} onShow={setShownTime} />}
          <fieldset className="flex rounded-md border border-line p-0.5">
            <legend className="sr-only">{t('pool.view.views')}</legend>
            {(['timeline', 'abilities'] as const).map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={mode === name}
                onClick={() => setMode(name)}
                className="rounded px-2 py-0.5 text-xs text-dim hover:text-ink aria-pressed:bg-accent-bg aria-pressed:text-ink"
              >
                {t(`pool.view.${name}`)}
              </button>
            ))}
          </fieldset>
        </div>
      </div>
      {members.length === 0 && <Empty title={t('pool.view.noneFound')} />}
      <div ref={scroller} className="min-h-0 flex-1 overflow-auto" data-testid="members">
        <div
          className="sticky top-0 z-10 grid grid-cols-[112px_minmax(0,1fr)] gap-x-3 bg-bg px-1.5 @min-[560px]:grid-cols-[200px_minmax(0,1fr)]"
          style={{ height: axisHeight, marginBottom: -axisHeight }}
        >
          <div className="col-start-2">{mode === 'timeline' && <TimeAxis window={shownTime} />}</div>
        </div>
        <ul
          aria-label={t('pool.view.members')}
          aria-describedby="pool-keys"
          className="relative"
          style={{ height: rows.getTotalSize() }}
          onKeyDown={onKeyDown}
        >
          {drawn.map((row) => {
            const line = lines[row.index]
            if (!line) return null
            const shared = {
              window: shownTime,
              now,
              mode,
              tabbable: row.index === keys.tabbable,
              onFocus: () => keys.setActive(row.index),
            }
            return (
              <li
                key={line.kind === 'member' ? line.member.id : `resource ${line.resourceId}`}
                data-index={row.index}
                aria-setsize={lines.length}
                aria-posinset={row.index + 1}
                className="absolute inset-x-0 top-0"
                style={{ height: row.size, transform: `translateY(${row.start}px)` }}
              >
                {line.kind === 'member' ? (
                  <MemberRow
                    {...shared}
                    member={line.member}
                    spans={spans.get(line.member.id) ?? []}
                    selected={line.member.id === memberId}
                    isSlot={line.isSlot}
                    onOpen={() => dispatch({ type: 'openMember', memberId: line.member.id })}
                  />
                ) : (
                  <ResourceRow
                    {...shared}
                    slots={line.slots}
                    spans={line.slots.flatMap(({ id }) => spans.get(id) ?? [])}
                    isOpen={line.isOpen}
                    onToggle={() => setOpened(new Map(opened).set(line.resourceId, !line.isOpen))}
                  />
                )}
              </li>
            )
          })}
        </ul>
        {mode === 'timeline' && all.total === 0 && (
          <p className="px-1.5 pt-3 text-sm text-dim" data-testid="pool-quiet">
            {t('pool.view.quiet')}
          </p>
        )}
      </div>
      <p id="pool-keys" className="py-1 text-2xs text-faint">
        {mode === 'timeline' && t('pool.view.keys')}{' '}
        {mode === 'timeline' &&
          all.total > all.spans.length &&
          shownTime.spanMs <= hourMs &&
          t('pool.view.some', { shown: format.number(all.spans.length), total: format.number(all.total) })}
      </p>
    </section>
  )
}

/** The marks of time over the lanes. A picture: each lane tells its spans in words. */
function TimeAxis({ window }: { window: TimeWindow }) {
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

import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PoolMemberView, PoolSpan } from '../../../contract/pool'
import { useNotices } from '../../app/notices'
import { useFormat } from '../../app/use-format'
import { quarry, useTopicValue } from '../../bridge'
import { MemberGlyph } from '../../ui/glyphs'
import { Hint } from '../../ui/hint'
import { useMemberName, useShortageText } from './member-names'

/** The lanes show this much of the past. */
const shownMs = 120_000

const fills: Record<PoolSpan['state'], string> = { deployed: 'bg-deployed', busy: 'bg-busy', error: 'bg-error' }

function Lane({ member, spans, now }: { member: PoolMemberView; spans: readonly PoolSpan[]; now: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { attempt } = useNotices()
  const memberName = useMemberName()(member)
  const state = t(`memberState.${member.state}`)
  const said = spans.map((span) =>
    t('pool.span', {
      label: span.label,
      state: t(`memberState.${span.state}`),
      time: format.duration((span.endedAt ? Date.parse(span.endedAt) : now) - Date.parse(span.startedAt)),
    }),
  )
  const name = member.holder
    ? t('pool.laneHeld', { name: memberName, state, holder: member.holder })
    : t('pool.lane', { name: memberName, state })
  return (
    <li
      className="my-1 grid grid-cols-[112px_1fr] items-center gap-x-2 text-xs text-dim"
      data-testid="pool-member"
      data-state={member.state}
    >
      <span className="flex min-w-0 items-center gap-1.5">
        <MemberGlyph state={member.state} />
        <span className="truncate">{memberName}</span>
        <span className="sr-only">
          {name}. {member.error} {said.join('; ') || t('pool.none')}
        </span>
      </span>
      <Hint text={member.error ?? `${name}${said.length > 0 ? `. ${said.slice(-3).join('; ')}` : ''}`}>
        <span aria-hidden className="relative h-3.5 overflow-hidden rounded bg-sunk">
          {spans.map((span) => {
            const from = Math.max(0, 1 - (now - Date.parse(span.startedAt)) / shownMs)
            const to = span.endedAt ? 1 - (now - Date.parse(span.endedAt)) / shownMs : 1
            if (to <= 0) return null
            return (
              <span
                key={`${span.taskId}${span.startedAt}`}
                className={clsx(
                  'absolute inset-y-0 min-w-[3px] rounded-[3px]',
                  fills[span.state],
                  span.endedAt !== null && span.state !== 'error' && 'opacity-55',
                )}
                style={{ left: `${from * 100}%`, width: `${Math.max(0, to - from) * 100}%` }}
              />
            )
          })}
        </span>
      </Hint>
      {member.state === 'error' && (
        <div className="col-span-2 flex items-baseline gap-2 pl-5">
          <span className="min-w-0 flex-1 truncate text-error">{member.error}</span>
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
    </li>
  )
}

/** The pool as lanes in time: who is in which state, and who did what in the last two minutes. */
export function PoolLanes() {
  const { t } = useTranslation()
  const format = useFormat()
  const shortageText = useShortageText()
  const pool = useTopicValue('pool')
  const [now, setNow] = useState(() => Date.now())
  const moves = (pool?.spans ?? []).some((span) => !span.endedAt || now - Date.parse(span.endedAt) < shownMs)
  useEffect(() => {
    if (!moves) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [moves])
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
        <span className="text-xs text-faint tabular-nums">
          {t('pool.inUse', { used: format.number(used), total: format.number(pool.members.length) })}
        </span>
      </div>
      {pool.members.length === 0 && <p className="py-1 text-xs text-dim">{t('pool.empty')}</p>}
      <ul className="mt-1 max-h-40 overflow-auto">
        {pool.members.map((member) => (
          <Lane
            key={member.id}
            member={member}
            now={edge}
            spans={pool.spans.filter((span) => span.memberId === member.id)}
          />
        ))}
      </ul>
      {pool.waiting.length > 0 && (
        <ul className="mt-1 text-xs text-blocked">
          {pool.waiting.slice(0, 3).map((task) => (
            <li key={task.taskId} className="truncate">
              {t('pool.waiting', { label: task.label, what: shortageText(task.reason) })}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

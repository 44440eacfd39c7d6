import { ArrowRight, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PoolMemberView, PoolView } from '../../../contract/pool/pool'
import { quarry, useTopicValue } from '../../bridge'
import { Button, IconButton } from '../../ui/button'
import { Fact, Facts, Part } from '../../ui/facts'
import { MemberGlyph } from '../../ui/glyphs'
import { Empty } from '../../ui/states'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { useRightBeside } from '../../window/use-media'
import { useWindowDispatch, useWindowState } from '../../window/window-state'
import { CapabilityBars } from './capability-bars'
import { LevelFields } from './level-fields'
import { useMemberName } from './member-names'
import { spanFills } from './span-bars'
import { useNow } from './use-now'

const shownSpans = 100

/** One member: what it can do, for whom it works, how it did, and the last hour in words. */
export function MemberDetail() {
  const { t } = useTranslation()
  const { memberId } = useWindowState()
  const pool = useTopicValue('pool')
  const member = pool?.members.find(({ id }) => id === memberId)
  return (
    <div className="h-full overflow-auto bg-panel" data-testid="member-detail">
      {pool && member ? (
        <Opened pool={pool} member={member} />
      ) : (
        <Empty title={t('pool.detail.empty')} help={t('pool.detail.emptyHelp')} />
      )}
    </div>
  )
}

/** Levels of the pool's own members: each holds for all of the kind. */
function StaffLevels({ member: { type, capabilities } }: { member: PoolMemberView }) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const settings = useTopicValue('settings')
  if (settings === null) return null
  return (
    <details className="mt-3" data-testid="staff-levels">
      <summary className="text-sm text-dim">{t('pool.detail.setLevels')}</summary>
      <p className="py-1 text-xs text-faint">{t('pool.detail.setLevelsHelp', { kind: t(`memberType.${type}`) })}</p>
      <div className="space-y-3">
        <LevelFields
          capabilities={capabilities}
          chosen={settings.staffLevels}
          onChange={(staffLevels) => void attempt(() => quarry.settingsSet({ staffLevels }))}
        />
      </div>
    </details>
  )
}

function Opened({ pool, member }: { pool: PoolView; member: PoolMemberView }) {
  const { t } = useTranslation()
  const format = useFormat()
  const dispatch = useWindowDispatch()
  const { attempt } = useNotices()
  const name = useMemberName()(member)
  const speech = useSpeech()
  const problem = member.error && speech.fact(member.error)
  const now = useNow(true)
  const beside = useRightBeside()
  const spans = pool.spans.filter((span) => span.memberId === member.id).reverse()
  const open = spans.find((span) => span.endedAt === null && span.taskId === member.taskId)
  const { resourceId } = member
  return (
    <div className="px-4 pt-3 pb-8">
      <div className="flex items-start gap-2">
        <span className="mt-1">
          <MemberGlyph state={member.state} size={15} />
        </span>
        <h2 className="line-clamp-3 min-w-0 flex-1 font-semibold">
          <bdi>{name}</bdi>
        </h2>
        {beside && (
          <IconButton
            size="small"
            icon={X}
            label={t('pool.detail.close')}
            onClick={() => dispatch({ type: 'closeMember' })}
          />
        )}
      </div>
      <p className="pl-[23px] text-xs text-dim">
        {t(`memberType.${member.type}`)} · {t(`memberState.${member.state}`)} ·{' '}
        {t('pool.detail.since', { time: format.time(member.since) })}
      </p>
      {problem && (
        <div className="mt-3 rounded-lg border border-line bg-bg px-3.5 py-2.5 text-sm">
          <p className={member.state === 'error' ? 'text-error' : 'text-blocked'}>{problem}</p>
          {member.state === 'error' && (
            <Button
              className="mt-2"
              aria-label={t('pool.clearName', { name })}
              onClick={() => void attempt(() => quarry.poolClear({ memberId: member.id }))}
            >
              {t('pool.clear')}
            </Button>
          )}
        </div>
      )}
      <div className="mt-3">
        <Facts>
          {open && <Fact name={t('pool.detail.works')}>{open.label}</Fact>}
          {member.holder && <Fact name={t('pool.detail.holder')}>{member.holder}</Fact>}
          <Fact name={t('pool.detail.tasks')}>{format.number(member.tasksDone)}</Fact>
          <Fact name={t('pool.detail.failed')}>{format.number(member.tasksFailed)}</Fact>
          <Fact name={t('pool.detail.rate')}>
            {member.successRate === null ? '–' : format.percent(member.successRate)}
          </Fact>
          <Fact name={t('pool.detail.queue')}>{format.number(member.waiting)}</Fact>
        </Facts>
      </div>
      {resourceId !== null && (
        <Button icon={ArrowRight} className="mt-2" onClick={() => dispatch({ type: 'openResource', resourceId })}>
          {t('pool.detail.openResource')}
        </Button>
      )}
      <Part title={t('pool.view.levels')}>
        {member.capabilities.length === 0 ? (
          <p className="text-sm text-dim">{t('pool.view.noCapabilities')}</p>
        ) : (
          <CapabilityBars capabilities={member.capabilities} />
        )}
        {resourceId === null && <StaffLevels key={member.id} member={member} />}
      </Part>
      <Part title={t('pool.detail.history')}>
        {spans.length === 0 && <p className="text-sm text-dim">{t('pool.detail.historyNone')}</p>}
        <ol>
          {spans.slice(0, shownSpans).map((span) => (
            <li
              key={`${span.taskId}${span.state}${span.startedAt}`}
              className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-baseline gap-2 border-t border-line py-1 text-sm"
            >
              <span
                aria-hidden
                className={`size-2.5 rounded-[3px] ${spanFills[span.state]} ${span.endedAt === null ? '' : 'opacity-55'}`}
              />
              <span className="min-w-0">
                {span.problem ? speech.fact(span.problem) : span.label}
                <span className="block text-xs text-faint">
                  {t(`memberState.${span.state}`)}
                  {span.endedAt === null && span.state !== 'error' && ` · ${t('pool.detail.running')}`}
                </span>
              </span>
              <span className="text-right text-xs text-faint tabular-nums">
                <time dateTime={span.startedAt}>{format.time(span.startedAt)}</time>
                <span className="block">
                  {format.duration((span.endedAt ? Date.parse(span.endedAt) : now) - Date.parse(span.startedAt))}
                </span>
              </span>
            </li>
          ))}
        </ol>
        {spans.length > shownSpans && (
          <p className="pt-1 text-xs text-faint">
            {t('pool.detail.historySome', { shown: format.number(shownSpans) })}
          </p>
        )}
      </Part>
    </div>
  )
}

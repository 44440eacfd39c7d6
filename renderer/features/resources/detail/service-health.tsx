import { Activity } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { HealthCheck, ServiceView } from '../../../../contract/resources/service'
import { quarry, useCall, useTopic, useTopicValue } from '../../../bridge'
import { Button } from '../../../ui/button'
import { Chip } from '../../../ui/chip'
import { Part } from '../../../ui/facts'
import { Failure } from '../../../ui/states'
import { useSpeech } from '../../../ui/use-speech'
import { useNotices } from '../../../window/notices'
import { useFormat } from '../../../window/use-format'
import { useThrottled } from '../../../window/use-throttled'

const shownChecks = 6
const shownCalls = 5
const tones = { answered: 'ok', failed: 'error', skipped: 'plain' } as const

/** Whether the service behind a resource answers: its latest checks, whether calls reach it, and how the last ones ended. */
export function ServiceHealth({ resourceId }: { resourceId: string }) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const service = useTopic('service', resourceId)
  const view = service.status === 'ready' ? service.value : null
  return (
    <>
      <Part
        title={t('resources.service.checks')}
        end={
          <Button
            tone="quiet"
            icon={Activity}
            className="h-7 px-2"
            disabled={view === null || view.checking}
            onClick={() => void attempt(() => quarry.resourcesCheck({ resourceId }))}
          >
            {t(view?.checking === true ? 'resources.service.checking' : 'resources.service.check')}
          </Button>
        }
      >
        <div data-testid="service-health">
          {service.status === 'failed' && <Failure error={service.error} />}
          {view && <Circuit breaker={view.breaker} />}
          {view?.checks.length === 0 && <p className="text-sm text-dim">{t('resources.service.unchecked')}</p>}
          <ul aria-label={t('resources.service.checks')}>
            {view?.checks.slice(0, shownChecks).map((check) => (
              <CheckLine key={check.at} check={check} />
            ))}
          </ul>
        </div>
      </Part>
      <LastCalls resourceId={resourceId} />
    </>
  )
}

function Circuit({ breaker: { state, failures } }: Pick<ServiceView, 'breaker'>) {
  const { t } = useTranslation()
  const format = useFormat()
  if (state === 'closed') return null
  return (
    <p role="status" className="mb-1 rounded-lg border border-line bg-bg px-3 py-2 text-sm text-blocked">
      {t(`resources.service.circuit.${state}`, { failures: format.number(failures) })}
    </p>
  )
}

function CheckLine({ check: { at, outcome, latencyMs, error, skipped } }: { check: HealthCheck }) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  return (
    <li className="flex items-baseline gap-2 border-t border-line py-1 text-sm first:border-t-0">
      <Chip tone={tones[outcome]}>{t(`resources.service.outcomes.${outcome}`)}</Chip>
      <span className="min-w-0 flex-1 text-xs text-dim wrap-anywhere">
        {skipped !== null
          ? t(`resources.service.skipped.${skipped}`)
          : error !== null
            ? speech.errorPhrase(error)
            : latencyMs !== null && format.duration(latencyMs)}
      </span>
      <time dateTime={at} className="shrink-0 text-xs text-faint tabular-nums">
        {format.when(at)}
      </time>
    </li>
  )
}

/** How the last calls of a resource ended. */
function LastCalls({ resourceId }: { resourceId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  // Each use of a resource changes it.
  const revision = useThrottled(useTopicValue('resources')?.revision ?? 0, 1000)
  const got = useCall(`calls of ${resourceId} ${revision}`, () =>
    quarry.callsList({ filter: { resourceId }, offset: 0, limit: shownCalls }),
  )
  const calls = got.value?.calls ?? []
  if (calls.length === 0) return null
  return (
    <Part title={t('resources.service.lastCalls')}>
      <ul aria-label={t('resources.service.lastCalls')}>
        {calls.map(({ callId, tool, state, durationMs, at }) => (
          <li key={callId} className="flex items-baseline gap-2 border-t border-line py-1 text-sm first:border-t-0">
            <bdi className="min-w-0 flex-1 truncate">{tool}</bdi>
            <span className="shrink-0 text-xs text-dim">
              {t(`calls.states.${state}`)}
              {durationMs !== null && ` · ${format.duration(durationMs)}`}
            </span>
            <time dateTime={at} className="shrink-0 text-xs text-faint tabular-nums">
              {format.when(at)}
            </time>
          </li>
        ))}
      </ul>
    </Part>
  )
}

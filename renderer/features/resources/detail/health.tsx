import { KeyRound, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UniversalResource } from '../../../../contract/resources/resource'
import { isService } from '../../../../contract/resources/service'
import { quarry, useTopicValue } from '../../../bridge'
import { Button } from '../../../ui/button'
import { Fact, Facts, Part } from '../../../ui/facts'
import { Toggle } from '../../../ui/field'
import { ResourceGlyph } from '../../../ui/glyphs'
import { Progress } from '../../../ui/progress'
import { Remedy } from '../../../ui/remedy'
import { useResourceName } from '../../../ui/resource-name'
import { useSpeech } from '../../../ui/use-speech'
import { useNotices } from '../../../window/notices'
import { useFormat } from '../../../window/use-format'
import { useWindowDispatch } from '../../../window/window-state'
import { approvalOf } from './plugin'
import { PoolShare } from './pool-share'
import { ServiceHealth } from './service-health'

/** How it is and since when, what went wrong, how it did, and whether it may be used. */
export function Health({
  resource,
  onChanged,
  onAccess,
}: {
  resource: UniversalResource
  onChanged(): void
  /** Shows where its password or key is entered. */
  onAccess(): void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const resourceName = useResourceName()
  const dispatch = useWindowDispatch()
  const { attempt, tell } = useNotices()
  const [asking, setAsking] = useState(false)
  const { status, error, resourceId, parentId } = resource
  // Asked for here, or before this was opened.
  const refreshing = (useTopicValue('resources')?.looking.includes(parentId ?? resourceId) ?? false) || asking
  const refresh = async (): Promise<void> => {
    setAsking(true)
    await attempt(async () => {
      const seen = await quarry.resourcesRefresh({ resourceId })
      tell(t('resources.health.refreshed', { status: t(`resources.status.${seen.status}`) }))
    })
    setAsking(false)
    onChanged()
  }
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <p className="flex items-center gap-1.5 font-medium">
          <ResourceGlyph state={status} />
          {t(`resources.status.${status}`)}
        </p>
        <Button icon={RefreshCw} disabled={refreshing} onClick={() => void refresh()}>
          {refreshing ? t('resources.health.refreshing') : t('resources.health.refresh')}
        </Button>
      </div>
      <p className="text-xs text-faint tabular-nums">
        {t('resources.health.since', { time: format.dateTime(resource.lastLookedAt) })}
      </p>
      {refreshing && (
        <div className="mt-1.5">
          <Progress share={null} label={t('resources.health.refreshing')} />
        </div>
      )}
      <p className="mt-1.5 text-sm text-dim">{t(`resources.health.help.${status}`)}</p>
      {error && status !== 'needsSecret' && (
        <div role="status" className="mt-2 rounded-lg border border-line bg-bg px-3.5 py-2.5 text-sm">
          {/* That it is gone is said above, and its error has no more to say than that. */}
          {status !== 'missing' && (
            <h3 className="font-medium text-error">
              {t('app.labelled', { label: t('resources.health.error'), what: speech.errorPhrase(error) })}
            </h3>
          )}
          <Remedy remedy={error.remedy} className="mt-0.5 text-dim" />
          <details className="mt-1 text-xs text-dim">
            <summary>{t('session.details')}</summary>
            <pre className="mt-1 font-mono whitespace-pre-wrap">
              {error.code}
              {'\n'}
              {error.message}
            </pre>
          </details>
        </div>
      )}
      {status === 'needsSecret' && (
        <Button icon={KeyRound} className="mt-2" onClick={onAccess}>
          {t('resources.health.enterSecret')}
        </Button>
      )}
      {isService(resource) && <ServiceHealth key={`service ${resourceId}`} resourceId={resourceId} />}
      <Part title={t('resources.health.figures')}>
        <Facts>
          <Fact name={t('resources.health.uses')}>{format.number(resource.usageCount)}</Fact>
          <Fact name={t('resources.health.successRate')}>
            {resource.successRate === null ? '–' : format.percent(resource.successRate)}
          </Fact>
          <Fact name={t('resources.health.responseTime')}>
            {resource.avgResponseTimeMs === null ? '–' : format.duration(resource.avgResponseTimeMs)}
          </Fact>
          <Fact name={t('resources.health.added')}>{format.dateTime(resource.createdAt)}</Fact>
          <Fact name={t('resources.health.vectors')}>
            {resource.lastVectorizedAt === null
              ? t('resources.health.vectorsNone')
              : t('resources.health.vectorsMade', { time: format.dateTime(resource.lastVectorizedAt) })}
          </Fact>
        </Facts>
      </Part>
      <PoolShare key={`${resourceId} in the pool`} resourceId={resourceId} />
      <Part title={t('resources.health.settings')}>
        <Toggle
          label={t('resources.health.active')}
          help={t('resources.health.activeHelp')}
          checked={resource.isActive}
          onChange={(active) =>
            void attempt(() =>
              quarry.resourcesSetActive({ resourceId, active, ...(active ? approvalOf(resource) : {}) }),
            ).then(() => onChanged())
          }
        />
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button
            tone="danger"
            icon={Trash2}
            onClick={() =>
              dispatch({
                type: 'openDialog',
                dialog: { kind: 'removeResource', resourceId, name: resourceName(resource) },
              })
            }
          >
            {t('resources.health.remove')}
          </Button>
          <p className="min-w-40 flex-1 text-xs text-faint">{t('resources.health.removeHelp')}</p>
        </div>
      </Part>
    </>
  )
}

import { Radar } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { quarry, useCall, useTopicValue } from '../../bridge'
import { IconButton } from '../../ui/button'
import { SectionTitle } from '../../ui/field'
import { ResourceGlyph } from '../../ui/glyphs'
import { useResourceName } from '../../ui/resource-name'
import { useSpeech } from '../../ui/use-speech'
import { useRunCommand } from '../../window/run-command'
import { useFormat } from '../../window/use-format'
import { useThrottled } from '../../window/use-throttled'
import { useWindowDispatch, useWindowState } from '../../window/window-state'
import { KindIcon } from './kind-icon'
import { useResourceWords } from './resource-words'

const shownRows = 4

/** The first few resources beside sessions and library, and the way to all of them. */
export function ResourcesGlance() {
  const { t } = useTranslation()
  const format = useFormat()
  const run = useRunCommand()
  const words = useResourceWords()
  const speech = useSpeech()
  const resourceName = useResourceName()
  const titleId = useId()
  const dispatch = useWindowDispatch()
  const { view, resourceId } = useWindowState()
  const summary = useTopicValue('resources')
  const revision = useThrottled(summary?.revision ?? -1, 1000)
  const first = useCall(revision < 0 ? null : `${revision}`, () =>
    quarry.resourcesList({ parentId: null, offset: 0, limit: shownRows }),
  )
  if (!summary) return null
  const resources = first.value?.resources ?? []
  const total = first.value?.total ?? 0
  return (
    <section
      aria-labelledby={titleId}
      className="shrink-0 [@media(max-height:560px)]:hidden"
      data-testid="resources-glance"
    >
      <SectionTitle
        id={titleId}
        end={
          <div className="flex items-center gap-1">
            <button
              type="button"
              aria-label={`${t('resources.title')}: ${t('resources.total', { count: total, total: format.number(total) })}`}
              onClick={() => run('resources')}
              className="rounded px-1 text-xs text-faint tabular-nums hover:underline"
            >
              {first.value ? format.number(total) : '–'}
            </button>
            <IconButton size="small" icon={Radar} label={t('resources.scan')} onClick={() => run('scan')} />
          </div>
        }
      >
        {t('resources.glance')}
      </SectionTitle>
      {first.status === 'failed' && (
        <p role="alert" className="px-2 py-1 text-sm text-error">
          {speech.errorPhrase(first.error)}
        </p>
      )}
      {first.value && total === 0 && <p className="px-2 py-1 text-sm text-dim">{t('resources.glanceEmpty')}</p>}
      <ul aria-labelledby={titleId}>
        {resources.map((resource) => {
          const selected = view === 'resources' && resource.resourceId === resourceId
          const status = t(`resources.status.${resource.status}`)
          return (
            <li key={resource.resourceId}>
              <button
                type="button"
                aria-label={t('resources.row', {
                  name: resourceName(resource),
                  kind: t(`resources.kind.${resource.type}`),
                  status,
                })}
                aria-current={selected || undefined}
                onClick={() => dispatch({ type: 'openResource', resourceId: resource.resourceId })}
                className={`flex h-[30px] w-full items-center gap-2 rounded-md px-2 text-left ${selected ? 'bg-accent-bg text-ink' : 'text-dim hover:bg-sunk'}`}
              >
                <KindIcon type={resource.type} />
                <bdi className="min-w-0 flex-1 truncate">{resourceName(resource)}</bdi>
                {resource.status === 'ready' ? (
                  <span className="shrink-0 text-xs text-faint tabular-nums">{words.parts(resource) ?? ''}</span>
                ) : (
                  <ResourceGlyph state={resource.status} size={13} />
                )}
              </button>
            </li>
          )
        })}
      </ul>
      {total > shownRows && (
        <button
          type="button"
          onClick={() => run('resources')}
          className="px-2 py-0.5 text-xs text-accent tabular-nums hover:underline"
        >
          {t('resources.glanceMore', { count: total - shownRows, more: format.number(total - shownRows) })}
        </button>
      )}
    </section>
  )
}

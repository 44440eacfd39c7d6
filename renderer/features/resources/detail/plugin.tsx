import { useTranslation } from 'react-i18next'
import type { PluginFacts as Plugin } from '../../../../contract/resources/plugin'
import type { UniversalResource } from '../../../../contract/resources/resource'
import { quarry, useCall, useTopicValue } from '../../../bridge'
import { Button } from '../../../ui/button'
import { Fact, Facts, Part, Verbatim } from '../../../ui/facts'
import { useSpeech } from '../../../ui/use-speech'
import { useNotices } from '../../../window/notices'
import { useFormat } from '../../../window/use-format'

/** What goes with switching a resource on: of a plugin the hash of what is shown. */
export function approvalOf({ metadata }: Pick<UniversalResource, 'metadata'>): { approved?: string } {
  return metadata.type === 'tool' && metadata.plugin !== undefined ? { approved: metadata.plugin.hash } : {}
}

/** Why Quarry may have switched it off: how its last call ended, where that failed. */
function LastFailure({ resourceId }: { resourceId: string }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const format = useFormat()
  const revision = useTopicValue('resources')?.revision ?? 0
  const got = useCall(`last call of ${resourceId} ${revision}`, () =>
    quarry.callsList({ filter: { resourceId }, offset: 0, limit: 1 }),
  )
  const [last] = got.value?.calls ?? []
  if (last?.state !== 'failed' || last.error === null) return null
  return (
    <p className="mt-0.5 wrap-anywhere" data-testid="plugin-failure">
      {t('resources.plugin.failed', { when: format.when(last.at), reason: speech.error(last.error) })}
    </p>
  )
}

/** What a plugin provides, and that it runs nothing before a person turned it on. */
export function PluginFacts({ resource, plugin }: { resource: UniversalResource; plugin: Plugin }) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const { resourceId, isActive } = resource
  const hooks = [...plugin.memory, ...plugin.workflow]
  return (
    <section aria-label={t('resources.plugin.label')} data-testid="plugin">
      {!isActive && (
        <div role="status" className="rounded-lg border border-line bg-bg px-3.5 py-2.5 text-sm">
          <h3 className="font-medium text-blocked">{t('resources.plugin.off')}</h3>
          <LastFailure resourceId={resourceId} />
          <p className="mt-0.5 text-dim">{t('resources.plugin.offHelp')}</p>
          <Button
            tone="primary"
            className="mt-2"
            onClick={() =>
              void attempt(() => quarry.resourcesSetActive({ resourceId, active: true, ...approvalOf(resource) }))
            }
          >
            {t('resources.plugin.turnOn')}
          </Button>
        </div>
      )}
      {plugin.tools.length > 0 && (
        <Part title={t('resources.plugin.tools')}>
          <ul>
            {plugin.tools.map(({ name, description, effect }) => (
              <li key={name} className="border-t border-line py-1.5 text-sm">
                <span className="font-mono font-medium">{name}</span>{' '}
                <span className="text-xs text-dim">{t(`resources.plugin.effect.${effect}`)}</span>
                <span className="block text-xs text-dim">{description}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {hooks.length > 0 && (
        <Part title={t('resources.plugin.hooks')}>
          <ul>
            {hooks.map((hook) => (
              <li key={hook} className="border-t border-line py-1.5 text-sm">
                {t(`resources.plugin.hook.${hook}`)}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={t('resources.plugin.code')}>
        <p className="text-sm text-dim">{t('resources.plugin.sandbox')}</p>
        <Facts>
          <Fact name={t('resources.detail.version')}>{plugin.version}</Fact>
          <Fact name={t('resources.detail.location')}>
            <Verbatim>{resource.origin.path ?? ''}</Verbatim>
          </Fact>
          <Fact name={t('resources.plugin.hash')}>
            <Verbatim>{plugin.hash.slice(0, 16)}</Verbatim>
          </Fact>
        </Facts>
      </Part>
    </section>
  )
}

import { ArrowUpLeft } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describedByQuarry } from '../../../../contract/resources/description-facts'
import type { UniversalResource } from '../../../../contract/resources/resource'
import { quarry, useCall } from '../../../bridge'
import { Button } from '../../../ui/button'
import { Part } from '../../../ui/facts'
import { useResourceName } from '../../../ui/resource-name'
import { useSpeech } from '../../../ui/use-speech'
import { useFormat } from '../../../window/use-format'
import { useWindowDispatch } from '../../../window/window-state'
import { useAbilityName } from '../ability-names'
import { KindIcon } from '../kind-icon'
import { Metadata } from './metadata'
import { PluginFacts } from './plugin'

/** Parts that the metadata tells of better than a list of resources would. */
const toldByMetadata = new Set<UniversalResource['type']>(['api'])

function Parts({ resource }: { resource: UniversalResource }) {
  const { t } = useTranslation()
  const format = useFormat()
  const dispatch = useWindowDispatch()
  const resourceName = useResourceName()
  const [shown, setShown] = useState(20)
  const parts = useCall(`${resource.resourceId} ${resource.updatedAt} ${resource.lastLookedAt} ${shown}`, () =>
    quarry.resourcesList({ parentId: resource.resourceId, offset: 0, limit: shown }),
  )
  const { resources = [], total = 0 } = parts.value ?? {}
  const more = Math.min(100, total - resources.length)
  if (total === 0) return null
  return (
    <Part
      title={t('resources.detail.partsTitle')}
      end={<span className="text-xs text-faint tabular-nums">{format.number(total)}</span>}
    >
      <ul>
        {resources.map((part) => (
          <li key={part.resourceId} className="border-t border-line">
            <button
              type="button"
              onClick={() => dispatch({ type: 'openResource', resourceId: part.resourceId })}
              className="flex w-full items-center gap-2 rounded-md px-1 py-1.5 text-left text-sm hover:bg-sunk"
            >
              <KindIcon type={part.type} />
              <bdi className="min-w-0 flex-1 truncate">{resourceName(part)}</bdi>
              <span className="shrink-0 text-xs text-faint">{t(`resources.kind.${part.type}`)}</span>
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button tone="quiet" onClick={() => setShown(Math.min(500, shown + 100))}>
          {t('resources.detail.moreParts', { count: more, more: format.number(more) })}
        </Button>
      )}
    </Part>
  )
}

/** What it is, what it can do, how it is used, and what is in it. */
export function About({ resource }: { resource: UniversalResource }) {
  const { t } = useTranslation()
  const dispatch = useWindowDispatch()
  const abilityName = useAbilityName(resource)
  const speech = useSpeech()
  const facts = describedByQuarry(resource)
  const description = facts === null ? resource.description : speech.fact(facts.description)
  const usage = facts === null ? resource.usageInfo : speech.fact(facts.usage)
  const { parentId } = resource
  return (
    <>
      {parentId !== null && resource.type !== 'text2sql' && (
        <Button
          tone="quiet"
          icon={ArrowUpLeft}
          className="-ml-3"
          onClick={() => dispatch({ type: 'openResource', resourceId: parentId })}
        >
          {t('resources.detail.openParent')}
        </Button>
      )}
      <p className="whitespace-pre-line">{description}</p>
      {resource.capabilities.length > 0 && (
        <Part title={t('resources.detail.capabilities')}>
          <ul className="flex flex-wrap gap-1.5">
            {resource.capabilities.map((capability) => (
              <li key={capability} className="rounded-md bg-sunk px-2 py-0.5 text-xs">
                {abilityName(capability)}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {usage && (
        <Part title={t('resources.detail.usage')}>
          <p className="text-sm whitespace-pre-line text-dim">{usage}</p>
        </Part>
      )}
      <div className="mt-4">
        {resource.metadata.type === 'tool' && resource.metadata.plugin !== undefined ? (
          <PluginFacts resource={resource} plugin={resource.metadata.plugin} />
        ) : (
          <Metadata resourceId={resource.resourceId} metadata={resource.metadata} />
        )}
      </div>
      {!toldByMetadata.has(resource.type) && <Parts key={resource.resourceId} resource={resource} />}
    </>
  )
}

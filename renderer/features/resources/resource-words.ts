import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceOffer, ResourceSummary, ResourceType } from '../../../contract/resources/resource'
import { useSpeech } from '../../ui/use-speech'
import { useFormat } from '../../window/use-format'

interface Described {
  type: ResourceType
  flavour: string
  parts: number | null
}

interface ResourceWords {
  /** The kind within the kind: `SQLite`; what has no word of its own stays as it is. */
  flavour(flavour: string): string
  /** `12 tables`; null where the kind has no parts or they are not known. */
  parts(resource: Described): string | null
  /** `SQLite · 12 tables`. */
  facts(resource: Described): string
  /** `database, 12 tables`: what an offer becomes. */
  offer(offer: ResourceOffer): string
  /** How often it was used, and how well that went; null of what every session searches, whose uses are not counted. */
  uses(resource: Pick<ResourceSummary, 'usageCount' | 'successRate' | 'type' | 'flavour'>): string | null
}

/** What is said of resources, in the language of the window. */
export function useResourceWords(): ResourceWords {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  return useMemo(() => {
    const flavour = (name: string): string =>
      i18n.exists(`resources.flavour.${name}`) ? t(`resources.flavour.${name}` as 'resources.flavour.sqlite') : name
    const parts = ({ type, parts: count }: Described): string | null =>
      count === null || type === 'tool'
        ? null
        : t(`resources.partCount.${type}`, { count, parts: format.number(count) })
    return {
      flavour,
      parts,
      facts: (resource) => [flavour(resource.flavour), parts(resource)].filter(Boolean).join(' · '),
      offer(offer) {
        if (offer.reason && !offer.needsSecret) {
          return t('resources.found.unusable', { reason: speech.errorPhrase(offer.reason) })
        }
        const what = [
          offer.flavour === 'plugin' ? t('resources.plugin.offer') : t(`resources.kind.${offer.type}`),
          // A folder that is still to be read has no sources yet; what will be read of it is told beside.
          (offer.type === 'knowledge_base' || offer.needsSecret) && offer.parts === 0 ? null : parts(offer),
          offer.type === 'mcp_server' ? t('resources.offer.startsOnUseOne') : null,
          offer.sizeBytes === null ? null : format.bytes(offer.sizeBytes),
        ]
        const state = [
          offer.needsSecret ? t('resources.offer.needsSecret') : null,
          offer.alreadyKnown ? t('resources.offer.already') : null,
        ]
        return [what.filter(Boolean).join(t('resources.comma')), ...state.filter(Boolean)].join(' · ')
      },
      uses({ usageCount, successRate, type, flavour: own }) {
        if (usageCount === 0) return own === 'builtIn' || type === 'knowledge_base' ? null : t('resources.neverUsed')
        const uses = t('resources.uses', { count: usageCount, uses: format.number(usageCount) })
        return successRate === null
          ? uses
          : `${uses} · ${t('resources.success', { rate: format.percent(successRate) })}`
      },
    }
  }, [t, i18n, format, speech])
}

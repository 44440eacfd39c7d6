import { useTranslation } from 'react-i18next'
import type { ResourceOffer, ResourceType } from '../../../contract/resources/resource'
import { KindIcon, kinds } from './kind-icon'
import { useResourceWords } from './resource-words'

/** So many names are told of resources of one kind that come together. */
const namesShown = 6

/** Offers of one kind, in the order of the kinds. */
function byKind(offers: readonly ResourceOffer[]): { type: ResourceType; offers: ResourceOffer[] }[] {
  return kinds
    .map((type) => ({ type, offers: offers.filter((offer) => offer.type === type) }))
    .filter((group) => group.offers.length > 0)
}

/** What a thing becomes beside a document: a line for each, or one for several of a kind (`3 MCP servers`). */
export function OfferLines({ offers, inFolder = false }: { offers: readonly ResourceOffer[]; inFolder?: boolean }) {
  const { t } = useTranslation()
  const words = useResourceWords()
  return byKind(offers).map(({ type, offers: same }) => {
    const [first] = same
    if (!first) return null
    const locked = same.filter(({ needsSecret }) => needsSecret).length
    const failed = same.length === 1 && first.reason !== null && !first.needsSecret
    const text =
      same.length === 1
        ? words.offer(first)
        : [
            t(`resources.kindCount.${type}`, { count: same.length }),
            type === 'mcp_server' ? t('resources.offer.startsOnUse') : null,
          ]
            .filter(Boolean)
            .join(t('resources.comma'))
    return (
      <span
        key={type}
        data-testid="offer"
        data-type={type}
        className={`flex items-baseline gap-1.5 text-sm tabular-nums ${failed ? 'text-error' : 'text-dim'}`}
      >
        <span className="translate-y-0.5">
          <KindIcon type={type} size={13} />
        </span>
        <span className="min-w-0">
          {text}
          {(same.length > 1 || (inFolder && type !== 'knowledge_base')) && (
            <span className="block text-xs text-faint">
              {same
                .slice(0, namesShown)
                .map(({ name }) => name)
                .join(t('app.listed'))}
              {same.length > namesShown && '…'}
              {locked > 0 && ` · ${t('resources.offer.needsSecret')}`}
            </span>
          )}
        </span>
      </span>
    )
  })
}

import { clsx } from 'clsx'
import { ListTree, Search, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  type ResourceStatus,
  type ResourcesSummary,
  type ResourceType,
  resourceStatus,
} from '../../../contract/resources/resource'
import { IconButton } from '../../ui/button'
import { inputClass } from '../../ui/field'
import { FilterChip, FilterChips } from '../../ui/filter-chip'
import { ResourceGlyph } from '../../ui/glyphs'
import { Hint } from '../../ui/hint'
import { useFormat } from '../../window/use-format'
import { KindIcon, kinds } from './kind-icon'

export interface ResourceFilter {
  text: string
  type: ResourceType | null
  status: ResourceStatus | null
  withParts: boolean
}

interface ResourceFilterBarProps {
  filter: ResourceFilter
  onFilter(change: Partial<ResourceFilter>): void
  /** How many there are of each kind under the rest of the filter; null until that is known. */
  byType: Partial<Record<ResourceType, number>> | null
  /** The statuses that are offered. */
  statuses: readonly ResourceStatus[]
  /** How many there are of each offered status under the rest of the filter; null until that is known. */
  byStatus: Partial<Record<ResourceStatus, number>> | null
}

/** Search over the resources, and which kinds and statuses are listed. One without any is not offered. */
export function ResourceFilterBar({ filter, onFilter, byType, statuses, byStatus }: ResourceFilterBarProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const countOf = (type: ResourceType): number => byType?.[type] ?? 0
  const all = kinds.reduce((sum, type) => sum + countOf(type), 0)
  const shown = statuses.filter(
    (status) => status === filter.status || byStatus === null || (byStatus[status] ?? 0) > 0,
  )
  const offered = kinds.filter((type) => type === filter.type || countOf(type) > 0)
  return (
    <div>
      <div className="mb-1.5 flex items-center gap-2">
        <div className="relative min-w-0 flex-1">
          <Search size={14} aria-hidden className="absolute top-1/2 left-2.5 -translate-y-1/2 text-faint" />
          <input
            id="resource-search"
            type="search"
            value={filter.text}
            maxLength={500}
            onChange={(event) => onFilter({ text: event.target.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.preventDefault()
              if (filter.text === '') event.currentTarget.blur()
              onFilter({ text: '' })
            }}
            placeholder={t('resources.search')}
            aria-label={t('resources.search')}
            className={clsx(inputClass, 'bg-panel pr-8 pl-8 [&::-webkit-search-cancel-button]:hidden')}
          />
          {filter.text !== '' && (
            <IconButton
              size="small"
              icon={X}
              label={t('resources.clearSearch')}
              onClick={() => onFilter({ text: '' })}
              className="absolute top-1/2 right-1 -translate-y-1/2"
            />
          )}
        </div>
        <Hint text={t('resources.withPartsHelp')}>
          <button
            type="button"
            aria-pressed={filter.withParts}
            onClick={() => onFilter({ withParts: !filter.withParts })}
            className="inline-flex shrink-0 items-center gap-1.5 rounded-md border border-transparent px-2 py-1.5 text-sm text-dim hover:bg-sunk aria-pressed:border-edge aria-pressed:bg-panel aria-pressed:text-ink"
          >
            <ListTree size={14} aria-hidden />
            {t('resources.withParts')}
          </button>
        </Hint>
      </div>
      <FilterChips name={t('resources.filter')}>
        <FilterChip pressed={filter.type === null} onPress={() => onFilter({ type: null })}>
          {t('resources.all')} {byType !== null && format.number(all)}
        </FilterChip>
        {offered.map((type) => (
          <FilterChip
            key={type}
            data-kind={type}
            pressed={filter.type === type}
            onPress={() => onFilter({ type: filter.type === type ? null : type })}
          >
            <KindIcon type={type} size={12} />
            {t(`resources.kinds.${type}`)} {format.number(countOf(type))}
          </FilterChip>
        ))}
      </FilterChips>
      {(shown.length > 1 || filter.status !== null) && (
        <FilterChips name={t('resources.statusFilter')}>
          <FilterChip pressed={filter.status === null} onPress={() => onFilter({ status: null })}>
            {t('resources.anyStatus')}
          </FilterChip>
          {shown.map((status) => (
            <FilterChip
              key={status}
              data-status-filter={status}
              pressed={filter.status === status}
              onPress={() => onFilter({ status: filter.status === status ? null : status })}
            >
              <ResourceGlyph state={status} size={12} />
              {t(`resources.status.${status}`)} {byStatus && format.number(byStatus[status] ?? 0)}
            </FilterChip>
          ))}
        </FilterChips>
      )}
    </div>
  )
}

/**
 * The statuses that a list can be narrowed to: those that some resource has, and the one that it is narrowed to now.
 * None where all are alike, as there is nothing to tell apart then.
 */
export function offeredStatuses(
  byStatus: ResourcesSummary['byStatus'],
  chosen: ResourceStatus | null,
): readonly ResourceStatus[] {
  const found = resourceStatus.options.filter((status) => byStatus[status] > 0 || status === chosen)
  return found.length > 1 || chosen !== null ? found : []
}

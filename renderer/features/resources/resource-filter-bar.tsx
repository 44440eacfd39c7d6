import { clsx } from 'clsx'
import { ListTree, Search, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ResourceType } from '../../../contract/resource'
import { useFormat } from '../../app/use-format'
import { IconButton } from '../../ui/button'
import { inputClass } from '../../ui/field'
import { Hint } from '../../ui/hint'
import { KindIcon, kinds } from './kind-icon'

export interface ResourceFilter {
  text: string
  type: ResourceType | null
  withParts: boolean
}

interface ResourceFilterBarProps {
  filter: ResourceFilter
  onFilter(change: Partial<ResourceFilter>): void
  /** How many there are of each kind under the same words; null until the first answer. */
  byType: Partial<Record<ResourceType, number>> | null
}

const chipClass =
  'inline-flex items-center gap-1.5 rounded-full border border-transparent px-2.5 py-0.5 text-xs text-dim tabular-nums hover:bg-sunk aria-pressed:border-edge aria-pressed:bg-panel aria-pressed:text-ink'

/** Search over the resources, and which kinds are listed. A kind without any is not offered. */
export function ResourceFilterBar({ filter, onFilter, byType }: ResourceFilterBarProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const countOf = (type: ResourceType): number => byType?.[type] ?? 0
  const all = kinds.reduce((sum, type) => sum + countOf(type), 0)
  const offered = kinds.filter((type) => type === filter.type || countOf(type) > 0)
  return (
    <div>
      <div className="relative">
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
      <fieldset className="mt-2 flex min-h-6 flex-wrap items-center gap-1">
        <legend className="sr-only">{t('resources.filter')}</legend>
        <button
          type="button"
          aria-pressed={filter.type === null}
          onClick={() => onFilter({ type: null })}
          className={chipClass}
        >
          {t('resources.all')} {byType !== null && format.number(all)}
        </button>
        {offered.map((type) => (
          <button
            key={type}
            type="button"
            data-kind={type}
            aria-pressed={filter.type === type}
            onClick={() => onFilter({ type: filter.type === type ? null : type })}
            className={chipClass}
          >
            <KindIcon type={type} size={12} />
            {t(`resources.kinds.${type}`)} {format.number(countOf(type))}
          </button>
        ))}
        <Hint text={t('resources.withPartsHelp')}>
          <button
            type="button"
            aria-pressed={filter.withParts}
            onClick={() => onFilter({ withParts: !filter.withParts })}
            className={`${chipClass} ml-auto`}
          >
            <ListTree size={12} aria-hidden />
            {t('resources.withParts')}
          </button>
        </Hint>
      </fieldset>
    </div>
  )
}

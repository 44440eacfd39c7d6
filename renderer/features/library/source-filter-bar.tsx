import { clsx } from 'clsx'
import { Search, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button'
import { inputClass } from '../../ui/field'
import { FilterChip, FilterChips } from '../../ui/filter-chip'
import { useFormat } from '../../window/use-format'

export type StateFilter = 'all' | 'underWay' | 'failed' | 'missing'
const filters: readonly StateFilter[] = ['all', 'underWay', 'failed', 'missing']

interface SourceFilterBarProps {
  text: string
  onText(text: string): void
  states: StateFilter
  onStates(states: StateFilter): void
  counts: Record<StateFilter, number>
}

/** Search over the sources, and which states are listed. A state without sources is not offered. */
export function SourceFilterBar({ text, onText, states, onStates, counts }: SourceFilterBarProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const offered = filters.filter((filter) => filter === 'all' || filter === states || counts[filter] > 0)
  return (
    <div className="px-1.5 pb-1.5">
      <div className="relative">
        <Search size={14} aria-hidden className="absolute top-1/2 left-2.5 -translate-y-1/2 text-faint" />
        <input
          id="source-search"
          type="search"
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            if (text === '') event.currentTarget.blur()
            onText('')
          }}
          placeholder={t('library.search')}
          aria-label={t('library.search')}
          className={clsx(inputClass, 'pr-8 pl-8 text-sm [&::-webkit-search-cancel-button]:hidden')}
        />
        {text !== '' && (
          <IconButton
            size="small"
            icon={X}
            label={t('library.clearSearch')}
            onClick={() => onText('')}
            className="absolute top-1/2 right-1 -translate-y-1/2"
          />
        )}
      </div>
      {offered.length > 1 && (
        <div className="mt-1">
          <FilterChips name={t('library.filter')}>
            {offered.map((filter) => (
              <FilterChip key={filter} pressed={states === filter} onPress={() => onStates(filter)}>
                {t(`library.${filter}`)} {format.number(counts[filter])}
              </FilterChip>
            ))}
          </FilterChips>
        </div>
      )}
    </div>
  )
}

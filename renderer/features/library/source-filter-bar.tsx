import { clsx } from 'clsx'
import { Search, Tag, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button'
import { inputClass } from '../../ui/field'
import { FilterChip, FilterChips } from '../../ui/filter-chip'
import { Menu, MenuChoice, MenuLine } from '../../ui/menu'
import { useFacets } from '../../window/use-facets'
import { useFormat } from '../../window/use-format'
import type { LabelFilter } from './source-list'

export type StateFilter = 'all' | 'underWay' | 'failed' | 'missing'
const filters: readonly StateFilter[] = ['all', 'underWay', 'failed', 'missing']

interface SourceFilterBarProps {
  text: string
  onText(text: string): void
  states: StateFilter
  onStates(states: StateFilter): void
  counts: Record<StateFilter, number>
  labelled: LabelFilter
  onLabelled(labelled: LabelFilter): void
}

/** Search over the sources, and which states are listed. A state without sources is not offered. */
export function SourceFilterBar(props: SourceFilterBarProps) {
  const { text, onText, states, onStates, counts } = props
  const { t } = useTranslation()
  const format = useFormat()
  const offered = filters.filter((filter) => filter === 'all' || filter === states || counts[filter] > 0)
  return (
    <div className="px-1.5 pb-1.5">
      <div className="flex items-center gap-1">
        <div className="relative min-w-0 flex-1">
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
        <LabelMenu {...props} />
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

/** Lists the sources of one tag or collection; nothing where there are none. */
function LabelMenu({ labelled, onLabelled }: Pick<SourceFilterBarProps, 'labelled' | 'onLabelled'>) {
  const { t } = useTranslation()
  const { tags, collections } = useFacets()
  const chosen = labelled.tag ?? labelled.collection
  if (tags.length === 0 && collections.length === 0 && chosen === undefined) return null
  const choices = (of: 'tag' | 'collection', names: typeof tags) =>
    names.map(({ value }) => (
      <MenuChoice key={value} checked={labelled[of] === value} onChange={() => onLabelled({ [of]: value })}>
        <bdi className="min-w-0 truncate">{value}</bdi>
      </MenuChoice>
    ))
  return (
    <Menu
      trigger={
        <IconButton
          size="small"
          icon={Tag}
          label={
            chosen === undefined ? t('labels.filter') : t('app.labelled', { label: t('labels.filter'), what: chosen })
          }
          aria-pressed={chosen !== undefined}
          className="aria-pressed:bg-accent-bg aria-pressed:text-accent"
        />
      }
    >
      <MenuChoice checked={chosen === undefined} onChange={() => onLabelled({})}>
        {t('labels.all')}
      </MenuChoice>
      {tags.length > 0 && <MenuLine>{t('labels.tags')}</MenuLine>}
      {choices('tag', tags)}
      {collections.length > 0 && <MenuLine>{t('labels.collections')}</MenuLine>}
      {choices('collection', collections)}
    </Menu>
  )
}

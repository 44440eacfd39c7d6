import { ChevronDown, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecallFilter } from '../../../contract/recall/recall'
import { inputClass } from '../../ui/field'
import { FilterChips } from '../../ui/filter-chip'
import { Menu, MenuCheck, MenuChoice, MenuLine } from '../../ui/menu'
import { useFacets } from '../../window/use-facets'
import { useFormat } from '../../window/use-format'
import { useOtherProjects } from '../projects/use-other-projects'
import { useProjectName } from '../projects/use-project-name'
import { dayOf, type ListFilter, listFilters, toggled, useFilterNames } from './filter-names'

const stretches = ['week', 'month', 'year'] as const
const daysOf = { week: 7, month: 30, year: 365 } as const
const dayMs = 86_400_000

interface NarrowingProps {
  filter: RecallFilter
  onFilter(filter: RecallFilter): void
}

interface ProjectsProps {
  /** Ids of other projects that are searched as well. */
  projects: readonly string[]
  onProjects(projects: readonly string[]): void
}

const trigger = (label: string) => (
  <button
    type="button"
    className="inline-flex items-center gap-1 rounded-full border border-line px-2.5 py-0.5 text-xs whitespace-nowrap text-dim hover:bg-sunk hover:text-ink"
  >
    {label}
    <ChevronDown size={12} aria-hidden />
  </button>
)

/** What a search is narrowed by: a menu for each kind of condition that the library has, and the conditions chosen; and where else it looks. */
export function SearchFilters({ filter, onFilter, projects, onProjects }: NarrowingProps & ProjectsProps) {
  const { t } = useTranslation()
  const { conditionsOf } = useFilterNames()
  const conditions = conditionsOf(filter)
  return (
    <div data-testid="search-filters">
      <FilterChips name={t('search.filters')}>
        <span className="flex flex-wrap gap-1.5">
          {listFilters.map((of) => (
            <ListMenu key={of} of={of} filter={filter} onFilter={onFilter} />
          ))}
          <DateMenu filter={filter} onFilter={onFilter} />
          <ProjectMenu projects={projects} onProjects={onProjects} />
        </span>
      </FilterChips>
      {conditions.length > 0 && (
        <ul aria-label={t('search.chosen')} className="mt-1.5 flex flex-wrap items-center gap-1.5">
          {conditions.map(({ key, label, without }) => (
            <li key={key} className="max-w-full">
              <button
                type="button"
                aria-label={t('search.removeFilter', { name: label })}
                onClick={() => onFilter(without)}
                className="inline-flex max-w-full items-center gap-1 rounded-full bg-accent-bg px-2.5 py-0.5 text-xs text-accent hover:opacity-80"
              >
                <bdi className="max-w-60 truncate">{label}</bdi>
                <X size={12} aria-hidden className="shrink-0" />
              </button>
            </li>
          ))}
          {conditions.length > 1 && (
            <li>
              <button
                type="button"
                onClick={() => onFilter({})}
                className="px-1 text-xs text-dim underline-offset-2 hover:text-ink hover:underline"
              >
                {t('search.clearFilters')}
              </button>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

/** The other projects, to be searched as well; nothing where there is none. */
function ProjectMenu({ projects, onProjects }: ProjectsProps) {
  const { t } = useTranslation()
  const nameOf = useProjectName()
  const others = useOtherProjects()
  if (others.length === 0) return null
  const chosen = others.filter(({ id }) => projects.includes(id)).length
  return (
    <Menu trigger={trigger(chosen === 0 ? t('search.by.projects') : t('search.moreProjects', { count: chosen }))}>
      <MenuCheck checked disabled onChange={() => {}}>
        {t('search.thisProject')}
      </MenuCheck>
      {others.map((project) => {
        const isChosen = projects.includes(project.id)
        return (
          <MenuCheck
            key={project.id}
            checked={isChosen}
            onChange={() =>
              onProjects(isChosen ? projects.filter((id) => id !== project.id) : [...projects, project.id])
            }
          >
            <bdi className="min-w-0 flex-1 truncate">{nameOf(project)}</bdi>
          </MenuCheck>
        )
      })}
    </Menu>
  )
}

/** The values of one kind of condition; nothing where the library has but one, as that narrows nothing. */
function ListMenu({ of, filter, onFilter }: NarrowingProps & { of: ListFilter }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { nameOf } = useFilterNames()
  const facets = useFacets()[of]
  const chosen: readonly string[] = filter[of] ?? []
  const isLabel = of === 'tags' || of === 'collections'
  if (chosen.length === 0 && facets.length < (isLabel ? 1 : 2)) return null
  return (
    <Menu trigger={trigger(t(`search.by.${of}`))}>
      {facets.map(({ value, sources }) => (
        <MenuCheck key={value} checked={chosen.includes(value)} onChange={() => onFilter(toggled(filter, of, value))}>
          <bdi className="min-w-0 flex-1 truncate" title={value}>
            {nameOf(of, value)}
          </bdi>
          <span className="pl-3 text-xs text-faint tabular-nums">{format.number(sources)}</span>
        </MenuCheck>
      ))}
    </Menu>
  )
}

/** Midnight of a day where the person is, `days` later. */
function midnightOf(day: string, days = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + days).toISOString()
}

function DateMenu({ filter, onFilter }: NarrowingProps) {
  const { t } = useTranslation()
  const [exact, setExact] = useState(false)
  const { since, until, ...others } = filter
  const set = (from: string | undefined, to: string | undefined): void =>
    onFilter({
      ...others,
      ...(from === undefined ? {} : { since: from }),
      ...(to === undefined ? {} : { until: to }),
    })
  const sinceDay = since === undefined ? '' : dayOf(since)
  const untilDay = until === undefined ? '' : dayOf(new Date(Date.parse(until) - 1).toISOString())
  const beginOf = (stretch: (typeof stretches)[number]): string =>
    dayOf(new Date(Date.now() - daysOf[stretch] * dayMs).toISOString())
  return (
    <>
      <Menu trigger={trigger(t('search.by.date'))}>
        <MenuChoice
          checked={since === undefined && until === undefined}
          onChange={() => {
            setExact(false)
            set(undefined, undefined)
          }}
        >
          {t('search.anyTime')}
        </MenuChoice>
        {stretches.map((stretch) => (
          <MenuChoice
            key={stretch}
            checked={!exact && until === undefined && sinceDay === beginOf(stretch)}
            onChange={() => {
              setExact(false)
              set(midnightOf(beginOf(stretch)), undefined)
            }}
          >
            {t(`search.past.${stretch}`)}
          </MenuChoice>
        ))}
        <MenuLine />
        <MenuChoice checked={exact} onChange={() => setExact(true)}>
          {t('search.exactDates')}
        </MenuChoice>
      </Menu>
      {exact && (
        <span className="flex flex-wrap items-center gap-1.5 text-xs text-dim">
          <label className="flex items-center gap-1">
            {t('search.from')}
            <input
              type="date"
              value={sinceDay}
              onChange={({ target: { value } }) => set(value === '' ? undefined : midnightOf(value), until)}
              className={`${inputClass} w-auto py-0 text-xs`}
            />
          </label>
          <label className="flex items-center gap-1">
            {t('search.to')}
            <input
              type="date"
              value={untilDay}
              onChange={({ target: { value } }) => set(since, value === '' ? undefined : midnightOf(value, 1))}
              className={`${inputClass} w-auto py-0 text-xs`}
            />
          </label>
        </span>
      )}
    </>
  )
}

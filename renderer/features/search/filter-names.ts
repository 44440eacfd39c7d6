import { useTranslation } from 'react-i18next'
import type { LibraryFacets, SourceType } from '../../../contract/library/source'
import type { RecallFilter } from '../../../contract/recall/recall'
import { useTopicValue } from '../../bridge'
import { useFormat } from '../../window/use-format'
import { languageName } from './language-name'

/** What a search is narrowed by beside time: each a list of values of which one must hold. */
export type ListFilter = keyof LibraryFacets
export const listFilters: readonly ListFilter[] = ['types', 'folders', 'languages', 'tags', 'collections']

/** One condition of a search as a person reads and removes it. */
export interface Condition {
  readonly key: string
  readonly label: string
  readonly without: RecallFilter
}

/** A filter without a value; a list that becomes empty is none. */
export function toggled(filter: RecallFilter, of: ListFilter, value: string): RecallFilter {
  const { [of]: before = [], ...others } = filter
  const has = (before as readonly string[]).includes(value)
  const after = has ? before.filter((one) => one !== value) : [...before, value]
  return after.length === 0 ? others : { ...others, [of]: after }
}

/** Values of filters in words. */
export function useFilterNames() {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const domains = useTopicValue('domains')?.domains
  const nameOf = (of: ListFilter, value: string): string => {
    if (of === 'types')
      return value === 'note' ? t('search.note') : t(`mediaType.${value as Exclude<SourceType, 'note'>}`)
    if (of === 'folders') return value.split(/[/\\]/).findLast((part) => part !== '') ?? value
    return of === 'languages' ? languageName(value, i18n.language) : value
  }
  const day = (at: string): string => format.day(dayOf(at))
  const conditionsOf = (filter: RecallFilter): Condition[] => {
    const { since, until, ...others } = filter
    const { domains: within = [], ...beyond } = filter
    return [
      ...within.map((id) => ({
        key: `domain ${id}`,
        // One that went meanwhile is told by its id.
        label: t('search.inDomain', { name: domains?.find(({ domainId }) => domainId === id)?.name ?? id }),
        without: within.length === 1 ? beyond : { ...filter, domains: within.filter((one) => one !== id) },
      })),
      ...listFilters.flatMap((of) =>
        (filter[of] ?? []).map((value) => ({
          key: `${of} ${value}`,
          label: nameOf(of, value),
          without: toggled(filter, of, value),
        })),
      ),
      ...(since === undefined
        ? []
        : [
            {
              key: 'since',
              label: t('search.since', { day: day(since) }),
              without: until === undefined ? others : { ...others, until },
            },
          ]),
      ...(until === undefined
        ? []
        : [
            {
              key: 'until',
              label: t('search.until', { day: day(new Date(Date.parse(until) - 1).toISOString()) }),
              without: since === undefined ? others : { ...others, since },
            },
          ]),
    ]
  }
  return { nameOf, conditionsOf }
}

/** The day of a moment where the person is, as `2024-05-03`. */
export function dayOf(at: string): string {
  const moment = new Date(at)
  const two = (value: number): string => `${value}`.padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

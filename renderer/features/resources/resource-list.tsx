import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceSummary } from '../../../contract/resources/resource'
import { Empty, Failure, Loading } from '../../ui/states'
import type { Pages } from '../../ui/use-pages'
import { useVirtualRows } from '../../ui/use-virtual-rows'
import { useWindowDispatch, useWindowState } from '../../window/window-state'
import { ResourceRow } from './resource-row'

const rowHeight = 48

interface ResourceListProps {
  pages: Pages<ResourceSummary, unknown>
  onRetry(): void
  /** The way on where nothing matches. */
  onNone: ReactNode
}

/** The matching resources in a virtual list: arrows move, Enter opens. */
export function ResourceList({ pages, onRetry, onNone }: ResourceListProps) {
  const { t } = useTranslation()
  const { resourceId } = useWindowState()
  const dispatch = useWindowDispatch()
  const { scroller, rows, shown, total, tabbable, setActive, onKeyDown } = useVirtualRows(pages, rowHeight)

  if (pages.error && pages.total === null) return <Failure error={pages.error} onRetry={onRetry} />
  if (pages.total === null) return <Loading />
  if (total === 0) {
    return (
      <Empty title={t('resources.noneFound')} help={t('resources.noneFoundHelp')}>
        {onNone}
      </Empty>
    )
  }

  return (
    <div ref={scroller} className="@container min-h-0 flex-1 overflow-auto" data-testid="resource-list">
      <ul
        aria-label={t('resources.list')}
        className="relative"
        style={{ height: rows.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {shown.map((row) => {
          const resource = pages.at(row.index)
          return (
            <li
              key={row.key}
              data-index={row.index}
              aria-setsize={total}
              aria-posinset={row.index + 1}
              className="absolute inset-x-0 top-0"
              style={{ height: row.size, transform: `translateY(${row.start}px)` }}
            >
              {resource && (
                <ResourceRow
                  resource={resource}
                  selected={resource.resourceId === resourceId}
                  tabbable={row.index === tabbable}
                  onFocus={() => setActive(row.index)}
                  onOpen={() => dispatch({ type: 'openResource', resourceId: resource.resourceId })}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

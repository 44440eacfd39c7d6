import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceSummary } from '../../../contract/resources/resource'
import { Empty } from '../../ui/states'
import type { Pages } from '../../ui/use-pages'
import { VirtualList } from '../../ui/virtual-list'
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
  return (
    <VirtualList
      pages={pages}
      label={t('resources.list')}
      rowHeight={rowHeight}
      none={
        <Empty title={t('resources.noneFound')} help={t('resources.noneFoundHelp')}>
          {onNone}
        </Empty>
      }
      onRetry={onRetry}
      className="@container"
      testId="resource-list"
    >
      {(resource, { tabbable, onFocus }) => (
        <ResourceRow
          resource={resource}
          selected={resource.resourceId === resourceId}
          tabbable={tabbable}
          onFocus={onFocus}
          onOpen={() => dispatch({ type: 'openResource', resourceId: resource.resourceId })}
        />
      )}
    </VirtualList>
  )
}

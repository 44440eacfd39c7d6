import { FolderInput, Tag, X } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SourceFilter, SourceState, SourceView } from '../../../contract/library/source'
import { quarry, useTopicValue } from '../../bridge'
import { Button, IconButton } from '../../ui/button'
import { Empty } from '../../ui/states'
import { type Pages, usePages } from '../../ui/use-pages'
import { VirtualList } from '../../ui/virtual-list'
import { openSourceId, startOf, useWindowDispatch, useWindowState } from '../../window/window-state'
import { SourceRow } from './source-row'
import { type ChosenSource, useChosenSources } from './use-chosen-sources'

interface SourceListProps {
  revision: number
  text: string
  states: readonly SourceState[] | undefined
  labelled: LabelFilter
  inFlight: readonly SourceView[]
}

/** Only sources with this tag, or of this collection. */
export type LabelFilter = Pick<SourceFilter, 'tag' | 'collection'>

const rowHeight = 30
/** With a second line: why it failed, pages that were not read, how sure recognised text is, or how many secrets were redacted. */
const twoLineRowHeight = 46

const hasTwoLines = (source: SourceView | null): boolean =>
  source?.state === 'failed' ||
  [source?.redacted, source?.recognition, source?.unreadPages].some((told) => told !== undefined)

/** Every matching source in a virtual list: arrows move, Enter opens. */
export function SourceList({ revision, text, states, labelled, inFlight }: SourceListProps) {
  const { t } = useTranslation()
  const openId = openSourceId(useWindowState())
  const dispatch = useWindowDispatch()
  const pages = useSourcePages(revision, text, states, labelled)
  const live = useMemo(() => new Map(inFlight.map((source) => [source.id, source])), [inFlight])
  const { chosen, isChosen, toggle, clear } = useChosenSources(pages.at)
  const hasOtherProjects = (useTopicValue('projects') ?? []).filter(({ archived }) => !archived).length > 1

  const open = (source: SourceView): void =>
    dispatch({
      type: 'openPlace',
      place: startOf(source.id),
    })
  const move = (sources: readonly ChosenSource[]): void => {
    dispatch({
      type: 'openDialog',
      dialog: { kind: 'moveSources', sources: sources.map(({ id, name }) => ({ id, name })) },
    })
    clear()
  }
  const label = (sources: readonly ChosenSource[]): void => {
    // As the list tells them now, not as they were when they were selected.
    const listed = new Map(
      Array.from({ length: pages.total ?? 0 }, (_, index) => pages.at(index)).map((source) => [source?.id, source]),
    )
    dispatch({
      type: 'openDialog',
      dialog: { kind: 'labels', sources: sources.map((source) => listed.get(source.id) ?? source) },
    })
  }
  return (
    <>
      <VirtualList
        pages={pages}
        label={t('library.list')}
        rowHeight={rowHeight}
        heightOf={(index) => (hasTwoLines(pages.at(index)) ? twoLineRowHeight : rowHeight)}
        none={<Empty title={t('library.noneFound')} />}
        testId="source-list"
      >
        {(listed, { index, tabbable, onFocus }) => {
          const source = live.get(listed.id) ?? listed
          return (
            <SourceRow
              source={source}
              selected={openId === source.id}
              chosen={isChosen(source.id)}
              onMove={hasOtherProjects ? () => move(isChosen(source.id) ? chosen : [source]) : null}
              onChoose={(upTo) => toggle(source, index, upTo)}
              onLabel={() => label(isChosen(source.id) ? chosen : [source])}
              tabbable={tabbable}
              onFocus={onFocus}
              onOpen={() => open(source)}
            />
          )
        }}
      </VirtualList>
      {pages.total !== null && pages.total > 0 && chosen.length > 0 && (
        <div
          role="status"
          className="flex items-center gap-1 border-t border-line px-2 py-1.5 text-sm"
          data-testid="chosen-sources"
        >
          <span className="min-w-0 flex-1 truncate">{t('library.selected', { count: chosen.length })}</span>
          <IconButton size="small" icon={Tag} label={t('labels.edit')} onClick={() => label(chosen)} />
          {hasOtherProjects && (
            <Button icon={FolderInput} onClick={() => move(chosen)}>
              {t('projects.moveSelected')}
            </Button>
          )}
          <IconButton size="small" icon={X} label={t('library.clearSelection')} onClick={clear} />
        </div>
      )}
    </>
  )
}

/** The matching sources, page by page as they are seen. */
function useSourcePages(
  revision: number,
  text: string,
  states: readonly SourceState[] | undefined,
  labelled: LabelFilter,
): Pages<SourceView, null> {
  return usePages(JSON.stringify([text, states, labelled]), revision, async (offset, limit) => {
    const filter: SourceFilter = { ...(text ? { text } : {}), ...(states ? { states: [...states] } : {}), ...labelled }
    const { sources, total } = await quarry.libraryList({ offset, limit, filter })
    return { rows: sources, total, rest: null }
  })
}

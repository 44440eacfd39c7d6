import { FilePlus2, FolderPlus, Pause, Play, Plus, RefreshCw, RotateCcw, StickyNote } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countUnderWay, type SourceState } from '../../../contract/library/source'
import { quarry, useTopic } from '../../bridge'
import { Button, IconButton } from '../../ui/button'
import { SectionTitle } from '../../ui/field'
import { Menu, MenuItem } from '../../ui/menu'
import { Empty, Failure, Loading } from '../../ui/states'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useRunCommand } from '../../window/run-command'
import { useFormat } from '../../window/use-format'
import { useThrottled } from '../../window/use-throttled'
import { useWindowDispatch } from '../../window/window-state'
import { InFlight } from './in-flight'
import { SourceFilterBar, type StateFilter } from './source-filter-bar'
import { type LabelFilter, SourceList } from './source-list'
import { useAddSample } from './use-add-sample'

/** While files stream in the list is read anew at most this often; what is in flight shows at once. */
const listRestMs = 1000

const statesOf: Record<StateFilter, SourceState[] | undefined> = {
  all: undefined,
  underWay: ['queued', 'reading', 'embedding'],
  failed: ['failed'],
  missing: ['missing'],
}

/** The library: counts, search, what is being indexed, and every source. */
export function Library() {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const library = useTopic('library')
  const dispatch = useWindowDispatch()
  const run = useRunCommand()
  const addSample = useAddSample()
  const { attempt, tell } = useNotices()
  const titleId = useId()
  const [text, setText] = useState('')
  const [states, setStates] = useState<StateFilter>('all')
  const [labelled, setLabelled] = useState<LabelFilter>({})
  const revision = useThrottled(library.status === 'ready' ? library.value.summary.revision : 0, listRestMs)

  if (library.status === 'loading') return <Loading />
  if (library.status === 'failed') return <Failure error={library.error} />
  const { summary, inFlight } = library.value
  const busy = countUnderWay(summary.byState)

  const retryFailed = (): void =>
    void attempt(async () => {
      const { retried } = await quarry.libraryRetryFailed()
      tell(t('library.retried', { count: retried }))
    })
  const rescan = (): void =>
    void attempt(async () => {
      const found = await quarry.libraryRescan()
      tell(t('library.rescanned', { changed: format.number(found.changed), missing: format.number(found.missing) }))
    })

  return (
    <section aria-labelledby={titleId} className="flex min-h-72 flex-1 flex-col" data-testid="library">
      <SectionTitle
        id={titleId}
        end={
          <div className="flex items-center gap-1">
            <span className="text-xs text-faint tabular-nums" data-testid="library-count">
              {format.number(summary.total)}
            </span>
            {busy > 0 || summary.paused ? (
              <IconButton
                size="small"
                icon={summary.paused ? Play : Pause}
                label={summary.paused ? t('library.resume') : t('library.pause')}
                onClick={() => void attempt(() => quarry.libraryPause({ paused: !summary.paused }))}
              />
            ) : null}
            <Menu trigger={<IconButton size="small" icon={Plus} label={t('library.add')} />}>
              <MenuItem icon={FilePlus2} onSelect={() => run('addFiles')}>
                {t('library.addFiles')}
              </MenuItem>
              <MenuItem icon={FolderPlus} onSelect={() => run('addFolder')}>
                {t('library.addFolder')}
              </MenuItem>
              <MenuItem
                icon={StickyNote}
                onSelect={() => dispatch({ type: 'openDialog', dialog: { kind: 'note', text: '' } })}
              >
                {t('library.addNote')}
              </MenuItem>
              <MenuItem icon={RefreshCw} onSelect={rescan}>
                {t('library.rescan')}
              </MenuItem>
            </Menu>
          </div>
        }
      >
        {t('library.title')}
      </SectionTitle>
      {summary.total === 0 && inFlight.length === 0 ? (
        <Empty title={t('library.empty')}>
          <Button onClick={() => run('addFiles')}>{t('library.addFiles')}</Button>
          <Button onClick={addSample}>{t('library.sample')}</Button>
        </Empty>
      ) : (
        <>
          <SourceFilterBar
            text={text}
            onText={setText}
            states={states}
            onStates={setStates}
            labelled={labelled}
            onLabelled={setLabelled}
            counts={{
              all: summary.total,
              underWay: busy,
              failed: summary.byState.failed,
              missing: summary.byState.missing,
            }}
          />
          {states === 'all' && text === '' && <InFlight summary={summary} inFlight={inFlight} />}
          {states === 'failed' && summary.byState.failed > 0 && (
            <Button icon={RotateCcw} className="mx-1.5 mb-1.5" onClick={retryFailed}>
              {t('library.retryAll', { count: summary.byState.failed })}
            </Button>
          )}
          <SourceList
            revision={revision}
            text={text.trim()}
            states={statesOf[states]}
            labelled={labelled}
            inFlight={inFlight}
          />
          {summary.answeredMeanwhile && (
            <p className="border-t border-line px-2 py-1.5 text-xs text-dim" role="status">
              {speech.fact({
                kind: summary.answeredMeanwhile === 'former' ? 'formerModelAnswered' : 'embeddedPartly',
                values: {},
              })}
              {summary.passagesWithoutVector !== undefined &&
                ` ${t('library.withoutVector', { count: summary.passagesWithoutVector })}`}
            </p>
          )}
          {summary.keywordOnlyPassages > 0 && (
            <p className="border-t border-line px-2 py-1.5 text-xs text-faint">
              {t('library.keywordOnly', { count: summary.keywordOnlyPassages })}
            </p>
          )}
        </>
      )}
    </section>
  )
}

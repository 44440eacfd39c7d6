import { clsx } from 'clsx'
import {
  Ban,
  BookOpen,
  CircleCheck,
  Ellipsis,
  Eye,
  Folder,
  FolderInput,
  RotateCcw,
  Square,
  SquareCheck,
  Tag,
  Trash2,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SourceView } from '../../../contract/library/source'
import { quarry, useTopicValue } from '../../bridge'
import { IconButton } from '../../ui/button'
import { SourceGlyph } from '../../ui/glyphs'
import { Hint } from '../../ui/hint'
import { Menu, MenuItem } from '../../ui/menu'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { useWindowDispatch } from '../../window/window-state'
import { MediaIcon } from './media-icon'

interface SourceRowProps {
  source: SourceView
  selected: boolean
  /** One of several that something is to be done with. */
  chosen: boolean
  tabbable: boolean
  onFocus(): void
  onOpen(): void
  onChoose(upTo: boolean): void
  onLabel(): void
  /** Null where there is no other project. */
  onMove: (() => void) | null
}

/** One source: what it is, how far it is or why it failed, and what can be done with it. */
export function SourceRow({
  source,
  selected,
  chosen,
  tabbable,
  onFocus,
  onOpen,
  onChoose,
  onLabel,
  onMove,
}: SourceRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const { attempt } = useNotices()
  const dispatch = useWindowDispatch()
  const neverUse = useTopicValue('settings')?.neverUse ?? []
  const isUsed = !neverUse.includes(source.id)
  const failed = source.state === 'failed'
  const settled = source.state === 'indexed'
  const reason = source.error ? speech.errorPhrase(source.error) : null
  const end = settled
    ? format.number(source.passages)
    : source.progress !== null && source.state !== 'queued'
      ? format.percent(source.progress)
      : failed
        ? ''
        : t(`sourceState.${source.state}`)
  const label = `${source.name}${t('resources.comma')}${t(`sourceState.${source.state}`)}`
  const redacted = source.redacted === undefined ? null : t('library.redacted', { count: source.redacted })
  const recognised =
    source.recognition === undefined
      ? null
      : t('library.recognisedBrief', { share: format.percent(source.recognition.confidence / 100) })
  const unread = source.unreadPages === undefined ? null : t('library.unreadPages', { count: source.unreadPages })
  const note = reason ?? ([unread, recognised, redacted].filter((one) => one !== null).join(' · ') || null)
  const labels = [...(source.tags ?? []), ...(source.collections ?? [])]
  const notes = [note, labels.length === 0 ? null : t('labels.said', { names: format.list(labels) })]
  const says = notes
    .filter((one) => one !== null)
    .reduce((before, what) => t('app.labelled', { label: before, what }), label)
  const retry = (): void => void attempt(() => quarry.libraryRetry({ sourceIds: [source.id] }))
  return (
    <div
      className={clsx(
        'group relative h-full rounded-md hover:bg-sunk',
        selected ? 'bg-accent-bg text-ink' : 'text-dim',
      )}
    >
      {/* Many files are called alike: where it lies tells them apart. */}
      <Hint text={source.path === null ? says : `${says}\n${source.path}`}>
        <button
          type="button"
          aria-label={says}
          aria-current={selected || undefined}
          tabIndex={tabbable ? 0 : -1}
          onFocus={onFocus}
          aria-pressed={chosen || undefined}
          onClick={(event) => (event.ctrlKey || event.metaKey || event.shiftKey ? onChoose(event.shiftKey) : onOpen())}
          className="flex size-full items-center gap-2 px-2 text-left"
        >
          {chosen ? (
            <SquareCheck size={15} className="shrink-0 text-accent" aria-hidden />
          ) : settled ? (
            <MediaIcon mediaType={source.mediaType} kind={source.kind} />
          ) : (
            <SourceGlyph state={source.state} />
          )}
          <span className={clsx('min-w-0 flex-1', failed && 'text-error')}>
            <bdi className="block truncate">{source.name}</bdi>
            {note && <span className={clsx('block truncate text-xs', failed && 'pr-12')}>{note}</span>}
          </span>
          {labels.length > 0 && <Tag size={12} aria-hidden className="shrink-0 text-faint" />}
          <span className="shrink-0 text-xs text-faint tabular-nums group-focus-within:opacity-0 group-hover:opacity-0">
            {end}
          </span>
        </button>
      </Hint>
      {failed && (
        <button
          type="button"
          onClick={retry}
          aria-label={t('app.labelled', { label: t('library.retry'), what: source.name })}
          className="absolute right-1 bottom-1 rounded px-1 text-xs text-accent hover:underline"
        >
          {t('library.retry')}
        </button>
      )}
      <Menu
        trigger={
          <IconButton
            size="small"
            icon={Ellipsis}
            label={t('library.options', { name: source.name })}
            tabIndex={tabbable ? 0 : -1}
            className="absolute top-[3px] right-0.5 bg-inherit opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100"
          />
        }
      >
        <MenuItem icon={BookOpen} onSelect={onOpen}>
          {t('library.open')}
        </MenuItem>
        {source.path !== null && (
          <MenuItem
            icon={Folder}
            onSelect={() => void attempt(() => quarry.desktopShowInFolder({ sourceId: source.id }))}
          >
            {t('library.showInFolder')}
          </MenuItem>
        )}
        {failed && (
          <MenuItem icon={RotateCcw} onSelect={retry}>
            {t('library.retry')}
          </MenuItem>
        )}
        {settled && redacted && source.kind === 'file' && (
          <MenuItem icon={Eye} onSelect={() => void attempt(() => quarry.libraryKeepRedacted({ sourceId: source.id }))}>
            {t('library.keepRedacted')}
          </MenuItem>
        )}
        <MenuItem
          icon={isUsed ? Ban : CircleCheck}
          onSelect={() =>
            void attempt(() =>
              quarry.settingsSet({
                neverUse: isUsed ? [...neverUse, source.id] : neverUse.filter((one) => one !== source.id),
              }),
            )
          }
        >
          {t(isUsed ? 'library.neverUse' : 'library.useAgain')}
        </MenuItem>
        <MenuItem icon={Tag} onSelect={onLabel}>
          {t('labels.edit')}
        </MenuItem>
        <MenuItem icon={chosen ? Square : SquareCheck} onSelect={() => onChoose(false)}>
          {t(chosen ? 'library.deselect' : 'library.select')}
        </MenuItem>
        {onMove && (
          <MenuItem icon={FolderInput} onSelect={onMove}>
            {t('projects.move')}
          </MenuItem>
        )}
        <MenuItem
          icon={Trash2}
          danger
          onSelect={() =>
            dispatch({ type: 'openDialog', dialog: { kind: 'removeSource', sourceId: source.id, name: source.name } })
          }
        >
          {t('library.remove')}
        </MenuItem>
        {source.root !== null && (
          <MenuItem
            icon={Trash2}
            danger
            onSelect={() => dispatch({ type: 'openDialog', dialog: { kind: 'removeRoot', root: source.root ?? '' } })}
          >
            {t('library.removeRoot')}
          </MenuItem>
        )}
      </Menu>
    </div>
  )
}

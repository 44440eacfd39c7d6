import { Command } from 'cmdk'
import {
  Boxes,
  Brain,
  ChartGantt,
  ChartScatter,
  CircleQuestionMark,
  FilePlus2,
  FileSearch,
  FolderPlus,
  Info,
  Keyboard,
  ListChecks,
  type LucideIcon,
  MessageSquarePlus,
  PackagePlus,
  Radar,
  RotateCcw,
  ScrollText,
  Search,
  Settings,
  StickyNote,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shownAsTyped } from '../../../contract/recall/search'
import { isWrittenByModel } from '../../../contract/session/engine'
import { askMode } from '../../../contract/session/session'
import { quarry, useCurrentProject, useTopicValue } from '../../bridge'
import { Dialog } from '../../ui/dialog'
import { SessionGlyph } from '../../ui/glyphs'
import { Failure } from '../../ui/states'
import { useNotices } from '../../window/notices'
import { useRunCommand, type Command as WindowCommand } from '../../window/run-command'
import { useFormat } from '../../window/use-format'
import { keyOfQuery, useTypedHits } from '../../window/use-typed-hits'
import { placeOf, useWindowDispatch } from '../../window/window-state'
import { useAddSample } from '../library/use-add-sample'
import { useStartSession } from '../session/composer'

const passagePrefix = 'passage-'

const itemClass =
  'flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm data-[selected=true]:bg-accent-bg'
const groupClass =
  '[&_[cmdk-group-heading]]:section-title [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1'

/** One box for all: passages of the library, sessions, commands, and a question to start from. */
export function Palette({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const run = useRunCommand()
  const start = useStartSession()
  const settings = useTopicValue('settings')
  const offersModel = settings !== null && isWrittenByModel(settings.engine, settings.roleEngines)
  const modes = askMode.options.filter((mode) => mode !== 'modelOnly' || offersModel)
  const addSample = useAddSample()
  const dispatch = useWindowDispatch()
  const { attempt, tell } = useNotices()
  const sessions = useTopicValue('sessions') ?? []
  const [text, setText] = useState('')
  const [selected, setSelected] = useState('')
  // A space behind a word says that it is whole.
  const asked = text.trimStart()
  const typed = text.trim()
  const chosen = selected.startsWith(passagePrefix) ? Number(selected.slice(passagePrefix.length)) : null
  const key = keyOfQuery({ query: asked, top: shownAsTyped })
  const found = useTypedHits(typed.length > 1 ? key : null, useCurrentProject(), chosen)
  const fits = (label: string): boolean => label.toLowerCase().includes(typed.toLowerCase())
  const commands: { icon: LucideIcon; label: string; run(): void }[] = [
    ...(
      [
        [MessageSquarePlus, t('sessions.new'), 'newSession'],
        [FileSearch, t('search.title'), 'searchPage'],
        [Search, t('library.search'), 'search'],
        [FilePlus2, t('library.addFiles'), 'addFiles'],
        [FolderPlus, t('library.addFolder'), 'addFolder'],
        [ChartScatter, t('domains.title'), 'domains'],
        [Boxes, t('resources.title'), 'resources'],
        [ListChecks, t('shortcuts.match'), 'match'],
        [Radar, t('resources.scan'), 'scan'],
        [ChartGantt, t('pool.view.title'), 'pool'],
        [ScrollText, t('calls.title'), 'calls'],
        [Brain, t('memory.title'), 'memory'],
        [Settings, t('settings.title'), 'settings'],
        [CircleQuestionMark, t('help.title'), 'help'],
        [Keyboard, t('shortcuts.title'), 'shortcuts'],
        [Info, t('about.title'), 'about'],
      ] as [LucideIcon, string, WindowCommand][]
    ).map(([icon, label, command]) => ({
      icon,
      label,
      run() {
        onClose()
        run(command)
      },
    })),
    {
      icon: StickyNote,
      label: t('library.addNote'),
      run: () => dispatch({ type: 'openDialog', dialog: { kind: 'note', text: '' } }),
    },
    {
      icon: PackagePlus,
      label: t('library.sample'),
      run() {
        onClose()
        addSample()
      },
    },
    {
      icon: RotateCcw,
      label: t('library.rescan'),
      run() {
        onClose()
        void attempt(async () => {
          const { changed, missing } = await quarry.libraryRescan()
          tell(t('library.rescanned', { changed: format.number(changed), missing: format.number(missing) }))
        })
      },
    },
  ].filter((command) => typed === '' || fits(command.label))
  const matching = sessions.filter((session) => fits(session.title)).slice(0, 6)
  const hits = typed.length > 1 ? (found?.hits ?? []) : []
  const searching = typed.length > 1 && !(found?.isWhole && found.key === key)
  const group = (heading: string, children: ReactNode) => (
    <Command.Group heading={heading} className={groupClass}>
      {children}
    </Command.Group>
  )
  return (
    <Dialog title={t('palette.title')} onClose={onClose} wide atTop testId="palette">
      <Command
        value={selected}
        onValueChange={setSelected}
        shouldFilter={false}
        loop
        label={t('palette.title')}
        className="flex min-h-0 flex-col"
      >
        <Command.Input
          value={text}
          onValueChange={setText}
          placeholder={t('palette.input')}
          aria-label={t('palette.input')}
          className="w-full rounded-md border border-edge bg-bg px-3 py-2 text-[15px] placeholder:text-faint focus-visible:outline-2 focus-visible:outline-accent"
        />
        <Command.List className="mt-1 max-h-[min(52vh,460px)] overflow-auto" aria-label={t('palette.title')}>
          {!searching && <Command.Empty className="px-2.5 py-4 text-sm text-dim">{t('palette.none')}</Command.Empty>}
          {typed.length > 1 &&
            group(
              t('palette.research'),
              modes.map((mode) => (
                <Command.Item
                  key={mode}
                  value={`start ${mode}`}
                  className={itemClass}
                  onSelect={() => {
                    onClose()
                    void start(typed, mode)
                  }}
                >
                  <MessageSquarePlus size={15} aria-hidden className="shrink-0 text-accent" />
                  <span className="truncate">{t('app.labelled', { label: t(`mode.${mode}Start`), what: typed })}</span>
                </Command.Item>
              )),
            )}
          {hits.length > 0 &&
            group(
              `${t('palette.passages')} · ${
                found?.isWhole && !searching
                  ? t('palette.took', { time: format.duration(found.tookMs) })
                  : t('palette.refining')
              }`,
              hits.map((hit) => (
                <Command.Item
                  key={hit.passageId}
                  value={`${passagePrefix}${hit.passageId}`}
                  className={itemClass}
                  onSelect={() => {
                    onClose()
                    dispatch({ type: 'openPlace', place: placeOf({ ...hit.locator, headingPath: hit.headingPath }) })
                  }}
                >
                  <span className="min-w-0 flex-1">
                    <span className="block truncate text-xs text-dim">{hit.title ?? hit.sourceName}</span>
                    <span className="line-clamp-2 font-serif text-[14.5px] leading-snug">{hit.text}</span>
                  </span>
                  <span className="shrink-0 text-xs text-faint tabular-nums">{format.score(hit.reason.score)}</span>
                </Command.Item>
              )),
            )}
          {typed.length > 1 && (
            <Command.Item
              value="search-page"
              className={itemClass}
              onSelect={() => {
                dispatch({ type: 'search', change: { text: asked } })
                run('searchPage')
              }}
            >
              <FileSearch size={15} aria-hidden className="shrink-0 text-accent" />
              <span className="truncate">{t('palette.allHits', { query: typed })}</span>
            </Command.Item>
          )}
          {matching.length > 0 &&
            group(
              t('palette.sessions'),
              matching.map((session) => (
                <Command.Item
                  key={session.id}
                  value={`session-${session.id}`}
                  className={itemClass}
                  onSelect={() => {
                    onClose()
                    dispatch({ type: 'openSession', sessionId: session.id })
                  }}
                >
                  <SessionGlyph state={session.state} />
                  <span className="min-w-0 flex-1 truncate">{session.title}</span>
                  <span className="shrink-0 text-xs text-faint">{t(`sessionState.${session.state}`)}</span>
                </Command.Item>
              )),
            )}
          {commands.length > 0 &&
            group(
              t('palette.commands'),
              commands.map((command) => (
                <Command.Item key={command.label} value={command.label} className={itemClass} onSelect={command.run}>
                  <command.icon size={15} aria-hidden className="shrink-0 text-dim" />
                  {command.label}
                </Command.Item>
              )),
            )}
        </Command.List>
        {searching && hits.length === 0 && (
          <p role="status" className="px-2.5 py-2 text-sm text-dim">
            {t('palette.searching')}
          </p>
        )}
      </Command>
      {found?.error && typed.length > 1 && <Failure error={found.error} />}
    </Dialog>
  )
}

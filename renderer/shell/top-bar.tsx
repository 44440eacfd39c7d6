import {
  Boxes,
  Brain,
  ChartGantt,
  ChartScatter,
  CircleQuestionMark,
  FileSearch,
  type LucideIcon,
  PanelLeft,
  PanelRight,
  ScrollText,
  Search,
  Settings,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useTopicValue } from '../bridge'
import { ProjectSwitcher } from '../features/projects/project-switcher'
import { IconButton } from '../ui/button'
import { Key } from '../ui/chip'
import { Hint } from '../ui/hint'
import { modKey } from '../window/use-shortcuts'
import { useWindowDispatch, useWindowState } from '../window/window-state'
import type { PaneControls } from './panes'

/** What may be reached; leads to where that is set. */
function EgressPill() {
  const { t } = useTranslation()
  const dispatch = useWindowDispatch()
  const egress = useTopicValue('settings')?.egress ?? 'offline'
  return (
    <Hint text={t(`app.egressHelp.${egress}`)}>
      <button
        type="button"
        onClick={() => dispatch({ type: 'openDialog', dialog: { kind: 'settings' } })}
        className="hidden shrink-0 items-center gap-1.5 rounded-full border border-line px-2.5 py-0.5 text-xs whitespace-nowrap text-dim hover:bg-sunk min-[680px]:flex"
      >
        <span aria-hidden className={`size-[7px] rounded-full ${egress === 'offline' ? 'bg-ok' : 'bg-blocked'}`} />
        {t(`app.egress.${egress}`)}
      </button>
    </Hint>
  )
}

export function TopBar({ panes }: { panes: PaneControls }) {
  const { t } = useTranslation()
  const hasSettingsProblem = (useTopicValue('settingsFile')?.problems.length ?? 0) > 0
  const dispatch = useWindowDispatch()
  const { view } = useWindowState()
  const viewButton = (name: 'search' | 'resources' | 'pool' | 'calls' | 'memory' | 'domains', icon: LucideIcon) => (
    <IconButton
      icon={icon}
      label={t(`app.show.${name}`)}
      aria-pressed={view === name}
      className="aria-pressed:bg-accent-bg aria-pressed:text-accent"
      onClick={() => dispatch({ type: 'showView', view: view === name ? 'session' : name })}
    />
  )
  return (
    <header className="flex items-center gap-1 border-b border-line px-2 sm:gap-2">
      <IconButton icon={PanelLeft} label={t('app.showLeft')} onClick={panes.toggleLeft} />
      <b className="shrink-0 font-[650] tracking-[.2px] max-[520px]:hidden">{t('app.name')}</b>
      <ProjectSwitcher />
      <EgressPill />
      <button
        type="button"
        data-testid="command-box"
        onClick={() => dispatch({ type: 'openDialog', dialog: { kind: 'palette' } })}
        className="mx-auto flex h-7.5 w-full max-w-120 min-w-0 items-center gap-2 rounded-full border border-line bg-sunk px-3 text-left text-faint hover:border-edge"
      >
        <Search size={14} aria-hidden className="shrink-0" />
        <span className="min-w-0 flex-1 truncate">{t('app.command')}</span>
        <span className="hidden min-[860px]:inline">
          <Key>{`${modKey()} K`}</Key>
        </span>
      </button>
      {viewButton('search', FileSearch)}
      {viewButton('domains', ChartScatter)}
      {viewButton('resources', Boxes)}
      {viewButton('pool', ChartGantt)}
      {viewButton('calls', ScrollText)}
      {viewButton('memory', Brain)}
      <IconButton
        icon={CircleQuestionMark}
        label={t('help.title')}
        className="max-[560px]:hidden"
        onClick={() => dispatch({ type: 'openDialog', dialog: { kind: 'help' } })}
      />
      <IconButton
        icon={Settings}
        label={t(hasSettingsProblem ? 'app.settingsProblem' : 'app.settings')}
        className={hasSettingsProblem ? 'text-error' : undefined}
        onClick={() => dispatch({ type: 'openDialog', dialog: { kind: 'settings' } })}
      />
      <IconButton icon={PanelRight} label={t('app.showRight')} onClick={panes.toggleRight} />
    </header>
  )
}

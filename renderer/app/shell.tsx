import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppSettings } from '../../contract/app'
import { Inspector } from '../features/inspector/inspector'
import { DropTarget } from '../features/intake/drop-target'
import { LeftPane } from '../features/library/left-pane'
import { Footer } from '../features/pool/footer'
import { Middle } from '../features/session/middle'
import { Boundary } from '../ui/states'
import { Announcer } from './announcer'
import { Dialogs } from './dialogs'
import { Panes, usePaneControls } from './panes'
import { TopBar } from './top-bar'
import { useCommands } from './use-commands'
import { useWindowState } from './window-state'

/** The window's frame: bar, three panes, footer, and what lies over them. */
export function Shell({ settings }: { settings: AppSettings }) {
  const { t } = useTranslation()
  const { sessionId, tab, place } = useWindowState()
  const panes = usePaneControls(settings)
  useCommands(panes)

  // What a person opens has to be seen, also where the right pane was folded away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new place opens the pane
  useEffect(() => {
    if (place && panes.rightPanel.current?.isCollapsed()) panes.rightPanel.current.expand()
  }, [place])
  // The field that started a session is gone with it: the focus goes to the session, not to nowhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another session is opened
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus()
  }, [sessionId])

  // Remembers what is open, so that the window comes back as it was left.
  const { openSession, rightTab } = settings.layout
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change in the window is worth writing
  useEffect(() => {
    if (openSession === sessionId && rightTab === tab) return
    panes.remember({ openSession: sessionId, rightTab: tab })
  }, [sessionId, tab])

  return (
    <DropTarget>
      <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[44px_minmax(0,1fr)_30px]">
        <a
          href="#main"
          className="absolute top-1 left-1 z-50 -translate-y-20 rounded bg-panel px-3 py-1.5 focus:translate-y-0"
        >
          {t('app.skipToMain')}
        </a>
        <TopBar panes={panes} />
        <Panes
          controls={panes}
          left={
            <Boundary>
              <LeftPane />
            </Boundary>
          }
          middle={
            <Boundary key={sessionId}>
              <Middle />
            </Boundary>
          }
          right={
            <Boundary>
              <Inspector />
            </Boundary>
          }
        />
        <Footer />
      </div>
      <Dialogs />
      <Announcer />
    </DropTarget>
  )
}

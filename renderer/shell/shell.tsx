import { Activity, lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppSettings } from '../../contract/app/app'
import { useCurrentProject } from '../bridge'
import { Inspector } from '../features/inspector/inspector'
import { DropTarget } from '../features/intake/drop-target'
import { Library } from '../features/library/library'
import { Footer } from '../features/pool/footer'
import { ResourcesGlance } from '../features/resources/glance'
import { SearchPage } from '../features/search/search-page'
import { SessionPane } from '../features/session/session-pane'
import { Welcome } from '../features/session/welcome'
import { SessionList } from '../features/sessions/session-list'
import { Boundary, Loading } from '../ui/states'
import { rightOf, useWindowState, type View } from '../window/window-state'
import { Announcer } from './announcer'
import { Dialogs } from './dialogs'
import { Panes, usePaneControls } from './panes'
import { TopBar } from './top-bar'
import { useCommands } from './use-commands'

// None is needed to show the window: they are read when they are first opened. The search page is there at once, as who
// opens it types on.
const ResourcesPage = lazy(async () => ({
  default: (await import('../features/resources/resources-page')).ResourcesPage,
}))
const ResourceDetail = lazy(async () => ({
  default: (await import('../features/resources/resource-detail')).ResourceDetail,
}))
const PoolPage = lazy(async () => ({ default: (await import('../features/pool/pool-page')).PoolPage }))
const CallsPage = lazy(async () => ({ default: (await import('../features/calls/calls-page')).CallsPage }))
const MemoryPage = lazy(async () => ({ default: (await import('../features/memory/memory-page')).MemoryPage }))
const DomainsPage = lazy(async () => ({ default: (await import('../features/domains/domains-page')).DomainsPage }))
const MemberDetail = lazy(async () => ({ default: (await import('../features/pool/member-detail')).MemberDetail }))

const pages = {
  search: SearchPage,
  resources: ResourcesPage,
  pool: PoolPage,
  calls: CallsPage,
  memory: MemoryPage,
  domains: DomainsPage,
} as const
const rights: Record<ReturnType<typeof rightOf>, React.ComponentType> = {
  session: Inspector,
  resources: ResourceDetail,
  pool: MemberDetail,
}

/** The window's frame: bar, three panes, footer, and what lies over them. */
export function Shell({ settings }: { settings: AppSettings }) {
  const { t } = useTranslation()
  const state = useWindowState()
  const projectId = useCurrentProject()
  const { view, sessionId, tab, place, resourceId, memberId } = state
  const right = rightOf(state)
  // What was looked at once keeps its place, its filter and its answers while another view is shown.
  const visited = useRef(new Set<View>()).current.add(view)
  const ShownRight = rights[right]
  const panes = usePaneControls(settings)
  useCommands(panes)

  // What a person opens has to be seen, also where the right pane was folded away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new place opens the pane
  useEffect(() => {
    if ((place ?? resourceId ?? memberId) && panes.rightPanel.current?.isCollapsed()) panes.rightPanel.current.expand()
  }, [place, resourceId, memberId])
  // The field that started a session is gone with it: the focus goes to the session, not to nowhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another session is opened
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus()
  }, [sessionId, view])

  // Remembers what is open, so that the window comes back as it was left.
  const { openSession, rightTab, openView = 'session', openProject } = settings.layout
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change in the window is worth writing
  useEffect(() => {
    if (openSession === sessionId && rightTab === tab && openView === view && openProject === projectId) return
    panes.remember({ openSession: sessionId, rightTab: tab, openView: view, openProject: projectId })
  }, [sessionId, tab, view, projectId])

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
            <>
              {view === 'session' && (
                <Boundary key={sessionId}>
                  <Middle />
                </Boundary>
              )}
              {(['search', 'resources', 'pool', 'calls', 'memory', 'domains'] as const).map((name) => {
                const Page = pages[name]
                return (
                  visited.has(name) && (
                    <Activity key={name} mode={view === name ? 'visible' : 'hidden'}>
                      <Boundary>
                        <Suspense fallback={<Loading />}>
                          <Page />
                        </Suspense>
                      </Boundary>
                    </Activity>
                  )
                )
              })}
            </>
          }
          right={
            <Boundary key={right}>
              <Suspense fallback={<Loading />}>
                <ShownRight />
              </Suspense>
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

/** What there is: sessions above, then what can be used, the library below. */
function LeftPane() {
  return (
    <div className="flex h-full flex-col gap-2 px-2 pt-2.5">
      <SessionList />
      <ResourcesGlance />
      <Library />
    </div>
  )
}

/** What is being worked out: the open session, or the place to ask. */
function Middle() {
  const { sessionId } = useWindowState()
  return sessionId === null ? <Welcome /> : <SessionPane sessionId={sessionId} />
}

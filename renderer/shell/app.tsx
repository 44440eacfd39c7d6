import i18next from 'i18next'
import { Tooltip } from 'radix-ui'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { AppSettings } from '../../contract/app/app'
import { chooseLanguage } from '../../wording'
import { showProject, useCurrentProject, useTopic, useTopicValue, wantedOpening } from '../bridge'
import { Opening, OpeningNote } from '../features/start/opening'
import { StartFailure } from '../features/start/start-failure'
import { Boundary } from '../ui/states'
import { NoticesProvider } from '../window/notices'
import { useMedia } from '../window/use-media'
import { firstState, WindowStateProvider } from '../window/window-state'
import { followProject } from './gone-project'
import { Shell } from './shell'
import { useShownSettings } from './shown-settings'

/**
 * The window. It stands before the library is open where it remembers its language, theme and layout; what is asked of
 * the library until then is answered once that is open.
 */
export function App() {
  const settings = useTopic('settings')
  const projectId = useCurrentProject()
  const projects = useTopicValue('projects')
  // The project that was shown is gone: the first of the others takes its place.
  const heldProject = useRef(projectId)
  const { held, instead } = followProject(heldProject.current, projectId, projects)
  heldProject.current = held
  useEffect(() => {
    if (instead !== null) showProject(instead)
  }, [instead])
  const stored = settings.status === 'ready' ? settings.value : null
  // While another project's settings are on their way, the window stands as it stood.
  const last = useRef(stored)
  last.current = stored ?? last.current
  const { value, origin } = useShownSettings(last.current)
  useAppearance(value)
  // Only what was remembered at the start counts here; afterwards the window itself knows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, from where the frame has its layout
  const initial = useMemo(
    () => (value ? firstState(value.layout, projectId, wantedOpening(projectId)) : {}),
    [origin, projectId],
  )
  if (settings.status === 'failed' && settings.error.code !== 'project.notFound')
    return <StartFailure error={settings.error} />
  if (!value) return <Opening />
  return (
    <Boundary>
      <Tooltip.Provider delayDuration={400}>
        <WindowStateProvider key={`${origin} ${projectId}`} initial={initial}>
          <NoticesProvider>
            <Shell settings={value} />
            {last.current === null && <OpeningNote />}
          </NoticesProvider>
        </WindowStateProvider>
      </Tooltip.Provider>
    </Boundary>
  )
}

/** Puts language and theme of the settings on the page; `system` follows the system while it changes. */
function useAppearance(settings: AppSettings | null): void {
  const systemIsDark = useMedia('(prefers-color-scheme: dark)')
  const theme = settings?.theme ?? 'system'
  // Before anything is painted in the other theme.
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme === 'system' ? (systemIsDark ? 'dark' : 'light') : theme
  }, [theme, systemIsDark])

  const setting = settings?.language ?? 'system'
  useEffect(() => {
    const apply = (): void => {
      const language = chooseLanguage(setting, navigator.languages)
      document.documentElement.lang = language
      if (i18next.language !== language) void i18next.changeLanguage(language)
    }
    apply()
    window.addEventListener('languagechange', apply)
    return () => window.removeEventListener('languagechange', apply)
  }, [setting])
}

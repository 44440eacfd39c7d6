import { Tooltip } from 'radix-ui'
import { useMemo } from 'react'
import { useTopic } from '../bridge'
import { Opening, OpeningNote } from '../features/start/opening'
import { StartFailure } from '../features/start/start-failure'
import { Boundary } from '../ui/states'
import { NoticesProvider } from '../window/notices'
import { WindowStateProvider } from '../window/window-state'
import { useAppearance } from './appearance'
import { Shell } from './shell'
import { useShownSettings } from './shown-settings'

/**
 * The window. It stands before the library is open where it remembers its language, theme and layout; what is asked of
 * the library until then is answered once that is open.
 */
export function App() {
  const settings = useTopic('settings')
  const stored = settings.status === 'ready' ? settings.value : null
  const { value, origin } = useShownSettings(stored)
  useAppearance(value)
  // Only what was remembered at the start counts here; afterwards the window itself knows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, from where the frame has its layout
  const initial = useMemo(
    () =>
      value
        ? {
            sessionId: value.layout.openSession,
            tab: value.layout.rightTab,
            view: value.layout.openView ?? 'session',
          }
        : {},
    [origin],
  )
  if (settings.status === 'failed') return <StartFailure error={settings.error} />
  if (!value) return <Opening />
  return (
    <Boundary>
      <Tooltip.Provider delayDuration={400}>
        <WindowStateProvider key={origin} initial={initial}>
          <NoticesProvider>
            <Shell settings={value} />
            {stored === null && <OpeningNote />}
          </NoticesProvider>
        </WindowStateProvider>
      </Tooltip.Provider>
    </Boundary>
  )
}

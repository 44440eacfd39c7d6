import { Tooltip } from 'radix-ui'
import { useMemo } from 'react'
import { useTopic } from '../bridge'
import { Opening } from '../features/start/opening'
import { StartFailure } from '../features/start/start-failure'
import { Boundary } from '../ui/states'
import { useAppearance } from './appearance'
import { NoticesProvider } from './notices'
import { Shell } from './shell'
import { WindowStateProvider } from './window-state'

/** The window. It waits for the settings, so that it opens in its language, theme and layout at once. */
export function App() {
  const settings = useTopic('settings')
  const value = settings.status === 'ready' ? settings.value : null
  useAppearance(value)
  const ready = value !== null
  // Only what was remembered at the start counts here; afterwards the window itself knows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the settings arrive
  const initial = useMemo(
    () => (value ? { sessionId: value.layout.openSession, tab: value.layout.rightTab } : {}),
    [ready],
  )
  if (settings.status === 'failed') return <StartFailure error={settings.error} />
  if (!value) return <Opening />
  return (
    <Boundary>
      <Tooltip.Provider delayDuration={400}>
        <WindowStateProvider initial={initial}>
          <NoticesProvider>
            <Shell settings={value} />
          </NoticesProvider>
        </WindowStateProvider>
      </Tooltip.Provider>
    </Boundary>
  )
}

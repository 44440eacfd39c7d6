import type { PowerMonitor } from 'electron'
import type { Presence } from '../learner'

/** Without a key or the mouse for so long, nobody counts as being at the machine. */
const idleFromSeconds = 180
/** While nobody is there a return is noticed within this; else nothing hurries. */
const lookWhileIdleMs = 500
const lookElseMs = 10_000

/** What the desktop says of its person and its power: asked only while somebody listens. */
export function createPresence(
  monitor: Pick<PowerMonitor, 'getSystemIdleState' | 'isOnBatteryPower' | 'on' | 'removeListener'>,
): Presence {
  const listeners = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  let said = ''

  const now = () => ({
    // Locked: nobody works at it either. Unknown: somebody may.
    isIdle: ['idle', 'locked'].includes(monitor.getSystemIdleState(idleFromSeconds)),
    onMains: !monitor.isOnBatteryPower(),
  })
  const look = (): void => {
    clearTimeout(timer)
    const present = now()
    const saying = JSON.stringify(present)
    if (saying !== said) for (const listener of listeners) listener()
    said = saying
    timer = setTimeout(look, present.isIdle ? lookWhileIdleMs : lookElseMs)
    timer.unref()
  }
  const events = ['lock-screen', 'unlock-screen', 'on-ac', 'on-battery', 'suspend', 'resume'] as const
  return {
    now,
    subscribe(listener) {
      if (listeners.size === 0) {
        for (const event of events) monitor.on(event as 'resume', look)
        said = ''
        timer = setTimeout(look, 0)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearTimeout(timer)
        for (const event of events) monitor.removeListener(event as 'resume', look)
      }
    },
  }
}

import { Notification } from 'electron'
import { shownLine } from '../../contract/shown-text'
import type { DesktopNotice } from './session-notices'

/** A notification that nothing refers to is collected, and with it its click. Desktops do not say of all that they are gone. */
const mostKept = 50
const kept = new Set<Notification>()

/** Shows a notification of the desktop, where that has any. */
export function showNotice({ title, body }: DesktopNotice, onClick: () => void): void {
  if (!Notification.isSupported()) return
  const notification = new Notification({ title: shownLine(title), body })
  const forget = (): void => void kept.delete(notification)
  notification.on('close', forget)
  notification.on('click', () => {
    forget()
    onClick()
  })
  const [oldest] = kept
  if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest)
  kept.add(notification)
  notification.show()
}

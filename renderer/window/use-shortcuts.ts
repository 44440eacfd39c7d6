import { useEffect, useRef } from 'react'
import { quarry } from '../bridge'

/** The name of the key that goes with letters for commands, as this system calls it. */
export const modKey = (): string => (quarry.platform === 'darwin' ? '⌘' : 'Ctrl')

export interface Shortcut {
  /** `KeyboardEvent.key`, lower case. */
  key: string
  /** Ctrl, or Cmd on a Mac. */
  mod?: boolean
  /** Whether it also holds while text is being typed. Those with `mod` always do. */
  inText?: boolean
  /** Gives false where it does not apply: the event then goes on. */
  run(event: KeyboardEvent): boolean | undefined
}

/** Whether a key pressed here is meant as text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input, textarea, select')
}

/** Whether an event is this shortcut. */
export function matches(shortcut: Shortcut, event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== shortcut.key) return false
  const mod = event.ctrlKey || event.metaKey
  if (mod !== (shortcut.mod ?? false) || event.altKey) return false
  return shortcut.mod === true || shortcut.inText === true || !isTyping(event.target)
}

/** Listens for shortcuts on the whole window while the component is shown. */
export function useShortcuts(shortcuts: readonly Shortcut[], active = true): void {
  const current = useRef(shortcuts)
  current.current = shortcuts
  useEffect(() => {
    if (!active) return
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return
      for (const shortcut of current.current) {
        if (matches(shortcut, event) && shortcut.run(event) !== false) {
          event.preventDefault()
          return
        }
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [active])
}

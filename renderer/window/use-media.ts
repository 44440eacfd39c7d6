import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds, now and as it changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** Widths from which a pane stands beside the middle; below, it is a sheet. */
export const useRightBeside = (): boolean => useMedia('(min-width: 1000px)')
export const useLeftBeside = (): boolean => useMedia('(min-width: 700px)')

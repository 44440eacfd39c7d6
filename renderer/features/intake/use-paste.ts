import { useEffect } from 'react'
import { quarry } from '../../bridge'
import { isTyping } from '../../window/use-shortcuts'
import { useWindowDispatch, useWindowState } from '../../window/window-state'

/** Takes what is pasted outside of a field as if it had been dropped: files, or text that may be a resource. */
export function usePaste(): void {
  const dispatch = useWindowDispatch()
  const { dialog } = useWindowState()
  const free = dialog === null
  useEffect(() => {
    if (!free) return
    const onPaste = (event: ClipboardEvent): void => {
      const held = event.clipboardData
      if (!held || event.defaultPrevented || isTyping(event.target)) return
      const paths = quarry.pathsOf([...held.files]).filter((path) => path !== '')
      const text = held.getData('text/plain')
      if (paths.length > 0) dispatch({ type: 'openDialog', dialog: { kind: 'intake', paths } })
      else if (text.trim() !== '') dispatch({ type: 'openDialog', dialog: { kind: 'note', text } })
      else return
      event.preventDefault()
    }
    window.addEventListener('paste', onPaste)
    return () => window.removeEventListener('paste', onPaste)
  }, [free, dispatch])
}

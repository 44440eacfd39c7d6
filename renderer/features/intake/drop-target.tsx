import { Download } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quarry } from '../../bridge'
import { useNotices } from '../../window/notices'
import { isTyping } from '../../window/use-shortcuts'
import { useWindowDispatch, useWindowState } from '../../window/window-state'
import { stepDragType } from '../plan/plan-step-row'

/** Whether what is dragged can become something here: files, or text from elsewhere. */
function isTakenIn(transfer: DataTransfer | null): transfer is DataTransfer {
  if (!transfer || transfer.types.includes(stepDragType)) return false
  return transfer.types.includes('Files') || transfer.types.includes('text/plain')
}

/** Makes the whole window the target of a drop, and says so while something is dragged over it. */
export function DropTarget({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const dispatch = useWindowDispatch()
  const { tell } = useNotices()
  usePaste()
  const [over, setOver] = useState(false)
  const depth = useRef(0)
  /** Something of the window itself is dragged: it is not a gift from elsewhere. */
  const own = useRef(false)
  useEffect(() => {
    const leave = (): void => {
      depth.current = 0
      setOver(false)
    }
    const onEnter = (event: DragEvent): void => {
      if (own.current || !isTakenIn(event.dataTransfer)) return
      event.preventDefault()
      depth.current++
      setOver(true)
    }
    const onOver = (event: DragEvent): void => {
      if (own.current || !isTakenIn(event.dataTransfer)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    const onLeave = (event: DragEvent): void => {
      depth.current = Math.max(0, depth.current - 1)
      if (depth.current === 0 || event.relatedTarget === null) leave()
    }
    const onDrop = (event: DragEvent): void => {
      leave()
      const transfer = event.dataTransfer
      if (own.current || !isTakenIn(transfer)) return
      event.preventDefault()
      const tokens = quarry.tokensOf([...transfer.files])
      const text = transfer.getData('text/plain')
      if (tokens.length > 0) dispatch({ type: 'openDialog', dialog: { kind: 'intake', tokens } })
      else if (text.trim() !== '') dispatch({ type: 'openDialog', dialog: { kind: 'note', text } })
      else tell(t('intake.noPaths'))
    }
    const onStart = (): void => {
      own.current = true
    }
    const onEnd = (): void => {
      own.current = false
    }
    window.addEventListener('dragstart', onStart)
    window.addEventListener('dragend', onEnd)
    window.addEventListener('dragenter', onEnter)
    window.addEventListener('dragover', onOver)
    window.addEventListener('dragleave', onLeave)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragstart', onStart)
      window.removeEventListener('dragend', onEnd)
      window.removeEventListener('dragenter', onEnter)
      window.removeEventListener('dragover', onOver)
      window.removeEventListener('dragleave', onLeave)
      window.removeEventListener('drop', onDrop)
    }
  }, [dispatch, tell, t])
  return (
    <>
      {children}
      {over && (
        <div
          data-testid="drop-overlay"
          className="pointer-events-none fixed inset-2 z-80 flex flex-col items-center justify-center gap-2 rounded-xl border-2 border-dashed border-accent bg-bg/98"
        >
          <Download size={28} aria-hidden className="text-accent" />
          <p className="text-lg font-semibold">{t('intake.overlay')}</p>
          <p className="text-dim">{t('intake.overlayHelp')}</p>
        </div>
      )}
    </>
  )
}

/** Takes what is pasted outside of a field as if it had been dropped: files, or text that may be a resource. */
function usePaste(): void {
  const dispatch = useWindowDispatch()
  const { dialog } = useWindowState()
  const free = dialog === null
  useEffect(() => {
    if (!free) return
    const onPaste = (event: ClipboardEvent): void => {
      const held = event.clipboardData
      if (!held || event.defaultPrevented || isTyping(event.target)) return
      const tokens = quarry.tokensOf([...held.files])
      const text = held.getData('text/plain')
      if (tokens.length > 0) dispatch({ type: 'openDialog', dialog: { kind: 'intake', tokens } })
      else if (text.trim() !== '') dispatch({ type: 'openDialog', dialog: { kind: 'note', text } })
      else return
      event.preventDefault()
    }
    window.addEventListener('paste', onPaste)
    return () => window.removeEventListener('paste', onPaste)
  }, [free, dispatch])
}

import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button'

// Radix's own overlay locks scrolling by an inline style sheet, which the content security policy forbids.
// The window never scrolls, so a plain backdrop does; outside of the content nothing can be reached anyway.
const backdrop = <div aria-hidden className="fixed inset-0 z-40 bg-shade" />
/** Of a sheet, from which dialogs open: below theirs. */
const backdropOfSheet = <div aria-hidden className="fixed inset-0 z-20 bg-shade" />

/**
 * Gives the focus back to what had it when the dialog was opened: Radix gives it to its trigger alone, and there is none. What
 * is gone by then (an item of a menu) leaves it to the middle of the window.
 */
function useGivesFocusBack(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    const heir = opener?.isConnected && opener !== document.body ? opener : document.getElementById('main')
    if (heir instanceof HTMLElement) heir.focus()
  }
}

interface DialogProps {
  title: string
  description?: string
  onClose(): void
  children: ReactNode
  wide?: boolean
  /** Stands at the top of the window: it does not move while what it holds grows and shrinks. */
  atTop?: boolean
  testId?: string
}

/** A modal dialog: keeps the focus, closes with Esc, gives the focus back. */
export function Dialog({ title, description, onClose, children, wide = false, atTop = false, testId }: DialogProps) {
  const { t } = useTranslation()
  const giveFocusBack = useGivesFocusBack()
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        {backdrop}
        <Radix.Content
          data-testid={testId}
          tabIndex={-1}
          onOpenAutoFocus={(event) => {
            // Where there is nothing to operate the dialog itself takes the focus, not its close button.
            const content = event.currentTarget
            if (!(content instanceof HTMLElement) || content.querySelector('[data-body] :is(button, input, textarea)'))
              return
            event.preventDefault()
            content.focus()
          }}
          onCloseAutoFocus={giveFocusBack}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={clsx(
            'fixed left-1/2 z-50 flex -translate-x-1/2 flex-col',
            atTop
              ? 'top-[min(12vh,120px)] max-h-[calc(100vh-min(12vh,120px)-24px)]'
              : 'top-1/2 max-h-[calc(100vh-48px)] -translate-y-1/2',
            'rounded-xl border border-line bg-panel shadow-xl focus:outline-none',
            wide ? 'w-[min(680px,calc(100vw-32px))]' : 'w-[min(480px,calc(100vw-32px))]',
          )}
        >
          <div className="px-5 pt-4 pr-12 pb-1">
            <Radix.Title className="text-[15px] font-semibold">{title}</Radix.Title>
            {description && <Radix.Description className="mt-0.5 text-sm text-dim">{description}</Radix.Description>}
          </div>
          <div data-body className="min-h-0 flex-1 overflow-auto px-5 pt-1 pb-5">
            {children}
          </div>
          {/* Last, so that the focus first goes to what the dialog is for. */}
          <Radix.Close asChild>
            <IconButton label={t('app.close')} icon={X} size="small" className="absolute top-3.5 right-3.5" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Foot of a dialog: what can be done, the likeliest last. It stays in sight, however long the dialog is. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 -mx-5 mt-1 -mb-5 flex flex-wrap justify-end gap-2 rounded-b-xl bg-panel px-5 pt-3 pb-5">
      {children}
    </div>
  )
}

interface SheetProps {
  side: 'left' | 'right'
  title: string
  onClose(): void
  children: ReactNode
}

/** A pane that slides over a narrow window. */
export function Sheet({ side, title, onClose, children }: SheetProps) {
  const { t } = useTranslation()
  const giveFocusBack = useGivesFocusBack()
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        {backdropOfSheet}
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            // The sheet itself, not its first button, whose hint would pop up.
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          onCloseAutoFocus={giveFocusBack}
          tabIndex={-1}
          className={clsx(
            'fixed inset-y-0 z-30 flex w-[min(420px,calc(100vw-40px))] flex-col bg-panel shadow-xl focus:outline-none',
            side === 'left' ? 'left-0 border-r border-line' : 'right-0 border-l border-line',
          )}
        >
          <Radix.Title className="flex h-11 shrink-0 items-center border-b border-line px-3 text-sm font-semibold">
            {title}
          </Radix.Title>
          <div className="min-h-0 flex-1">{children}</div>
          <Radix.Close asChild>
            <IconButton label={t('app.close')} icon={X} size="small" className="absolute top-2.5 right-2.5" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

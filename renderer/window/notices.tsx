import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorShape } from '../../contract/error-shape'
import { toShape } from '../bridge'
import { IconButton } from '../ui/button'
import { useSpeech } from '../ui/use-speech'

interface Notice {
  id: number
  tone: 'info' | 'error'
  text: string
  remedy: string | null
}

interface Notices {
  tell(text: string): void
  /** Runs a call that a person asked for; its failure becomes a notice. Gives whether it went well. */
  attempt(call: () => Promise<unknown>): Promise<boolean>
}

const NoticesContext = createContext<Notices | null>(null)

/** Short messages at the foot of the window: what a call did, or why it failed. Read out politely. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const [notices, setNotices] = useState<Notice[]>([])
  const next = useRef(1)
  const push = useCallback((tone: Notice['tone'], text: string, remedy: string | null) => {
    setNotices((before) => [...before.slice(-2), { id: next.current++, tone, text, remedy }])
  }, [])
  const value = useMemo<Notices>(
    () => ({
      tell: (text) => push('info', text, null),
      async attempt(call) {
        try {
          await call()
          return true
        } catch (error) {
          const shape: ErrorShape = toShape(error)
          push('error', speech.error(shape), shape.remedy === undefined ? null : speech.fact(shape.remedy))
          return false
        }
      },
    }),
    [push, speech],
  )
  return (
    <NoticesContext value={value}>
      <Toast.Provider swipeDirection="down" label={t('app.notifications')} duration={6000}>
        {children}
        {notices.map((notice) => (
          <Toast.Root
            key={notice.id}
            duration={notice.tone === 'error' ? 12_000 : 5000}
            onOpenChange={(open) => {
              if (!open) setNotices((before) => before.filter((other) => other.id !== notice.id))
            }}
            className="flex items-start gap-3 rounded-lg border border-edge bg-panel px-3.5 py-2.5 shadow-lg"
          >
            <div className="min-w-0 flex-1">
              <Toast.Description className={notice.tone === 'error' ? 'text-error' : 'text-ink'}>
                {notice.text}
              </Toast.Description>
              {notice.remedy && <p className="mt-0.5 text-xs text-dim">{notice.remedy}</p>}
            </div>
            <Toast.Close asChild>
              <IconButton label={t('app.dismiss')} icon={X} size="small" />
            </Toast.Close>
          </Toast.Root>
        ))}
        <Toast.Viewport className="fixed bottom-10 left-1/2 z-60 flex w-[min(420px,calc(100vw-32px))] -translate-x-1/2 flex-col gap-2" />
      </Toast.Provider>
    </NoticesContext>
  )
}

export function useNotices(): Notices {
  const notices = useContext(NoticesContext)
  if (!notices) throw new Error('useNotices needs NoticesProvider')
  return notices
}

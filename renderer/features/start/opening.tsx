import { LoaderCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loading } from '../../ui/states'

/** After so long the wait says what may take its time. */
const longMs = 5000

function useLong(): boolean {
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMs)
    return () => clearTimeout(timer)
  }, [])
  return long
}

/** While the library opens and nothing is known of the window yet: what is being done, after a while why it takes long. */
export function Opening() {
  const { t } = useTranslation()
  const long = useLong()
  return (
    <main className="grid h-full place-items-center" data-testid="opening">
      <div className="max-w-120 text-center">
        <Loading text={t('start.opening')} />
        <p role="status" className="min-h-12 px-6 text-sm text-faint">
          {long && t('start.openingLong')}
        </p>
      </div>
    </main>
  )
}

/** The same over a window that stands already: what is done in it now waits for the library. */
export function OpeningNote() {
  const { t } = useTranslation()
  const long = useLong()
  return (
    <div
      role="status"
      data-testid="opening"
      className="pointer-events-none fixed bottom-10 left-1/2 z-60 flex w-max max-w-[calc(100vw-32px)] -translate-x-1/2 items-start gap-2.5 rounded-lg border border-edge bg-panel px-3.5 py-2.5 text-sm shadow-lg"
    >
      <LoaderCircle size={15} aria-hidden className="mt-0.5 shrink-0 text-accent motion-safe:animate-spin" />
      <div className="max-w-100">
        <p className="font-medium">{t('start.opening')}</p>
        <p className="text-dim">{long ? t('start.openingLong') : t('start.openingNote')}</p>
      </div>
    </div>
  )
}

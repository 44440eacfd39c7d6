import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loading } from '../../ui/states'

/** After so long the wait says what may take its time. */
const longMs = 5000

/** While the library opens: what is being done, and after a while why it takes long. */
export function Opening() {
  const { t } = useTranslation()
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMs)
    return () => clearTimeout(timer)
  }, [])
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

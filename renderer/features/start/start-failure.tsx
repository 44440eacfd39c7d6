import { RotateCcw, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorCode } from '../../../contract/error-codes'
import type { ErrorShape } from '../../../contract/error-shape'
import { quarry, restartTopics, toShape } from '../../bridge'
import { Button } from '../../ui/button'
import { useSpeech } from '../../ui/use-speech'
import { useFormat } from '../../window/use-format'

const stories = {
  'store.locked': 'locked',
  'store.newerVersion': 'newerVersion',
  'store.readOnly': 'readOnly',
  'store.diskFull': 'diskFull',
  'store.corrupt': 'corrupt',
  'store.closed': 'stopped',
  'model.missing': 'modelMissing',
  'model.invalid': 'modelInvalid',
} as const satisfies Partial<Record<ErrorCode, string>>

/** Which of the catalogue's stories of a failed start tells this error. */
function startStory(code: ErrorCode): (typeof stories)[keyof typeof stories] | 'other' {
  return code in stories ? stories[code as keyof typeof stories] : 'other'
}

/** Who holds the library, where the error of the lock tells it. */
function Holder({ context }: { context: ErrorShape['context'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (typeof context?.pid !== 'number' || typeof context.takenAt !== 'string') return null
  const facts = { pid: String(context.pid), host: String(context.host), time: format.dateTime(context.takenAt) }
  return <p className="mt-2 text-dim tabular-nums">{t('start.holder', facts)}</p>
}

/**
 * Why Quarry could not start, what became of the library, and what to do: the whole window, since nothing else in it
 * is true now.
 */
export function StartFailure({ error: first }: { error: ErrorShape }) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const [error, setError] = useState(first)
  const [trying, setTrying] = useState(false)
  const [triedAt, setTriedAt] = useState<string | null>(null)
  const again = useRef<HTMLButtonElement>(null)
  useEffect(() => again.current?.focus(), [])
  const story = startStory(error.code)

  const tryAgain = async (): Promise<void> => {
    setTrying(true)
    try {
      await quarry.desktopRetryStart()
      restartTopics()
    } catch (failure) {
      setError(toShape(failure))
      setTriedAt(new Date().toISOString())
      setTrying(false)
    }
  }
  return (
    <main className="grid h-full overflow-auto px-6 py-10" data-testid="start-failure" data-code={error.code}>
      <div className="m-auto w-full max-w-150">
        <p className="mb-8 font-[650] tracking-[.2px]">{t('app.name')}</p>
        <div role="alert">
          <h1 className="flex items-start gap-3 font-serif text-[25px] leading-tight font-semibold">
            <TriangleAlert size={24} aria-hidden className="mt-1 shrink-0 text-error" />
            {t(`start.${story}.title`)}
          </h1>
          <p className="mt-3">{t(`start.${story}.body`)}</p>
          <Holder context={error.context} />
        </div>
        <section className="mt-5 border-l-2 border-accent pl-4" aria-labelledby="start-remedy">
          <h2 id="start-remedy" className="section-title">
            {t('start.whatToDo')}
          </h2>
          <p className="mt-1">{t(`start.${story}.remedy`)}</p>
        </section>
        <div className="mt-6 flex flex-wrap items-center gap-2">
          <Button ref={again} tone="primary" icon={RotateCcw} disabled={trying} onClick={() => void tryAgain()}>
            {trying ? t('start.trying') : t('start.again')}
          </Button>
          <Button onClick={() => window.close()}>{t('start.quit')}</Button>
          <span role="status" className="text-sm text-dim tabular-nums">
            {triedAt !== null && !trying && t('start.stillSo', { time: format.time(triedAt) })}
          </span>
        </div>
        <section className="mt-8 border-t border-line pt-3" aria-labelledby="start-reported">
          <h2 id="start-reported" className="section-title">
            {t('start.reported')}
          </h2>
          <p className="mt-1 max-h-40 overflow-auto font-mono text-xs break-words whitespace-pre-wrap text-dim select-text">
            {error.code}: {error.message}
            {error.remedy && `\n${speech.fact(error.remedy)}`}
          </p>
        </section>
      </div>
    </main>
  )
}

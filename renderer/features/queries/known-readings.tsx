import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quarry, useCall } from '../../bridge'
import { Button } from '../../ui/button'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'

/** Readings that a person corrected, and the way to be rid of one. */
export function KnownReadings({ revision }: { revision: number }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const { attempt } = useNotices()
  const [round, setRound] = useState(0)
  const known = useCall(`${revision} ${round}`, () => quarry.queriesList()).value ?? []
  if (known.length === 0) return null
  return (
    <section className="mb-5 max-w-180" data-testid="known-readings">
      <h2 className="font-semibold">{t('reading.known')}</h2>
      <p className="text-sm text-dim">{t('reading.knownHelp')}</p>
      <ul className="mt-2">
        {known.map(({ queryId, resourceName, question, reading, uses }) => (
          <li key={queryId} className="flex items-start gap-3 border-t border-line py-2">
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere">{question}</p>
              <p className="text-sm text-dim">{speech.fact(reading)}</p>
              <p className="text-xs text-faint">
                <bdi>{resourceName}</bdi> · {t('reading.uses', { count: uses })}
              </p>
            </div>
            <Button
              aria-label={`${t('reading.forget')}: ${question}`}
              onClick={() =>
                void attempt(() => quarry.queriesForget({ queryId })).then((done) => done && setRound(round + 1))
              }
            >
              {t('reading.forget')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

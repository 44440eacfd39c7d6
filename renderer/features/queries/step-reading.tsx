import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quarry, useCall } from '../../bridge'
import { useSpeech } from '../../ui/use-speech'
import { CorrectReading } from './correct-reading'
import { OtherReadings } from './other-readings'

/**
 * How the question will be read for the database that a step asks, before it is asked; where it would not be asked, why,
 * and what a person may choose instead.
 */
export function StepReading({ resourceId, question }: { resourceId: string; question: string }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const [round, setRound] = useState(0)
  const read = useCall(`${resourceId} ${question} ${round}`, () => quarry.queriesRead({ resourceId, question })).value
  // Why it cannot be read now, the step itself says when it runs.
  if (read === null) return null
  const next = (): void => setRound(round + 1)
  const readings = read.kind === 'declined' ? read.instead : []
  return (
    <div className="w-full space-y-1" data-testid="step-reading">
      {read.kind === 'declined' && (
        <p className="text-blocked" data-testid="step-declined">
          {t(readings.length === 0 ? 'reading.declined' : 'reading.declinedFor', {
            why: speech.fact({
              kind: 'questionDeclined',
              values: { reason: read.reason, words: read.words, instead: [] },
            }),
          })}
        </p>
      )}
      {read.kind === 'declined' ? (
        <OtherReadings {...{ resourceId, readings }} submit={t('reading.save')} onKept={next} />
      ) : (
        <div className="flex w-full flex-wrap items-center gap-2">
          <span className="min-w-[min(100%,18rem)] flex-1 text-dim">{speech.fact(read.reading)}</span>
          <CorrectReading resourceId={resourceId} read={read.reading} submit={t('reading.save')} onKept={next} />
        </div>
      )}
    </div>
  )
}

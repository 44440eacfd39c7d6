import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quarry, useCall } from '../../bridge'
import { useSpeech } from '../../ui/use-speech'
import { OtherReadings, Reading } from './other-readings'

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
  const kept = { resourceId, submit: t('reading.save'), onKept: () => setRound(round + 1) }
  return (
    <div className="w-full space-y-1" data-testid="step-reading">
      {read.kind === 'read' ? (
        <Reading reading={read.reading} {...kept} />
      ) : (
        <>
          <p className="text-blocked" data-testid="step-declined">
            {t(read.instead.length === 0 ? 'reading.declined' : 'reading.declinedFor', {
              why: speech.fact({
                kind: 'questionDeclined',
                values: { reason: read.reason, words: read.words, instead: [] },
              }),
            })}
          </p>
          <OtherReadings readings={read.instead} {...kept} />
        </>
      )}
    </div>
  )
}

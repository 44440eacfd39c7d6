import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quarry, useCall } from '../../bridge'
import { useSpeech } from '../../ui/use-speech'
import { CorrectReading } from './correct-reading'

/** How the question will be read for the database that a step asks, before it is asked. */
export function StepReading({ resourceId, question }: { resourceId: string; question: string }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const [round, setRound] = useState(0)
  const read = useCall(`${resourceId} ${question} ${round}`, () => quarry.queriesRead({ resourceId, question })).value
  // Why it cannot be read now, the step itself says when it runs.
  if (read?.kind !== 'read') return null
  return (
    <div className="flex w-full flex-wrap items-center gap-2" data-testid="step-reading">
      <span className="min-w-0 flex-1 text-dim">{speech.fact(read.reading)}</span>
      <CorrectReading
        resourceId={resourceId}
        read={read.reading}
        submit={t('reading.save')}
        onKept={() => setRound(round + 1)}
      />
    </div>
  )
}

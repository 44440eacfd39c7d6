import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueryRead } from '../../../contract/databases/query-reading'
import type { RemarkFact } from '../../../contract/report/report-facts'
import { quarry } from '../../bridge'
import { Button } from '../../ui/button'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { CorrectReading } from './correct-reading'

interface ReadingProps {
  resourceId: string
  /** What the button of the dialog in which a reading is changed says. */
  submit: string
  /** One is kept as the person's correction of the question. */
  onKept(read: QueryRead): void
}

/** A reading, which a person can change. `choice`: what stands before that. */
export function Reading({ reading, choice, ...rest }: ReadingProps & { reading: QueryRead; choice?: ReactNode }) {
  const speech = useSpeech()
  return (
    <span className="flex w-full flex-wrap items-center gap-2">
      <span className="min-w-[min(100%,18rem)] flex-1 text-dim">{speech.fact(reading)}</span>
      {choice}
      <CorrectReading read={reading} {...rest} />
    </span>
  )
}

/** What a question may mean that a database was not asked: a person chooses one, or changes it first. */
export function OtherReadings({ readings, ...rest }: ReadingProps & { readings: readonly QueryRead[] }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const { attempt } = useNotices()
  const { resourceId, onKept } = rest
  const choose = (reading: QueryRead): void => {
    const { question = '' } = reading.values
    void attempt(() => quarry.queriesCorrect({ resourceId, question, reading })).then((done) => done && onKept(reading))
  }
  return readings.map((reading) => {
    const said = speech.fact(reading)
    const choice = (
      <Button aria-label={`${t('reading.choose')}: ${said}`} onClick={() => choose(reading)}>
        {t('reading.choose')}
      </Button>
    )
    return <Reading key={said} reading={reading} choice={choice} {...rest} />
  })
}

type Declining = Extract<RemarkFact, { kind: 'databaseNear' | 'resourceUnasked' }>

/** The remark that offers readings, without them; null for any other. */
export function declinedBy(
  fact: RemarkFact,
): { readonly fact: Declining; readonly resourceId: string; readonly readings: readonly QueryRead[] } | null {
  if (fact.kind !== 'databaseNear' && fact.kind !== 'resourceUnasked') return null
  const { resourceId, declined } = fact.values
  if (resourceId === undefined || declined === undefined || declined.instead.length === 0) return null
  const bare = { ...fact, values: { ...fact.values, declined: { ...declined, instead: [] } } } as Declining
  return { fact: bare, resourceId, readings: declined.instead }
}

/** Readings below a remark of a report: the one that is chosen is asked, and answers in its next version. */
export function AskOtherwise({
  sessionId,
  resourceId,
  readings,
}: {
  sessionId: string
  resourceId: string
  readings: readonly QueryRead[]
}) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const ask = ({ values: { question = '' } }: QueryRead): void =>
    void attempt(() => quarry.sessionFollowUp({ sessionId, question, typed: question, mode: 'quick' }))
  return (
    <span className="mt-2 block space-y-1.5 font-sans text-sm" data-testid="ask-otherwise">
      <span className="block text-dim">{t('reading.instead')}</span>
      <OtherReadings resourceId={resourceId} readings={readings} submit={t('reading.askAgain')} onKept={ask} />
    </span>
  )
}

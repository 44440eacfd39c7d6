import { useTranslation } from 'react-i18next'
import { nameOfPlace } from '../../../contract/report/place'
import { type Claim, claimsIn, type ReportView } from '../../../contract/report/report'
import { reasonOf } from '../../../wording'
import { quarry, useCall, useTopicValue } from '../../bridge'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Failure, Loading } from '../../ui/states'
import { useSpeech } from '../../ui/use-speech'
import { useShownReport } from '../../window/shown-report'
import { placeOf, useWindowDispatch } from '../../window/window-state'
import { usePlaceText } from '../source/use-place-text'
import { Why } from '../source/why'

interface WhyDialogProps {
  sessionId: string
  /** Of the report. */
  version: number
  sentenceId: string
  onClose(): void
}

/** Why a sentence stands in the report: how it was checked, what it cites, and the steps that found that. */
export function WhyDialog({ sessionId, version, sentenceId, onClose }: WhyDialogProps) {
  const { t } = useTranslation()
  const session = useTopicValue('session', sessionId)
  const report = useShownReport(session, version)?.report
  const claim = report && claimsIn(report.sections).find(({ id }) => id === sentenceId)
  return (
    <Dialog title={t('whyDialog.title')} onClose={onClose} wide testId="why-dialog">
      {report === undefined || claim === undefined ? (
        <Loading />
      ) : (
        <Chain sessionId={sessionId} version={version} report={report} claim={claim} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface ChainProps extends Omit<WhyDialogProps, 'sentenceId'> {
  report: ReportView
  claim: Claim
}

function Chain({ sessionId, version, report, claim, onClose }: ChainProps) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const placeText = usePlaceText()
  const dispatch = useWindowDispatch()
  const origins = useCall(`${sessionId} ${version}`, () => quarry.sessionOrigins({ sessionId, version }))
  const cited = report.citations.filter(({ n }) => claim.citations.includes(n))
  return (
    <div className="space-y-4 pt-1">
      <section>
        <p lang={report.language} className="font-serif text-[16.5px] leading-relaxed">
          {claim.text}
        </p>
        <p className="mt-1 text-sm text-dim">
          {claim.method === 'unaided'
            ? t('whyDialog.unaided')
            : t('report.verdictBecause', {
                told: t(`whyDialog.verdict.${claim.verdict}`),
                reason: reasonOf(claim, speech) ?? '',
              })}
        </p>
      </section>
      {cited.map((citation) => {
        const found = origins.value?.find(({ n }) => n === citation.n)?.found
        return (
          <section key={citation.n} className="border-t border-line pt-3" data-testid="why-citation">
            <h3 className="flex flex-wrap items-baseline gap-x-2 text-sm">
              <span className="font-semibold text-accent">{citation.n}</span>
              <bdi className="min-w-0 flex-[1_1_60%] font-medium wrap-anywhere">{nameOfPlace(citation.place)}</bdi>
              <bdi className="text-xs text-faint">{placeText.text(citation.place)}</bdi>
            </h3>
            <blockquote className="mt-1 border-l-2 border-edge pl-3 font-serif text-[15px] leading-snug">
              {citation.citedText}
            </blockquote>
            {origins.status === 'failed' && <Failure error={origins.error} />}
            {found?.length === 0 && <p className="mt-2 text-sm text-dim">{t('whyDialog.noStep')}</p>}
            {found?.map((values) => (
              <div key={`${values.step} ${values.rank}`} className="mt-2 text-sm text-dim">
                <p>{speech.fact({ kind: 'foundByStep', values })}</p>
                {values.reason && (
                  <div className="mt-1 max-w-80">
                    <Why reason={values.reason} />
                  </div>
                )}
              </div>
            ))}
            <Button
              className="mt-2 h-7"
              onClick={() => {
                onClose()
                const leading = { sessionId, version, n: citation.n }
                dispatch({ type: 'openPlace', place: placeOf(citation.place, leading) })
              }}
            >
              {t('whyDialog.open')}
            </Button>
          </section>
        )
      })}
    </div>
  )
}

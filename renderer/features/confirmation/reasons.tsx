import { useTranslation } from 'react-i18next'
import type { CallDecision } from '../../../contract/calls/calls'
import { Chip } from '../../ui/chip'
import { useSpeech } from '../../ui/use-speech'
import { useFormat } from '../../window/use-format'

/** Risks below this are not worth a line. */
const shownFrom = 0.3

/** What the gate found, the weightiest first. */
export function Reasons({ risk, steps, reasons }: Pick<CallDecision, 'risk' | 'steps' | 'reasons'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const told = reasons.filter(
    ({ score, asks, fact }) => asks === true || score >= shownFrom || fact.kind === 'ruleDecides',
  )
  return (
    <div className="mt-3">
      <p className="flex items-center gap-2 text-sm font-medium">
        {t('confirmation.risk')}
        <Chip tone={steps > 1 ? 'error' : 'blocked'}>{format.percent(risk)}</Chip>
      </p>
      <ul className="mt-1 list-disc pl-5 text-sm" data-testid="confirmation-reasons">
        {told.map(({ fact }) => (
          <li key={JSON.stringify(fact)} className="wrap-anywhere">
            {speech.fact(fact)}
          </li>
        ))}
      </ul>
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import { nameOfPlace } from '../../../contract/report/place'
import { quarry, useCall } from '../../bridge'
import { Failure, Loading } from '../../ui/states'
import { useFormat } from '../../window/use-format'
import { placeOf, useWindowDispatch } from '../../window/window-state'

const stateKeys = { observed: 'observed', failed: 'failed', skipped: 'skipped' } as const

/** What a session knew at a checkpoint: its question, the steps of its plan, what they had found, its reports. */
export function OpenedCheckpoint({ sessionId, checkpointId }: { sessionId: string; checkpointId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const dispatch = useWindowDispatch()
  const opened = useCall(`checkpoint ${sessionId} ${checkpointId}`, () =>
    quarry.sessionCheckpoint({ sessionId, checkpointId }),
  )
  if (opened.status === 'failed') return <Failure error={opened.error} />
  if (opened.value === null) return <Loading />
  const { questions, clarifications, steps, evidence, reports } = opened.value
  return (
    <div className="mt-1 text-sm" data-testid="opened-checkpoint">
      {questions.slice(-1).map((question) => (
        <p key={question} className="font-medium wrap-anywhere">
          {question}
        </p>
      ))}
      {clarifications.map(({ round, answer }) => answer !== null && <Said key={round} text={answer} />)}
      <ol className="mt-1">
        {steps.map(({ id, title, type, state, kept }, at) => (
          <li key={id} className="flex gap-1.5">
            <span className="text-faint tabular-nums">{format.number(at + 1)}.</span>
            <span className="min-w-0 flex-1 wrap-anywhere">
              {title}
              <span className="text-xs text-faint">
                {type === 'processing' && ` · ${t('plan.type.processing')}`}
                {' · '}
                {t(`checkpoints.step.${stateKeys[state as keyof typeof stateKeys] ?? 'pending'}`)}
                {kept !== null && (
                  <>
                    {' · '}
                    {t('checkpoints.kept', { count: kept, sentences: format.number(kept) })}
                  </>
                )}
              </span>
            </span>
          </li>
        ))}
      </ol>
      {evidence.length > 0 && (
        <details className="mt-1">
          <summary className="cursor-pointer text-dim">
            {t('checkpoints.evidence', { count: evidence.length, sentences: format.number(evidence.length) })}
          </summary>
          <ul className="max-h-72 overflow-auto">
            {evidence.map(({ stepId, sentence, place }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: what was known then never changes
              <li key={`${stepId}${at}`} className="border-t border-line py-1 first:border-t-0">
                <button
                  type="button"
                  className="block w-full rounded text-left hover:underline"
                  onClick={() => dispatch({ type: 'openPlace', place: placeOf(place, null) })}
                >
                  <span className="line-clamp-3 font-serif leading-snug">{sentence}</span>
                  <bdi className="block truncate text-xs text-faint">{nameOfPlace(place)}</bdi>
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
      {reports.map(({ version, title }) => (
        <button
          key={version}
          type="button"
          className="mt-1 block max-w-full text-left wrap-anywhere underline decoration-dotted"
          onClick={() => dispatch({ type: 'showReport', version })}
        >
          {t('checkpoints.report', { version: format.number(version), title })}
        </button>
      ))}
    </div>
  )
}

const Said = ({ text }: { text: string }) => <p className="mt-0.5 text-dim wrap-anywhere">{text}</p>

import { useTranslation } from 'react-i18next'
import type { KnownModel, ModelExam } from '../../../contract/models/model-exam'
import { modelRole } from '../../../contract/models/model-turn'
import { quarry, useCall, useTopicValue } from '../../bridge'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { Progress } from '../../ui/progress'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'

/** The language models: how each fits this machine, how fast it is here, and which roles it is good for. */
export function KnownModels({ models }: { models: readonly KnownModel[] }) {
  const { t } = useTranslation()
  return (
    <section data-testid="known-models">
      <h3 className="text-sm font-medium">{t('models.title')}</h3>
      <p className="mt-1 text-xs text-faint">{t('models.help')}</p>
      <ul className="mt-2 divide-y divide-line rounded-md border border-line">
        {models.map((model) => (
          <KnownModelItem key={model.engine} model={model} />
        ))}
      </ul>
    </section>
  )
}

function KnownModelItem({ model: { engine, model, server, isReady, exam } }: { model: KnownModel }) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const examining = useTopicValue('models')?.examining ?? null
  const isExamined = examining?.engine === engine
  return (
    <li className="space-y-1.5 p-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <span className="min-w-40 flex-1 text-sm wrap-anywhere">
          {model} <span className="text-faint">{server}</span>
        </span>
        {isExamined ? (
          <Button onClick={() => void attempt(() => quarry.modelsEndExam())}>{t('models.stop')}</Button>
        ) : (
          <Button
            disabled={!isReady || examining !== null}
            aria-label={t('app.labelled', { label: t('models.examine'), what: model })}
            onClick={() => void attempt(() => quarry.modelsExamine({ engine }))}
          >
            {t('models.examine')}
          </Button>
        )}
      </div>
      {isReady ? <Fit engine={engine} /> : <p className="text-xs text-faint">{t('models.away')}</p>}
      {isExamined ? (
        <div role="status" className="space-y-1 text-xs text-dim">
          <span>
            {t('models.examining', {
              role: t(`roles.${examining.role}`),
              n: String(examining.done + 1),
              of: String(modelRole.options.length),
            })}
          </span>
          <Progress share={examining.done / modelRole.options.length} label={t('models.examine')} />
        </div>
      ) : (
        exam !== null && <Result exam={exam} />
      )}
    </li>
  )
}

/** What of a model fits the memory that is free now. */
function Fit({ engine }: { engine: string }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const { number, bytes } = useFormat()
  const fit = useCall(`fit ${engine}`, () => quarry.modelsFit({ engine }))
  if (fit.status === 'failed') return <p className="text-xs text-error">{speech.error(fit.error)}</p>
  if (fit.status === 'loading') return <p className="text-xs text-faint">{t('models.looking')}</p>
  const { contextTokens, memory } = fit.value
  return (
    <p className="text-xs text-faint">
      {contextTokens === null ? t('models.contextUnknown') : t('models.context', { tokens: number(contextTokens) })}
      {memory !== null &&
        ` · ${t('models.memory', { needed: bytes(memory.neededBytes), free: bytes(memory.freeBytes) })}`}
    </p>
  )
}

/** Which roles a model passed, with what kept it from the others. */
function Result({ exam: { at, roles, tokensPerSecond } }: { exam: ModelExam }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const format = useFormat()
  const failures = modelRole.options.flatMap((role) => {
    const { isPassed, error } = roles[role]
    return isPassed || error === null ? [] : [{ role, words: speech.error(error) }]
  })
  return (
    <div className="space-y-1.5">
      <ul className="flex flex-wrap gap-1.5">
        {modelRole.options.map((role) => {
          const { isPassed } = roles[role]
          return (
            <li key={role}>
              <Chip tone={isPassed ? 'ok' : 'error'}>
                {t(isPassed ? 'models.passed' : 'models.failed', { role: t(`roles.${role}`) })}
              </Chip>
            </li>
          )
        })}
      </ul>
      {failures.map(({ role, words }) => (
        <p key={role} className="text-xs text-faint">
          {t('app.labelled', { label: t(`roles.${role}`), what: words })}
        </p>
      ))}
      <p className="text-xs text-faint">
        {tokensPerSecond !== null && `${t('models.pace', { tokens: format.number(Math.round(tokensPerSecond)) })} · `}
        {t('models.examinedAt', { when: format.dateTime(at) })}
      </p>
    </div>
  )
}

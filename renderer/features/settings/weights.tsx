import { clsx } from 'clsx'
import { RotateCcw } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  fittedWeights,
  type MatcherWeights,
  type WeightName,
  weightRange,
} from '../../../contract/resources/matcher-weights'
import { Button } from '../../ui/button'
import { inputClass } from '../../ui/field'
import { useFormat } from '../../window/use-format'
import { reasonNames } from '../resources/reason-names'

/** In the order in which a match tells its reasons. */
export const weightNames: readonly WeightName[] = [...reasonNames, 'history']

/** A weight as a person writes it, with a point or a comma; null for none, undefined for what is no weight. */
export function readWeight(text: string): number | null | undefined {
  const written = text.trim().replace(/[,，。]/, '.')
  if (written === '') return null
  const weight = /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(written) ? Number(written) : Number.NaN
  return weight >= weightRange.from && weight <= weightRange.to ? weight : undefined
}

/** The weights with one changed. One that is as measured, or null, is not kept, so that it follows later measurements. */
export function changeWeight(weights: MatcherWeights, name: WeightName, weight: number | null): MatcherWeights {
  const { [name]: _before, ...rest } = weights
  return weight === null || weight === fittedWeights[name] ? rest : { ...rest, [name]: weight }
}

interface WeightProps {
  name: WeightName
  /** What a person chose; null for what was measured. */
  value: number | null
  onChange(value: number | null): void
}

/** One weight: empty while it is as measured. Written when the field is left, and only if it fits. */
function Weight({ name, value, onChange }: WeightProps) {
  const { t } = useTranslation()
  const id = useId()
  const written = value === null ? '' : String(value)
  const [text, setText] = useState(written)
  useEffect(() => setText(written), [written])
  const read = readWeight(text)
  const write = (): void => {
    if (read !== undefined && read !== value) onChange(read)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_64px] items-center gap-2 border-t border-line py-1">
      <label htmlFor={id} className={clsx('text-sm', value !== null && 'font-medium')}>
        {t(`resources.match.reason.${name}`)}
      </label>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        placeholder={String(fittedWeights[name])}
        aria-invalid={read === undefined || undefined}
        aria-describedby="weights-help"
        onChange={(event) => setText(event.target.value)}
        onBlur={write}
        onKeyDown={(event) => {
          if (event.key === 'Enter') write()
        }}
        className={clsx(inputClass, 'py-0.5 text-right text-sm tabular-nums aria-invalid:border-error')}
      />
    </div>
  )
}

interface WeightsProps {
  weights: MatcherWeights
  onChange(weights: MatcherWeights): void
}

/** How much each reason counts in a match, for who wants to try something out. Folded; what was measured is one press away. */
export function Weights({ weights, onChange }: WeightsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const changed = Object.keys(weights).length
  return (
    <details data-testid="weights" className="border-t border-line pt-3">
      <summary className="text-sm font-medium">
        {t('settings.weights')}
        <span className="ml-2 text-xs font-normal text-faint tabular-nums">
          {changed === 0 ? t('settings.weightsMeasured') : t('settings.weightsChanged', { count: changed })}
        </span>
      </summary>
      <p id="weights-help" className="mt-1 mb-2 text-xs text-faint">
        {t('settings.weightsHelp', { from: format.number(weightRange.from), to: format.number(weightRange.to) })}
      </p>
      <div className="grid gap-x-6 min-[480px]:grid-cols-2">
        {weightNames.map((name) => (
          <Weight
            key={name}
            name={name}
            value={weights[name] ?? null}
            onChange={(value) => onChange(changeWeight(weights, name, value))}
          />
        ))}
      </div>
      <div className="mt-2 flex justify-end">
        <Button icon={RotateCcw} disabled={changed === 0} onClick={() => onChange({})}>
          {t('settings.weightsReset')}
        </Button>
      </div>
    </details>
  )
}

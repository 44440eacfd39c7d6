import { CircleAlert, UserRoundCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChoiceReason, ResourceChoice } from '../../../contract/session/resource-choice'
import { isChosenByPerson } from '../../../contract/session/resource-choice'
import { quarry, useCall, useTopicValue } from '../../bridge'
import { Breakable } from '../../ui/breakable'
import { useResourceName } from '../../ui/resource-name'
import { useSpeech } from '../../ui/use-speech'
import { useFormat } from '../../window/use-format'
import { KindIcon } from '../resources/kind-icon'
import { MatchReasons } from '../resources/match-reasons'
import { surenessOf } from '../resources/sureness'

interface ChosenResourceProps {
  resourceId: string
  choice: ResourceChoice | undefined
  /** Reasons that stand beside it already. */
  told: readonly ChoiceReason['kind'][]
  /** Stands below it while it can be asked. */
  children?: ReactNode
}

/** The resource that a step will ask: how surely it was chosen, why, and whether it can be asked at all. */
export function ChosenResource({ resourceId, choice, told, children }: ChosenResourceProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const resourceName = useResourceName()
  const revision = useTopicValue('resources')?.revision ?? 0
  const found = useCall(`${resourceId} ${revision}`, () => quarry.resourcesGet({ resourceId }))
  const resource = found.value
  const name = resource?.name ?? choice?.name ?? null
  const isGone = found.status === 'failed' && found.error.code === 'resource.notFound'
  const isAway = isGone || (resource !== null && resource.status !== 'ready')
  const reasons = choice?.reasons ?? []
  const [first] = reasons.filter(({ kind }) => !told.includes(kind))
  const isFigureTold = choice !== undefined && choice.sureness !== null && !isChosenByPerson(choice)
  return (
    <div className="min-w-0 basis-full" data-testid="chosen-resource">
      <p className="flex items-start gap-x-1.5 text-dim">
        {resource && (
          <span className="mt-0.5">
            <KindIcon type={resource.type} size={13} />
          </span>
        )}
        <span className="min-w-0 wrap-anywhere">
          <bdi className="font-medium text-ink">
            {name === null ? t('plan.unnamed') : <Breakable name={resourceName({ resourceId, name })} />}
          </bdi>
          {isFigureTold && choice.sureness !== null && (
            <span className="tabular-nums">
              <span className="sr-only">, {t('resources.match.confidence')}:</span>{' '}
              {`${format.percent(choice.sureness)}\u00a0· ${t(`resources.match.sure.${surenessOf(choice.sureness)}`)}`}
            </span>
          )}
          {first && (
            <>
              {'\u00a0· '}
              {isChosenByPerson(choice) && (
                <UserRoundCheck size={12} aria-hidden className="mr-1 mb-0.5 inline text-accent" />
              )}
              {speech.fact(first)}
            </>
          )}
        </span>
      </p>
      {isAway && (
        <p className="flex items-start gap-1 text-error" data-testid="resource-gone">
          <CircleAlert size={12} aria-hidden className="mt-0.5 shrink-0" />
          {isGone || resource === null
            ? t('plan.gone')
            : t('plan.notReady', { status: t(`resources.status.${resource.status}`) })}
        </p>
      )}
      {reasons.length > 0 && !isChosenByPerson(choice) && (
        <details>
          <summary className="w-fit text-faint">
            {t('resources.match.why')}
            {name !== null && <span className="sr-only">: {name}</span>}
          </summary>
          <ul className="mt-1 mb-1.5 max-w-[72ch] space-y-1 border-l-2 border-line pl-2.5 text-dim">
            {reasons.map((reason) => (
              <li key={reason.kind} className="@container first-letter:uppercase wrap-anywhere">
                {speech.fact(reason)}
                {reason.kind === 'matchedStep' && <MatchReasons reasons={reason.values.reasons} />}
              </li>
            ))}
          </ul>
        </details>
      )}
      {!isAway && children}
    </div>
  )
}

import {
  Check,
  FilePlus2,
  OctagonPause,
  Play,
  Radar,
  Replace,
  SkipForward,
  TrendingDown,
  UserRoundX,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MemberType, type PoolMemberView, resourceTypesOf } from '../../../contract/pool/pool'
import { isUndecided } from '../../../contract/session/resource-choice'
import type { SessionView, StepAmendment, StepRequirement, StepView } from '../../../contract/session/session'
import { quarry } from '../../bridge'
import { Button } from '../../ui/button'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useRunCommand } from '../../window/run-command'
import { useFormat } from '../../window/use-format'
import { useProjectPool } from '../../window/use-project-pool'
import { ResourcePicker } from '../plan/resource-picker'
import { useMemberName, wholeOf } from '../pool/member-names'
import { useNamedNeed, useNeedText } from '../pool/need-text'
import { bestLevel, whoCould } from '../pool/who-could'

interface NeedProps {
  requirement: StepRequirement
  members: readonly PoolMemberView[]
  onLower(level: number): void
  onPick(): void
}

/** One need: still missing, with what would lower it, or served by now. */
function Need({ requirement, members, onLower, onPick }: NeedProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const need = useNeedText()
  const namedNeed = useNamedNeed()
  const memberName = useMemberName()
  const [able] = whoCould(members, requirement)
  const best = bestLevel(members, requirement)
  if (able) {
    return (
      <li data-testid="blocked-need" data-served className="flex items-start gap-2 py-1">
        <Check size={15} aria-hidden className="mt-0.5 shrink-0 text-ok" />
        <span>{t('steps.nowThere', { what: need(requirement), name: memberName(wholeOf(able)) })}</span>
      </li>
    )
  }
  return (
    <li data-testid="blocked-need" className="flex flex-wrap items-start gap-x-2 gap-y-1 py-1">
      <UserRoundX size={15} aria-hidden className="mt-0.5 shrink-0 text-error" />
      <span className="min-w-48 flex-1">
        {t('steps.nobodyHas', { what: namedNeed(requirement) })}
        {best !== null && (
          <span className="block text-xs text-dim">{t('steps.bestIs', { level: format.number(best) })}</span>
        )}
      </span>
      {best !== null && best < requirement.level && (
        <Button icon={TrendingDown} className="h-7" onClick={() => onLower(best)}>
          {t('steps.lowerTo', { level: format.number(best) })}
        </Button>
      )}
      {resourceTypesOf[requirement.type] !== undefined && (
        <Button icon={Replace} className="h-7" onClick={onPick}>
          {t('plan.pick.open')}
        </Button>
      )}
    </li>
  )
}

/** What is missing, what can be done about it, and the way on: one card for the whole session. */
export function BlockedCard({ session, steps }: { session: SessionView; steps: readonly StepView[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const run = useRunCommand()
  const { attempt } = useNotices()
  const speech = useSpeech()
  const members = useProjectPool()?.members ?? []
  const sessionId = session.id
  const [picking, setPicking] = useState<{ step: StepView; type: MemberType } | null>(null)
  const amend = (step: StepView, change: StepAmendment): void =>
    void attempt(() => quarry.sessionAmendStep({ sessionId, stepId: step.id, change }))
  const served = steps.every(
    ({ requirements }) =>
      requirements.length > 0 &&
      requirements.every((requirement) => isUndecided(requirement.choice) || whoCould(members, requirement).length > 0),
  )
  return (
    <section
      role="status"
      aria-labelledby="blocked-title"
      data-testid="blocked-card"
      className={`mb-5 rounded-lg border bg-panel ${served ? 'border-ok' : 'border-blocked'}`}
    >
      <div className="px-4 pt-3 pb-2">
        <h2 id="blocked-title" className="flex items-center gap-2 font-semibold">
          {served ? (
            <Check size={16} aria-hidden className="shrink-0 text-ok" />
          ) : (
            <OctagonPause size={16} aria-hidden className="shrink-0 text-blocked" />
          )}
          {served ? t('steps.blockedServed') : t('steps.blockedTitle', { count: steps.length })}
        </h2>
        <p className="mt-0.5 text-sm text-dim">{served ? t('steps.blockedServedHelp') : t('steps.blockedHelp')}</p>
      </div>
      <ul>
        {steps.map((step) => (
          <li key={step.id} className="border-t border-line px-4 py-2 text-sm">
            <div className="flex items-start justify-between gap-3">
              <p className="min-w-0 pt-1 font-medium wrap-anywhere">
                {format.number(step.position + 1)}. {step.title}
              </p>
              <Button
                tone="quiet"
                icon={SkipForward}
                className="-mr-2 h-7 shrink-0"
                aria-label={t('app.labelled', { label: t('steps.skip'), what: step.title })}
                onClick={() => amend(step, { kind: 'skip' })}
              >
                {t('steps.skip')}
              </Button>
            </div>
            {step.requirements.length > 0 ? (
              <ul>
                {step.requirements.map((requirement, index) =>
                  isUndecided(requirement.choice) ? null : (
                    <Need
                      key={`${requirement.type} ${requirement.capability} ${requirement.resourceId}`}
                      requirement={requirement}
                      members={members}
                      onLower={(level) =>
                        amend(step, {
                          kind: 'require',
                          requirements: step.requirements.map((other, at) =>
                            at === index ? { ...other, level } : other,
                          ),
                        })
                      }
                      onPick={() => setPicking({ step, type: requirement.type })}
                    />
                  ),
                )}
              </ul>
            ) : (
              step.waitsFor && <p className="py-1 text-dim">{speech.fact(step.waitsFor)}</p>
            )}
          </li>
        ))}
      </ul>
      {picking !== null && (
        <ResourcePicker
          n={format.number(picking.step.position + 1)}
          type={picking.type}
          query={`${picking.step.title}. ${picking.step.query}`}
          requirements={picking.step.requirements}
          onChange={(requirements) => amend(picking.step, { kind: 'require', requirements })}
          onClose={() => setPicking(null)}
        />
      )}
      <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
        {!served && (
          <>
            <p className="w-full text-xs text-faint">{t('steps.dropHere')}</p>
            <Button icon={FilePlus2} onClick={() => run('addFiles')}>
              {t('library.addFiles')}
            </Button>
            <Button icon={Radar} onClick={() => run('scan')}>
              {t('resources.scan')}
            </Button>
          </>
        )}
        <Button tone="primary" icon={Play} onClick={() => void attempt(() => quarry.sessionResume({ sessionId }))}>
          {t('steps.startAgain')}
        </Button>
      </div>
    </section>
  )
}

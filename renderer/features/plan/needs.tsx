import { ChevronDown, CircleAlert, Minus, Plus, Replace, TrendingDown, TrendingUp, UserRoundX, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MemberType, type PoolMemberView, resourceTypesOf } from '../../../contract/pool/pool'
import { isUndecided } from '../../../contract/session/resource-choice'
import type { StepRequirement } from '../../../contract/session/session'
import { Menu, MenuItem } from '../../ui/menu'
import { useSpeech } from '../../ui/use-speech'
import { useProjectPool } from '../../window/use-project-pool'
import { useMemberName, wholeOf } from '../pool/member-names'
import { useNeedText } from '../pool/need-text'
import { whoCould } from '../pool/who-could'
import { StepReading } from '../queries/step-reading'
import { ChosenResource } from './chosen-resource'
import { ResourcePicker } from './resource-picker'
import { mostNeeds } from './resource-picks'

/** The level that an added need begins with: the middle of the scale. */
const firstLevel = 5
/** So many who could do it are named. */
const namesShown = 3

type Offered = Pick<StepRequirement, 'type' | 'capability'>

/** What a step may need whether or not anybody has it now; what members bring beside it is offered, too. */
const usual: readonly Offered[] = [
  { type: 'database', capability: 'sql_query' },
  { type: 'database', capability: 'data_analysis' },
  { type: 'api', capability: 'api_call' },
  { type: 'tool', capability: 'file_ops' },
]

const staff = new Set<MemberType>(['executor', 'orchestrator', 'reviewer'])
const sameNeed = (a: Offered, b: Offered): boolean => a.type === b.type && a.capability === b.capability

function offeredNeeds(members: readonly PoolMemberView[], held: readonly StepRequirement[]): Offered[] {
  const found = [...usual]
  for (const { type, capabilities } of members) {
    if (staff.has(type)) continue
    for (const { name } of capabilities) {
      const need = { type, capability: name }
      if (found.length < 16 && !found.some((other) => sameNeed(other, need))) found.push(need)
    }
  }
  return found.filter((need) => !held.some((other) => sameNeed(other, need)))
}

/** Who could do it, by name; said in another way where nobody can. */
export function WhoCould({ requirement }: { requirement: StepRequirement }) {
  const { t } = useTranslation()
  const memberName = useMemberName()
  const members = useProjectPool()?.members
  if (!members) return null
  const able = whoCould(members, requirement)
  // One database is one who could, however many slots it has.
  const names = [...new Set(able.map((member) => memberName(wholeOf(member))))]
  const isSilent = able.every(({ state }) => state === 'blocked')
  const told = names.slice(0, namesShown).join(t('app.listed'))
  if (names.length === 0) {
    return (
      <span className="inline-flex items-center gap-1 text-error">
        <UserRoundX size={12} aria-hidden />
        {t('plan.nobodyCould')}
      </span>
    )
  }
  if (isSilent)
    return <span className="line-clamp-2 min-w-0 text-blocked">{t('plan.notResponding', { names: told })}</span>
  return (
    <span className="line-clamp-2 min-w-0 text-faint">
      {names.length > namesShown
        ? t('plan.couldByMore', { names: told, count: names.length - namesShown })
        : t('plan.couldBy', { names: told })}
    </span>
  )
}

interface NeedsProps {
  n: string
  requirements: readonly StepRequirement[]
  onChange(requirements: StepRequirement[]): void
}

/** What a step needs beside its executor, each with its resource or who could do it: chosen, lowered, raised, removed. */
export function Needs({
  question,
  query,
  n,
  requirements,
  onChange,
}: NeedsProps & {
  /** What databases are asked. */
  question: string
  /** What the step asks: resources are offered by how they answer it. */
  query: string
}) {
  const { t } = useTranslation()
  const need = useNeedText()
  const speech = useSpeech()
  const [picking, setPicking] = useState<MemberType | null>(null)
  const change = (index: number, level: number): void =>
    onChange(requirements.map((other, at) => (at === index ? { ...other, level } : other)))
  if (requirements.length === 0) return null
  return (
    <div className="mt-1.5 space-y-1.5 pl-1.5 text-xs" data-testid="needs">
      {requirements.map((requirement, index) => {
        const what = need(requirement)
        const { type, capability, resourceId, choice } = requirement
        const isRead = capability === 'sql_query' && resourceId !== null
        const isPickable = resourceTypesOf[type] !== undefined
        return (
          <div
            key={`${type} ${capability} ${resourceId}`}
            data-testid="need"
            className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5"
          >
            <Menu
              trigger={
                <button
                  type="button"
                  aria-label={t('plan.need', { n, what })}
                  className="inline-flex items-center gap-0.5 rounded-full bg-sunk px-2 py-px text-2xs text-ink hover:bg-accent-bg"
                >
                  {t('plan.needs', { what })} <ChevronDown size={11} aria-hidden />
                </button>
              }
            >
              {isPickable && (
                <MenuItem icon={Replace} onSelect={() => setPicking(type)}>
                  {t('plan.pick.open')}
                </MenuItem>
              )}
              {capability !== null && (
                <>
                  <MenuItem
                    icon={TrendingDown}
                    disabled={requirement.level <= 1}
                    onSelect={() => change(index, requirement.level - 1)}
                  >
                    {t('plan.lower', { level: String(Math.max(1, requirement.level - 1)) })}
                  </MenuItem>
                  <MenuItem
                    icon={TrendingUp}
                    disabled={requirement.level >= 10}
                    onSelect={() => change(index, requirement.level + 1)}
                  >
                    {t('plan.raise', { level: String(Math.min(10, requirement.level + 1)) })}
                  </MenuItem>
                  {resourceId === null && (
                    <MenuItem
                      icon={Minus}
                      onSelect={() =>
                        onChange(
                          requirements.map((other, at) => (at === index ? { ...other, capability: null } : other)),
                        )
                      }
                    >
                      {t('plan.anyOfType')}
                    </MenuItem>
                  )}
                </>
              )}
              <MenuItem icon={X} danger onSelect={() => onChange(requirements.filter((_, at) => at !== index))}>
                {t('plan.removeNeed')}
              </MenuItem>
            </Menu>
            {isPickable && (
              <button
                type="button"
                aria-label={t('plan.pick.openFor', { n, what })}
                onClick={() => setPicking(type)}
                className="rounded-full px-2 py-px text-2xs text-accent hover:bg-sunk"
              >
                {t('plan.pick.open')}
              </button>
            )}
            {isUndecided(choice) ? (
              <p className="flex basis-full items-start gap-1 text-blocked" data-testid="undecided">
                <CircleAlert size={12} aria-hidden className="mt-0.5 shrink-0" />
                <span className="first-letter:uppercase">{choice?.reasons.map(speech.fact).join(t('app.listed'))}</span>
              </p>
            ) : resourceId === null ? (
              <WhoCould requirement={requirement} />
            ) : (
              <ChosenResource resourceId={resourceId} choice={choice} told={isRead ? ['readsAsQuery'] : []}>
                {isRead && <StepReading resourceId={resourceId} question={choice?.asked ?? question} />}
              </ChosenResource>
            )}
          </div>
        )
      })}
      {picking !== null && (
        <ResourcePicker
          n={n}
          type={picking}
          query={query}
          requirements={requirements}
          onChange={onChange}
          onClose={() => setPicking(null)}
        />
      )}
    </div>
  )
}

/** Adds something that a step needs: what is usual, and what members bring. */
export function AddNeed({ n, requirements, onChange }: NeedsProps) {
  const { t } = useTranslation()
  const need = useNeedText()
  const members = useProjectPool()?.members ?? []
  if (requirements.length >= mostNeeds) return null
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={t('plan.addNeedTo', { n })}
          className="inline-flex items-center gap-1 rounded-full px-2 py-px text-2xs text-dim hover:bg-sunk"
        >
          <Plus size={11} aria-hidden /> {t('plan.addNeed')}
        </button>
      }
    >
      {offeredNeeds(members, requirements).map((offered) => (
        <MenuItem
          key={`${offered.type} ${offered.capability}`}
          onSelect={() => onChange([...requirements, { ...offered, level: firstLevel, resourceId: null }])}
        >
          {need({ ...offered, level: firstLevel })}
        </MenuItem>
      ))}
    </Menu>
  )
}

import { ChevronDown, Minus, Plus, TrendingDown, TrendingUp, UserRoundX, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MemberType, PoolMemberView } from '../../../contract/pool'
import type { StepRequirement } from '../../../contract/session'
import { Menu, MenuItem } from '../../ui/menu'
import { useProjectPool } from '../../window/use-project-pool'
import { useMemberName, wholeOf } from '../pool/member-names'
import { useNeedText } from '../pool/need-text'
import { whoCould } from '../pool/who-could'
import { StepReading } from '../queries/step-reading'

/** As many as the contract takes. */
const mostNeeds = 8
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
  /** What databases are asked. */
  question?: string
  n: string
  requirements: readonly StepRequirement[]
  onChange(requirements: StepRequirement[]): void
}

/** What a step needs beside its executor, each with who could do it: lowered, raised, removed. */
export function Needs({ question, n, requirements, onChange }: NeedsProps) {
  const { t } = useTranslation()
  const need = useNeedText()
  const change = (index: number, level: number): void =>
    onChange(requirements.map((other, at) => (at === index ? { ...other, level } : other)))
  if (requirements.length === 0) return null
  return (
    <div className="mt-1.5 space-y-1.5 pl-1.5 text-xs" data-testid="needs">
      {requirements.map((requirement, index) => {
        const what = need(requirement)
        return (
          <div
            key={`${requirement.type} ${requirement.capability} ${requirement.resourceId}`}
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
              {requirement.capability !== null && (
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
                  <MenuItem
                    icon={Minus}
                    onSelect={() =>
                      onChange(requirements.map((other, at) => (at === index ? { ...other, capability: null } : other)))
                    }
                  >
                    {t('plan.anyOfType')}
                  </MenuItem>
                </>
              )}
              <MenuItem icon={X} danger onSelect={() => onChange(requirements.filter((_, at) => at !== index))}>
                {t('plan.removeNeed')}
              </MenuItem>
            </Menu>
            <WhoCould requirement={requirement} />
            {question !== undefined && requirement.capability === 'sql_query' && requirement.resourceId !== null && (
              <StepReading resourceId={requirement.resourceId} question={question} />
            )}
          </div>
        )
      })}
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

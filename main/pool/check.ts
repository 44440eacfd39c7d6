import type { PoolHolder, RequirementCheck } from '../../contract/pool/pool'
import { nameOfMember } from '../../contract/pool/pool-facts'
import type { Ledger } from './ledger'
import { describeMissing, describeWait } from './shortage'
import type { Requirement } from './terms'

/** Holders named at most. */
const maxHolders = 20

/** Whether the pool can give all of it now, when others return it, or not until a person adds something. */
export function checkRequirements(
  ledger: Ledger,
  requirements: readonly Requirement[],
  isServing: boolean,
  at: string,
): RequirementCheck {
  const waiting = ledger.line.place({
    taskId: '',
    requestId: '',
    requirements,
    priority: 'normal',
    label: '',
    sessionId: null,
    holder: null,
    since: at,
    leaseMs: 0,
  })
  if (!ledger.isPossible(waiting.shape)) {
    return { status: 'missing', missing: describeMissing(ledger.directory, requirements) }
  }
  if (isServing && ledger.isSatisfiableNow(waiting)) return { status: 'satisfiable' }
  const holders = new Map<string, PoolHolder>()
  for (const requirement of requirements) {
    for (const member of ledger.directory.fitting(requirement)) {
      const task = ledger.holderOf(member.id)
      if (task === undefined || holders.size >= maxHolders) continue
      holders.set(member.id, {
        memberId: member.id,
        member: nameOfMember(member),
        taskId: task.taskId,
        label: task.label,
        holder: task.holder,
        since: task.grantedAt,
      })
    }
  }
  return { status: 'shortage', ...describeWait(ledger, waiting.shape, isServing), holders: [...holders.values()] }
}

import type { NeededMembers, PoolFact, WaitFact, WarningFact } from '../../contract/pool/pool-facts'
import type { Speech, Words } from '../words'
import { anyMember, capability, memberKind } from './terms'

const capabilities: Readonly<Record<string, string>> = capability

type Need = Omit<NeededMembers, 'count'> & { readonly count?: number }

function need(
  { type, capability: name, level, count = 1 }: Need,
  { format }: Speech,
  one: string = anyMember[type],
): string {
  const kind = count > 1 ? `${format.number(count)} × ${memberKind[type]}` : one
  if (name === null) return kind
  const what = `${kind} with ${capabilities[name] ?? name.replaceAll('_', ' ')}`
  return level > 1 ? `${what} at level ${format.number(level)} or higher` : what
}

/** What is needed, one after the other. */
export const listNeeds = (needs: readonly Need[], speech: Speech): string =>
  needs.length === 0 ? 'nothing' : needs.map((each) => need(each, speech)).join(' and ')

const free = (needs: readonly NeededMembers[], speech: Speech): string =>
  needs.map((each) => need(each, speech, `a free ${memberKind[each.type]}`)).join(' and ')

export const waits: Omit<Words<WaitFact>, 'told'> = {
  poolStopped: () => 'the pool to start',
  membersBusy: ({ needs, working, fitting }, speech) =>
    `${free(needs, speech)} (${speech.format.number(working)} of ${speech.format.number(fitting)} in use)`,
  membersNotReady: ({ needs, name }, speech) =>
    `${free(needs, speech)}: ${name === null ? 'its service' : `“${name}”`} is not responding`,
  nobodyHas: ({ needs }, speech) =>
    needs.length === 0 ? 'No pool member can take this task.' : `Missing: ${listNeeds(needs, speech)}.`,
  stepsFirst: ({ titles }) => (titles.length === 0 ? 'earlier steps' : titles.map((title) => `“${title}”`).join(', ')),
}

export const pool: Omit<Words<PoolFact>, 'told'> = {
  taskFailed: ({ error }, { error: say }) => say(error),
  memberFailed: ({ error }, { error: say }) =>
    error.code === 'pool.memberFailed' ? say(error) : `A task failed: ${say(error)}`,
  memberFailedBefore: () => 'It failed before Quarry last closed.',
  leaseEnded: ({ label }) => `“${label}” timed out: no progress until its lease ended.`,
  processEnded: () => 'Quarry closed while it ran.',
  taskCancelled: () => 'Cancelled.',
  requestWithdrawn: () => 'No longer needed.',
  resourceNotReady: ({ error }, { error: say }) => (error === null ? 'The resource is not responding.' : say(error)),
}

export const warnings: Words<WarningFact> = {
  poolOutOfService: () => 'The pool cannot save its state and has stopped starting tasks. Restart Quarry.',
  poolIsStopped: () => 'The pool is stopped. No new tasks start.',
  memberBlocked: ({ member, problem }, { fact }) =>
    `${fact({ kind: 'poolMember', values: member })} is not responding${problem === null ? '.' : `: ${fact(problem)}`}`,
  memberInError: ({ member, problem }, { fact }) =>
    `${fact({ kind: 'poolMember', values: member })} failed${problem === null ? '.' : `: ${fact(problem)}`}`,
  taskUnserved: ({ label, needs }, speech) => `“${label}” cannot run. Missing: ${listNeeds(needs, speech)}.`,
  taskBlocked: ({ label, wait }, { fact }) => `“${label}” is blocked. It is waiting for ${fact(wait)}.`,
  taskWaitsLong: ({ label, wait }, { fact }) => `“${label}” has been waiting for a long time for ${fact(wait)}.`,
  bottleneck: ({ type, waiting, inService }, { format }) =>
    `${format.number(waiting)} tasks are waiting for a free ${memberKind[type]} (${format.number(inService)} in service).`,
}

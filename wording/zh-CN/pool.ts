import type { NeededMembers, PoolFact, WaitFact, WarningFact } from '../../contract/pool/pool-facts'
import type { Speech, Words } from '../words'
import { capability, memberKind } from './terms'

const capabilities: Readonly<Record<string, string>> = capability

type Need = Omit<NeededMembers, 'count'> & { readonly count?: number }

function need(
  { type, capability: name, level, count = 1 }: Need,
  { format }: Speech,
  one: string = memberKind[type],
): string {
  const kind = count > 1 ? `${format.number(count)} 个${memberKind[type]}` : one
  if (name === null) return kind
  const what = capabilities[name] ?? name.replaceAll('_', ' ')
  return level > 1 ? `${kind}（${what}，至少 ${format.number(level)} 级）` : `${kind}（${what}）`
}

/** What is needed, one after the other. */
export const listNeeds = (needs: readonly Need[], speech: Speech): string =>
  needs.length === 0 ? '无要求' : needs.map((each) => need(each, speech)).join('、')

const free = (needs: readonly NeededMembers[], speech: Speech): string =>
  needs.map((each) => need(each, speech, `空闲的${memberKind[each.type]}`)).join('和')

export const waits: Omit<Words<WaitFact>, 'told'> = {
  poolStopped: () => '资源池启动',
  membersBusy: ({ needs, working, fitting }, speech) =>
    `${free(needs, speech)}（${speech.format.number(fitting)} 个中 ${speech.format.number(working)} 个在用）`,
  membersNotReady: ({ needs, name }, speech) =>
    `${free(needs, speech)}：${name === null ? '对应的服务' : `“${name}”`}没有响应`,
  nobodyHas: ({ needs }, speech) =>
    needs.length === 0 ? '资源池中没有成员能执行这个任务。' : `缺少：${listNeeds(needs, speech)}。`,
  stepsFirst: ({ titles }) =>
    titles.length === 0 ? '前面的步骤' : `步骤${titles.map((title) => `“${title}”`).join('、')}`,
}

export const pool: Omit<Words<PoolFact>, 'told'> = {
  taskFailed: ({ error }, { error: say }) => `任务失败：${say(error)}`,
  memberFailed: ({ error }, { error: say }) =>
    error.code === 'pool.memberFailed' ? say(error) : `一个任务失败：${say(error)}`,
  memberFailedBefore: () => '上次关闭 Quarry 之前已经出错。',
  leaseEnded: ({ label }) => `“${label}”超时：租约到期前没有进展。`,
  processEnded: () => '运行时 Quarry 被关闭。',
  taskCancelled: () => '已取消。',
  requestWithdrawn: () => '不再需要。',
  resourceNotReady: ({ error }, { error: say }) => (error === null ? '其资源没有响应。' : say(error)),
}

export const warnings: Words<WarningFact> = {
  poolOutOfService: () => '资源池无法保存状态，已停止启动任务。请重新启动 Quarry。',
  poolIsStopped: () => '资源池已停止，不再启动新任务。',
  memberBlocked: ({ member, problem }, { fact }) =>
    `${fact({ kind: 'poolMember', values: member })} 没有响应${problem === null ? '。' : `：${fact(problem)}`}`,
  memberInError: ({ member, problem }, { fact }) =>
    `${fact({ kind: 'poolMember', values: member })} 出错${problem === null ? '。' : `：${fact(problem)}`}`,
  taskUnserved: ({ label, needs }, speech) => `“${label}”无法执行。缺少：${listNeeds(needs, speech)}。`,
  taskBlocked: ({ label, wait }, { fact }) => `“${label}”受阻，正在等待${fact(wait)}。`,
  taskWaitsLong: ({ label, wait }, { fact }) => `“${label}”已等待很久：${fact(wait)}。`,
  bottleneck: ({ type, waiting, inService }, { format }) =>
    `${format.number(waiting)} 个任务在等待空闲的${memberKind[type]}（共 ${format.number(inService)} 个）。`,
}

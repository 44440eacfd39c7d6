import type { SessionView } from '../../contract/session'
import type { Speech } from '../../wording'

const words = {
  en: {
    review: 'a review of its plan',
    waits: (what: string) => `The session is waiting for: ${what}`,
    add: 'Add what is missing (quarry add PATH; quarry scan finds what is on this computer), or lower the requirement or skip the step in the window.',
    resume: (id: string) => `Continue it with: quarry resume ${id}`,
    space: ' ',
  },
  'zh-CN': {
    review: '对计划的审阅',
    waits: (what: string) => `会话正在等待：${what}`,
    add: '请添加缺少的内容（quarry add PATH；quarry scan 可查找这台电脑上的资源），或在窗口中降低要求或跳过该步骤。',
    resume: (id: string) => `用这个命令继续：quarry resume ${id}`,
    space: '',
  },
} as const

/** What a session that has not ended waits for, what a person can do about it, and how it goes on. */
export function waitingText({ id, state, plan }: Pick<SessionView, 'id' | 'state' | 'plan'>, speech: Speech): string {
  const { review, waits, add, resume, space } = words[speech.language]
  const blocked = plan?.steps.find(({ waitsFor }) => waitsFor !== null)
  const reason = blocked?.waitsFor ? speech.fact(blocked.waitsFor) : state === 'awaitingPlanReview' ? review : state
  const sentence = waits(reason).replace(/([^.。])$/, speech.language === 'en' ? '$1.' : '$1。')
  return [sentence, ...(blocked?.blockedBy === 'missing_resource' ? [add] : []), resume(id)].join(space)
}

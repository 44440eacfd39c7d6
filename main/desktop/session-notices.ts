import type { AppSettings } from '../../contract/app/app'
import type { ProjectEventView } from '../../contract/session/session'
import { isChinese } from './dialog-language'

/** What the desktop says of a session: that it waits for a person, or how it ended. */
type NoticeKind = 'asks' | 'planReady' | 'confirm' | 'blocked' | 'done' | 'failed'

/** Why a line of a session's log concerns a person who looks elsewhere; null where it does not. */
export function noticeOf({ type, state }: Pick<ProjectEventView, 'type' | 'state'>): NoticeKind | null {
  switch (type) {
    case 'clarification.asked':
    case 'service.asked':
      return 'asks'
    case 'plan.drafted':
      // A plan that needs no review is approved in the same breath.
      return state === 'awaitingPlanReview' ? 'planReady' : null
    case 'step.awaitingConfirmation':
      return 'confirm'
    case 'session.blocked':
      return 'blocked'
    case 'report.verified':
      return state === 'done' ? 'done' : null
    case 'session.failed':
      return 'failed'
    default:
      return null
  }
}

const english: Readonly<Record<NoticeKind, string>> = {
  asks: 'Quarry has a question.',
  planReady: 'The plan is ready for review.',
  confirm: 'An action needs your permission.',
  blocked: 'Something is missing to go on.',
  done: 'The report is ready.',
  failed: 'The session failed.',
}
const chinese: typeof english = {
  asks: 'Quarry 有一个问题。',
  planReady: '计划可以审阅了。',
  confirm: '有一项操作需要你的许可。',
  blocked: '缺少继续所需的内容。',
  done: '报告已完成。',
  failed: '会话失败。',
}

/** A notification of the desktop. */
export interface DesktopNotice {
  readonly title: string
  readonly body: string
}

interface SessionNoticesOptions {
  /** Whether a person sees the window. */
  readonly isSeen: () => boolean
  readonly settings: () => Promise<Pick<AppSettings, 'language' | 'notifies'>>
  readonly systemLocale: () => string
  /** What the session is called; null where it is gone. */
  readonly titleOf: (projectId: string, sessionId: string) => Promise<string | null>
  readonly show: (notice: DesktopNotice, onClick: () => void) => void
  readonly open: (session: { readonly projectId: string; readonly sessionId: string }) => void
  readonly onError: (error: unknown) => void
}

/** Takes lines of sessions' logs, and says those that concern a person while they look elsewhere. */
export function createSessionNotices(
  options: SessionNoticesOptions,
): (projectId: string, event: ProjectEventView) => void {
  const tell = async (projectId: string, event: ProjectEventView): Promise<void> => {
    const kind = noticeOf(event)
    if (kind === null || options.isSeen()) return
    const { language, notifies } = await options.settings()
    if (!notifies) return
    const { sessionId } = event
    const title = await options.titleOf(projectId, sessionId)
    if (title === null || options.isSeen()) return
    const body = (isChinese(language, options.systemLocale()) ? chinese : english)[kind]
    options.show({ title, body }, () => options.open({ projectId, sessionId }))
  }
  return (projectId, event) => void tell(projectId, event).catch(options.onError)
}

import { expect, it, vi } from 'vitest'
import type { ProjectEventView } from '../../../contract/session/session'
import { createSessionNotices, noticeOf } from '../../../main/desktop/session-notices'

const event = (type: string, state: ProjectEventView['state']): ProjectEventView => ({
  sequence: 1,
  at: '2026-01-01T00:00:00.000Z',
  sessionId: 's1',
  type,
  state,
  detail: null,
})

it.each([
  ['clarification.asked', 'awaitingClarification', 'asks'],
  ['plan.drafted', 'awaitingPlanReview', 'planReady'],
  ['plan.drafted', 'planning', null],
  ['step.awaitingConfirmation', 'running', 'confirm'],
  ['session.blocked', 'blockedReview', 'blocked'],
  ['report.verified', 'done', 'done'],
  ['report.verified', 'stopped', null],
  ['session.failed', 'failed', 'failed'],
  ['session.stopped', 'stopped', null],
  ['steps.finished', 'reporting', null],
] as const)('%s in %s is told as %s', (type, state, kind) => {
  expect(noticeOf({ type, state })).toBe(kind)
})

/** What is shown of `told`, under these settings. */
async function shownOf(
  told: ProjectEventView,
  { isSeen = false, notifies = true, language = 'en' as 'en' | 'zh-CN', title = 'Drag' as string | null } = {},
) {
  const shown: { title: string; body: string }[] = []
  const opened: unknown[] = []
  const failed: unknown[] = []
  const settings = vi.fn(async () => ({ language, notifies }))
  const tell = createSessionNotices({
    isSeen: () => isSeen,
    settings,
    systemLocale: () => 'en-GB',
    titleOf: async () => title,
    show(notice, onClick) {
      shown.push(notice)
      onClick()
    },
    open: (session) => opened.push(session),
    onError: (error) => failed.push(error),
  })
  tell('p1', told)
  await new Promise(setImmediate)
  return { shown, opened, failed }
}

it('a session that ends is told by its title, and a click opens it', async () => {
  expect(await shownOf(event('report.verified', 'done'))).toEqual({
    shown: [{ title: 'Drag', body: 'The report is ready.' }],
    opened: [{ projectId: 'p1', sessionId: 's1' }],
    failed: [],
  })
  const { shown } = await shownOf(event('session.failed', 'failed'), { language: 'zh-CN' })
  expect(shown).toEqual([{ title: 'Drag', body: '会话失败。' }])
})

it.each([
  ['whose window a person sees', { isSeen: true }],
  ['where they want none', { notifies: false }],
  ['that is gone', { title: null }],
])('nothing is told of a session %s', async (_name, options) => {
  expect((await shownOf(event('report.verified', 'done'), options)).shown).toEqual([])
})

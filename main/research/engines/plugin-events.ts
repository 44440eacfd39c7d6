import type { SessionEventFact } from '../../../contract/session/session-facts'
import type { HookNotice } from '../../plugins'
import { appendEvent } from '../repository/events'
import { readSession, touchSession } from '../repository/sessions'
import type { RoleContext } from '../roles/context'

/** Writes into a session's log what a plugin did. Throws `session.notFound`. */
export function notePlugin(
  { database, projectId, now }: Pick<RoleContext, 'database' | 'projectId' | 'now'>,
  sessionId: string,
  notice: HookNotice,
): Promise<void> {
  return database.transaction(async (transaction) => {
    const at = now()
    await touchSession(transaction, sessionId, at)
    const { state } = await readSession(transaction, projectId, sessionId)
    await appendEvent(transaction, projectId, sessionId, state, eventOf(notice), at)
  })
}

function eventOf(notice: HookNotice): { readonly type: string; readonly detail: SessionEventFact } {
  switch (notice.kind) {
    case 'noted':
      return {
        type: 'plugin.noted',
        detail: { kind: 'pluginNoted', values: { plugin: notice.plugin, note: notice.note } },
      }
    case 'changed': {
      const { plugin, added, dropped } = notice
      return {
        type: 'plugin.changed',
        detail: { kind: 'pluginChangedPlan', values: { plugin, added: [...added], dropped: [...dropped] } },
      }
    }
    case 'remembered': {
      const { plugin, given, of } = notice
      return { type: 'plugin.changed', detail: { kind: 'pluginChangedMemory', values: { plugin, given, of } } }
    }
    case 'failed': {
      const { plugin, hook, error } = notice
      return { type: 'plugin.failed', detail: { kind: 'pluginFailed', values: { plugin, hook, error } } }
    }
  }
}

import { randomUUID } from 'node:crypto'
import type { DraftPiece } from '../../../contract/channels/thread-event'

interface Draft {
  readonly messageId: string
  readonly pieces: DraftPiece[]
  text: string
  isOver: boolean
}

/** What language models are writing for people in sessions just now, piece by piece. It lives with the process: what is finished is in rows. */
export interface DraftLog {
  /** @param soFar null: the model has said what it had to */
  note(sessionId: string, soFar: string | null, at: string): void
  /** What is being written; undefined where nothing is. */
  textOf(sessionId: string): string | undefined
  /** Pieces after the one of this number. Of a draft that is over they are told to those alone who have some of it. */
  readAfter(sessionId: string, after: number, limit: number): DraftPiece[]
  forget(sessionId: string): void
}

export function createDraftLog(): DraftLog {
  const drafts = new Map<string, Draft>()
  let sequence = 0

  const draftFor = (sessionId: string, soFar: string): Draft => {
    const draft = drafts.get(sessionId)
    if (draft !== undefined && !draft.isOver && soFar.startsWith(draft.text)) return draft
    const begun: Draft = { messageId: randomUUID(), pieces: [], text: '', isOver: false }
    drafts.set(sessionId, begun)
    return begun
  }

  return {
    note(sessionId, soFar, at) {
      if (soFar === null) {
        const draft = drafts.get(sessionId)
        if (draft !== undefined) draft.isOver = true
        return
      }
      const draft = draftFor(sessionId, soFar)
      const offset = draft.text.length
      if (soFar.length === offset) return
      draft.text = soFar
      sequence += 1
      draft.pieces.push({
        event: 'message_chunk',
        sequence,
        at,
        thread_id: sessionId,
        agent: 'reporter',
        role: 'assistant',
        content: soFar.slice(offset),
        draft: { message_id: draft.messageId, offset },
      })
    },
    textOf(sessionId) {
      const draft = drafts.get(sessionId)
      return draft === undefined || draft.isOver ? undefined : draft.text
    },
    readAfter(sessionId, after, limit) {
      const draft = drafts.get(sessionId)
      if (draft === undefined || (draft.isOver && after === 0)) return []
      return draft.pieces.filter((piece) => piece.sequence > after).slice(0, limit)
    },
    forget: (sessionId) => void drafts.delete(sessionId),
  }
}

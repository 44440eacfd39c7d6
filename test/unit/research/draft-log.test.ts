import { describe, expect, it } from 'vitest'
import { draftPiece } from '../../../contract/channels/thread-event'
import { createDraftLog } from '../../../main/research/engines/draft-log'

const at = '2026-01-01T00:00:00.000Z'

describe('what a model is writing', () => {
  it('is kept whole, in pieces that say where they begin', () => {
    const log = createDraftLog()
    for (const soFar of ['Hea', 'Heat ', 'Heat ', 'Heat rises.']) log.note('s', soFar, at)
    const pieces = log.readAfter('s', 0, 100)
    expect(pieces.map(({ content, draft }) => [content, draft.offset])).toEqual([
      ['Hea', 0],
      ['t ', 3],
      ['rises.', 5],
    ])
    expect(pieces.map((piece) => draftPiece.parse(piece))).toEqual(pieces)
    expect(new Set(pieces.map(({ draft }) => draft.message_id)).size).toBe(1)
    expect(log.textOf('s')).toBe('Heat rises.')
    expect(log.readAfter('s', 0, 2)).toEqual(pieces.slice(0, 2))
    expect(log.readAfter('s', pieces[1]?.sequence ?? 0, 100)).toEqual(pieces.slice(2))
    expect(log.readAfter('other', 0, 100)).toEqual([])
  })

  it('is told to its end to those alone who have some of it, once it is over', () => {
    const log = createDraftLog()
    log.note('s', 'Heat', at)
    const [first] = log.readAfter('s', 0, 100)
    log.note('s', 'Heat rises.', at)
    log.note('s', null, at)
    expect(log.textOf('s')).toBeUndefined()
    expect(log.readAfter('s', 0, 100)).toEqual([])
    expect(log.readAfter('s', first?.sequence ?? 0, 100).map(({ content }) => content)).toEqual([' rises.'])
  })

  it('is another message where the model begins again', () => {
    const log = createDraftLog()
    log.note('s', 'Heat', at)
    const [first] = log.readAfter('s', 0, 100)
    // A turn that ended, and one that was asked anew without an end of the first.
    log.note('s', null, at)
    log.note('s', 'Heat', at)
    log.note('s', 'Cold', at)
    const later = log.readAfter('s', first?.sequence ?? 0, 100)
    expect(later.map(({ content, draft }) => [content, draft.offset])).toEqual([['Cold', 0]])
    expect(later[0]?.draft.message_id).not.toBe(first?.draft.message_id)
    log.forget('s')
    expect(log.readAfter('s', 1, 100)).toEqual([])
  })
})

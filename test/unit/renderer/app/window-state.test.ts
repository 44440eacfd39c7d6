import { describe, expect, it } from 'vitest'
import { initialWindow, type OpenPlace, reduceWindow } from '../../../../renderer/app/window-state'

const place: OpenPlace = { sourceId: 'a', range: { start: 1, end: 4 }, page: null, citation: null }
const cited: OpenPlace = { ...place, citation: { sessionId: 's1', n: 2 } }

describe('reduceWindow', () => {
  it('shows a place in the source tab and in the sheet of a narrow window', () => {
    const state = reduceWindow({ ...initialWindow, tab: 'state' }, { type: 'openPlace', place })
    expect(state).toMatchObject({ place, tab: 'source', rightSheet: true, leftSheet: false })
  })

  it('drops a citation of another session, but keeps a source that a person opened', () => {
    const open = { ...initialWindow, sessionId: 's1' }
    expect(reduceWindow({ ...open, place: cited }, { type: 'openSession', sessionId: 's2' }).place).toBeNull()
    expect(reduceWindow({ ...open, place }, { type: 'openSession', sessionId: 's2' }).place).toBe(place)
  })

  it('leaves everything when the open session is opened again', () => {
    const open = { ...initialWindow, sessionId: 's1', place: cited, finding: true }
    expect(reduceWindow(open, { type: 'openSession', sessionId: 's1' })).toEqual(open)
  })

  it('never has a dialog over a sheet or over another dialog', () => {
    const sheets = { ...initialWindow, leftSheet: true }
    const first = reduceWindow(sheets, { type: 'openDialog', dialog: { kind: 'palette' } })
    expect(first).toMatchObject({ leftSheet: false, rightSheet: false, dialog: { kind: 'palette' } })
    const second = reduceWindow(first, { type: 'openDialog', dialog: { kind: 'settings' } })
    expect(second.dialog).toEqual({ kind: 'settings' })
  })
})

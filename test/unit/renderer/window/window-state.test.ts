import { describe, expect, it } from 'vitest'
import {
  firstState,
  initialWindow,
  type OpenPlace,
  reduceWindow,
  rightOf,
} from '../../../../renderer/window/window-state'

const place: OpenPlace = {
  kind: 'source',
  sourceId: 'a',
  range: { start: 1, end: 4 },
  page: null,
  headingPath: [],
  citation: null,
}
const cited: OpenPlace = { ...place, citation: { sessionId: 's1', version: 1, n: 2 } }

describe('firstState', () => {
  const layout = {
    left: 20,
    leftCollapsed: false,
    rightCollapsed: false,
    right: 30,
    rightTab: 'evidence',
    openSession: 's1',
    openProject: 'p1',
    openView: 'pool',
  } as const

  it('shows a project as it was left, another one without its session', () => {
    expect(firstState(layout, 'p1', null)).toEqual({ sessionId: 's1', tab: 'evidence', view: 'pool' })
    expect(firstState(layout, 'p2', null)).toEqual({ sessionId: null, tab: 'evidence', view: 'pool' })
  })

  it('shows the session that a project was opened for', () => {
    const opened = firstState(layout, 'p2', { kind: 'session', sessionId: 's9' })
    expect(opened).toMatchObject({ sessionId: 's9', view: 'session' })
  })

  it('shows the hit that a project was opened for, beside the search that found it', () => {
    const at = { sourceId: 'a', start: 1, end: 4, page: null, lineStart: 1, lineEnd: 1, headingPath: ['Mills'] }
    const opened = firstState(layout, 'p2', { kind: 'hit', at, text: 'barley', projects: ['p1'] })
    expect(opened).toMatchObject({
      view: 'search',
      search: { text: 'barley', filter: {}, projects: ['p1'] },
      place: { kind: 'source', sourceId: 'a', range: { start: 1, end: 4 }, headingPath: ['Mills'] },
      tab: 'source',
      rightSheet: true,
    })
  })
})

describe('reduceWindow', () => {
  it('keeps what is searched for, and by what, while other views are shown', () => {
    const typed = reduceWindow(initialWindow, { type: 'search', change: { text: 'heat' } })
    const narrowed = reduceWindow(typed, { type: 'search', change: { filter: { tags: ['a'] } } })
    const back = [
      { type: 'showView', view: 'pool' },
      { type: 'showView', view: 'search' },
    ] as const
    expect(back.reduce(reduceWindow, narrowed).search).toEqual({
      text: 'heat',
      filter: { tags: ['a'] },
      sort: 'relevance',
      projects: [],
    })
    expect(rightOf({ ...narrowed, view: 'search', place })).toBe('session')
  })

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

  it('comes back to the session when one is opened, and keeps what the other views had open', () => {
    const resources = reduceWindow(
      { ...initialWindow, sessionId: 's1' },
      { type: 'openResource', resourceId: 'database:a' },
    )
    expect(resources).toMatchObject({ view: 'resources', resourceId: 'database:a', rightSheet: true })
    const back = reduceWindow(resources, { type: 'openSession', sessionId: 's1' })
    expect(back).toMatchObject({ view: 'session', sessionId: 's1', resourceId: 'database:a' })
  })

  it('asks a need from elsewhere in the match test, once', () => {
    const asked = reduceWindow(initialWindow, { type: 'askNeed', need: 'how many runs?' })
    expect(asked).toMatchObject({ view: 'resources', resourcesTab: 'match', need: 'how many runs?' })
    expect(reduceWindow(asked, { type: 'needAsked' }).need).toBeNull()
  })
})

describe('rightOf', () => {
  it('tells of the view’s own thing, and of a source that was opened since', () => {
    const resource = reduceWindow(initialWindow, { type: 'openResource', resourceId: 'database:a' })
    expect(rightOf(resource)).toBe('resources')
    const source = reduceWindow(resource, { type: 'openPlace', place })
    expect([source.view, rightOf(source)]).toEqual(['resources', 'session'])
    expect(rightOf(reduceWindow(source, { type: 'openResource', resourceId: 'database:b' }))).toBe('resources')
    expect(rightOf(reduceWindow(initialWindow, { type: 'openMember', memberId: 'm' }))).toBe('pool')
    expect(rightOf(reduceWindow(initialWindow, { type: 'showView', view: 'pool' }))).toBe('pool')
  })
})

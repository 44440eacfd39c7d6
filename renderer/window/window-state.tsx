import { createContext, type ReactNode, useContext, useMemo, useReducer } from 'react'
import type { AppSettings } from '../../contract/app/app'
import type { Locator, PartKind, SourceView } from '../../contract/library/source'
import type { RecallFilter } from '../../contract/recall/recall'
import type { AnswerPlace, Place } from '../../contract/report/place'
import type { ProjectOpening } from '../bridge'

/** What the right pane shows: a place in a source, or an answer. */
export type OpenPlace = OpenSource | OpenAnswer

/** The citation that led to a place, if one did. */
type LeadingCitation = { sessionId: string; version: number; n: number } | null

export interface OpenSource {
  kind: 'source'
  sourceId: string
  /** Characters of the passage to light up; null opens the source at its start. */
  range: { start: number; end: number } | null
  page: number | null
  /** What `page` counts; absent of pages. */
  part?: PartKind | undefined
  /** Headings over the place, where they are known. */
  headingPath: readonly string[]
  /** Lines of code that are cited as a whole, and who sent the message, where a citation says them. */
  lineStart?: number
  lineEnd?: number
  sender?: string
  citation: LeadingCitation
}

/** What a query or call answered. */
export interface OpenAnswer {
  kind: 'answer'
  place: AnswerPlace
  citation: LeadingCitation
}

export type InspectorTab = 'source' | 'evidence' | 'timeline' | 'state'

/** What the middle shows: the session (or the place to ask), a search, what can be used, who works, what was called, what is remembered, or what the library is about. */
export type View = 'session' | 'search' | 'resources' | 'pool' | 'calls' | 'memory' | 'domains'

export type ResourcesTab = 'browse' | 'match' | 'learned'

/** What is searched for on the search page, and how its hits are narrowed and sorted. */
export interface SearchState {
  readonly text: string
  readonly filter: RecallFilter
  readonly sort: 'relevance' | 'date'
  /** Ids of other projects that are searched as well. */
  readonly projects: readonly string[]
}

/** The one dialog that is open. There is never a second over it. */
export type OpenDialog =
  | { kind: 'palette' }
  | { kind: 'settings' }
  | { kind: 'about' }
  | { kind: 'shortcuts' }
  | { kind: 'help' }
  | { kind: 'intake'; tokens: string[] }
  | { kind: 'note'; text: string }
  | { kind: 'scan' }
  | { kind: 'removeResource'; resourceId: string; name: string }
  | { kind: 'removeSource'; sourceId: string; name: string }
  | { kind: 'removeRoot'; root: string }
  | { kind: 'removeSession'; sessionId: string; title: string }
  | { kind: 'renameSession'; sessionId: string; title: string }
  | { kind: 'why'; sessionId: string; version: number; sentenceId: string }
  | { kind: 'editSentence'; sessionId: string; version: number; sentenceId: string }
  | { kind: 'redoSection'; sessionId: string; heading: string; step: { stepId: string; query: string } }
  | { kind: 'createProject' }
  | { kind: 'renameProject'; projectId: string; name: string }
  | { kind: 'removeProject'; projectId: string; name: string }
  | { kind: 'labels'; sources: readonly Pick<SourceView, 'id' | 'name' | 'tags' | 'collections'>[] }
  | { kind: 'moveSources'; sources: readonly { id: string; name: string }[] }

/** What only the window knows: what is open in it. Everything else is main's and streamed. */
export interface WindowState {
  view: View
  sessionId: string | null
  /** The resource, or the member of the pool, that the right pane tells of in their views. */
  resourceId: string | null
  resourcesTab: ResourcesTab
  /** A need to be asked in the match test as soon as that is shown. */
  need: string | null
  memberId: string | null
  search: SearchState
  place: OpenPlace | null
  tab: InspectorTab
  dialog: OpenDialog | null
  leftSheet: boolean
  rightSheet: boolean
  finding: boolean
  /** Version of the report that was chosen; null shows the newest. */
  reportVersion: number | null
  /** The sample was taken in from this window: questions that it answers are offered. */
  sampleAdded: boolean
}

export type WindowEvent =
  | { type: 'openSession'; sessionId: string | null }
  | { type: 'showView'; view: View }
  | { type: 'showResources'; tab: ResourcesTab }
  | { type: 'askNeed'; need: string }
  | { type: 'needAsked' }
  | { type: 'openResource'; resourceId: string }
  | { type: 'closeResource' }
  | { type: 'openMember'; memberId: string }
  | { type: 'closeMember' }
  | { type: 'search'; change: Partial<SearchState> }
  | { type: 'openPlace'; place: OpenPlace }
  | { type: 'closePlace' }
  | { type: 'showTab'; tab: InspectorTab }
  | { type: 'openDialog'; dialog: OpenDialog }
  | { type: 'closeDialog' }
  | { type: 'leftSheet'; open: boolean }
  | { type: 'rightSheet'; open: boolean }
  | { type: 'finding'; open: boolean }
  | { type: 'showReport'; version: number | null }
  | { type: 'sampleAdded' }

export const initialWindow: WindowState = {
  view: 'session',
  sessionId: null,
  resourceId: null,
  resourcesTab: 'browse',
  need: null,
  memberId: null,
  search: { text: '', filter: {}, sort: 'relevance', projects: [] },
  place: null,
  tab: 'source',
  dialog: null,
  leftSheet: false,
  rightSheet: false,
  finding: false,
  reportVersion: null,
  sampleAdded: false,
}

/** How the window begins with a project: as it was left, or with what the project was to be opened with. */
export function firstState(
  layout: AppSettings['layout'],
  projectId: string,
  opening: ProjectOpening | null,
): Partial<WindowState> {
  const left = {
    sessionId: (layout.openProject ?? projectId) === projectId ? layout.openSession : null,
    tab: layout.rightTab,
    view: layout.openView ?? 'session',
  }
  if (opening === null) return left
  if (opening.kind === 'session') return { ...left, sessionId: opening.sessionId, view: 'session' }
  const { at, text, projects } = opening
  const search = { ...initialWindow.search, text, projects }
  return { ...left, view: 'search', search, place: placeOf(at), tab: 'source', rightSheet: true }
}

/** The window's next state. Pure, so that it is tested without a window. */
export function reduceWindow(state: WindowState, event: WindowEvent): WindowState {
  switch (event.type) {
    case 'openSession': {
      const shown = { ...state, view: 'session' as const, leftSheet: false }
      if (event.sessionId === state.sessionId) return shown
      const kept = state.place?.citation ? null : state.place
      return { ...shown, sessionId: event.sessionId, place: kept, finding: false, reportVersion: null }
    }
    case 'showView':
      return { ...state, view: event.view, leftSheet: false, rightSheet: false, finding: false }
    case 'showResources':
      return { ...state, view: 'resources', resourcesTab: event.tab, leftSheet: false, rightSheet: false }
    case 'askNeed':
      return { ...state, view: 'resources', resourcesTab: 'match', need: event.need, rightSheet: false }
    case 'needAsked':
      return { ...state, need: null }
    // The right pane tells of what was opened last: a resource, a member, or a source.
    case 'openResource':
      return { ...state, view: 'resources', resourceId: event.resourceId, rightSheet: true, leftSheet: false }
    case 'closeResource':
      return { ...state, resourceId: null, rightSheet: false }
    case 'openMember':
      return { ...state, view: 'pool', memberId: event.memberId, rightSheet: true, leftSheet: false }
    case 'closeMember':
      return { ...state, memberId: null, rightSheet: false }
    case 'search':
      return { ...state, search: { ...state.search, ...event.change } }
    case 'openPlace':
      return {
        ...state,
        place: event.place,
        tab: 'source',
        resourceId: null,
        memberId: null,
        rightSheet: true,
        leftSheet: false,
      }
    case 'closePlace':
      return { ...state, place: null, rightSheet: false }
    case 'showTab':
      return { ...state, tab: event.tab }
    case 'openDialog':
      return { ...state, dialog: event.dialog, leftSheet: false, rightSheet: false }
    case 'closeDialog':
      return { ...state, dialog: null }
    case 'leftSheet':
      return { ...state, leftSheet: event.open, rightSheet: false }
    case 'rightSheet':
      return { ...state, rightSheet: event.open, leftSheet: false }
    case 'finding':
      return { ...state, finding: event.open }
    case 'showReport':
      return { ...state, reportVersion: event.version, finding: false }
    case 'sampleAdded':
      return { ...state, sampleAdded: true }
  }
}

/** Whose page the right pane shows: of the view's own thing, else the sources and evidence. */
export function rightOf(state: WindowState): Exclude<View, 'calls' | 'memory' | 'domains' | 'search'> {
  if (state.view === 'resources') return state.resourceId !== null || state.place === null ? 'resources' : 'session'
  if (state.view === 'pool') return state.memberId !== null || state.place === null ? 'pool' : 'session'
  return 'session'
}

/** A source as it opens from the list: at its start. */
export const startOf = (sourceId: string): OpenSource => ({
  kind: 'source',
  sourceId,
  range: null,
  page: null,
  headingPath: [],
  citation: null,
})

/** The place as it opens; of a hit its locator with its headings. */
export function placeOf(
  of: Place | (Locator & { headingPath: readonly string[] }),
  citation: LeadingCitation = null,
): OpenPlace {
  if ('kind' in of && of.kind !== 'source') return { kind: 'answer', place: of, citation }
  const { sourceId, start, end, page, part, headingPath } = of
  const opened: OpenSource = { kind: 'source', sourceId, range: { start, end }, page, part, headingPath, citation }
  if (!('kind' in of)) return opened
  const { symbol, lineStart, lineEnd, sender } = of
  return { ...opened, ...(sender !== undefined && { sender }), ...(symbol !== undefined && { lineStart, lineEnd }) }
}

/** The source that is open, if one is. */
export function openSourceId({ place }: Pick<WindowState, 'place'>): string | null {
  return place?.kind === 'source' ? place.sourceId : null
}

const StateContext = createContext<WindowState>(initialWindow)
const DispatchContext = createContext<(event: WindowEvent) => void>(() => {})

export function WindowStateProvider({ initial, children }: { initial?: Partial<WindowState>; children: ReactNode }) {
  const [state, dispatch] = useReducer(
    reduceWindow,
    useMemo(() => ({ ...initialWindow, ...initial }), [initial]),
  )
  return (
    <DispatchContext value={dispatch}>
      <StateContext value={state}>{children}</StateContext>
    </DispatchContext>
  )
}

export const useWindowState = (): WindowState => useContext(StateContext)
export const useWindowDispatch = (): ((event: WindowEvent) => void) => useContext(DispatchContext)

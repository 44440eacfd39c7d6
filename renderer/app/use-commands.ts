import { useCallback, useEffect } from 'react'
import type { TopicValue } from '../../contract/channels'
import { quarry } from '../bridge'
import { useNotices } from './notices'
import type { PaneControls } from './panes'
import { useShortcuts } from './use-shortcuts'
import { useWindowDispatch, useWindowState } from './window-state'

export type Command = TopicValue<'command'>

const focusLater = (selector: string): void => {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus())
}

/** What a command does, wherever it came from: key, menu, palette or button. */
export function useRunCommand(): (command: Command) => void {
  const dispatch = useWindowDispatch()
  const { attempt } = useNotices()
  return useCallback(
    (command) => {
      switch (command) {
        case 'newSession':
          dispatch({ type: 'closeDialog' })
          dispatch({ type: 'openSession', sessionId: null })
          return focusLater('#question')
        case 'search':
          dispatch({ type: 'closeDialog' })
          if (!document.querySelector('#source-search')) dispatch({ type: 'leftSheet', open: true })
          return focusLater('#source-search')
        case 'addFiles':
        case 'addFolder':
          void attempt(async () => {
            const paths = await quarry.desktopChooseFiles({ folders: command === 'addFolder' })
            if (paths.length > 0) dispatch({ type: 'openDialog', dialog: { kind: 'intake', paths } })
          })
          return
        case 'resources':
        case 'pool':
          dispatch({ type: 'closeDialog' })
          dispatch({ type: 'showView', view: command })
          return focusLater('#main')
        case 'match':
          dispatch({ type: 'closeDialog' })
          dispatch({ type: 'showResources', tab: 'match' })
          return focusLater('#need')
        default:
          return dispatch({ type: 'openDialog', dialog: { kind: command } })
      }
    },
    [dispatch, attempt],
  )
}

/** The keys that hold in the whole window, the menu's commands, and what main hands in. */
export function useCommands(panes: PaneControls): void {
  const run = useRunCommand()
  const dispatch = useWindowDispatch()
  const { dialog, finding, place, sessionId, view, resourceId, memberId } = useWindowState()

  useEffect(() => quarry.subscribe('command', null, run), [run])
  useEffect(
    () =>
      quarry.subscribe('intake', null, ({ paths }) =>
        dispatch({ type: 'openDialog', dialog: { kind: 'intake', paths } }),
      ),
    [dispatch],
  )

  const free = dialog === null
  useShortcuts([
    { key: 'k', mod: true, run: () => void run('palette') },
    { key: ',', mod: true, run: () => void run('settings') },
    { key: 'n', run: () => (free ? void run('newSession') : false) },
    { key: '/', run: () => (free ? void run('search') : false) },
    { key: '?', run: () => (free ? void run('shortcuts') : false) },
    { key: 'r', run: () => (free ? void run('resources') : false) },
    { key: 'm', run: () => (free ? void run('match') : false) },
    { key: 'p', run: () => (free ? void run('pool') : false) },
    { key: '[', run: () => (free ? void panes.toggleLeft() : false) },
    { key: ']', run: () => (free ? void panes.toggleRight() : false) },
    {
      key: 'f',
      mod: true,
      run: () =>
        free && view === 'session' && sessionId !== null ? void dispatch({ type: 'finding', open: true }) : false,
    },
    {
      key: 'escape',
      inText: true,
      run() {
        if (!free) return false
        if (finding) return void dispatch({ type: 'finding', open: false })
        if (view === 'resources' && resourceId !== null) return void dispatch({ type: 'closeResource' })
        if (view === 'pool' && memberId !== null) return void dispatch({ type: 'closeMember' })
        if (place) return void dispatch({ type: 'closePlace' })
        return false
      },
    },
  ])
}

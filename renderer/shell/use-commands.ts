import { useEffect } from 'react'
import { currentProject, quarry, showProject } from '../bridge'
import { useRunCommand } from '../window/run-command'
import { useShortcuts } from '../window/use-shortcuts'
import { useWindowDispatch, useWindowState } from '../window/window-state'
import type { PaneControls } from './panes'

/** The keys that hold in the whole window, the menu's commands, and what main hands in. */
export function useCommands(panes: PaneControls): void {
  const run = useRunCommand()
  const dispatch = useWindowDispatch()
  const { dialog, finding, place, sessionId, view, resourceId, memberId } = useWindowState()

  useEffect(() => quarry.subscribe('command', null, null, run), [run])
  useEffect(
    () =>
      quarry.subscribe('intake', null, null, ({ tokens }) =>
        dispatch({ type: 'openDialog', dialog: { kind: 'intake', tokens } }),
      ),
    [dispatch],
  )

  useEffect(
    () =>
      quarry.subscribe('openedSession', null, null, (opened) => {
        dispatch({ type: 'closeDialog' })
        if (opened.projectId === currentProject()) dispatch({ type: 'openSession', sessionId: opened.sessionId })
        else showProject(opened.projectId, { kind: 'session', sessionId: opened.sessionId })
      }),
    [dispatch],
  )

  const free = dialog === null
  useShortcuts([
    { key: 'k', mod: true, run: () => void run('palette') },
    { key: ',', mod: true, run: () => void run('settings') },
    { key: 'n', run: () => (free ? void run('newSession') : false) },
    { key: '/', run: () => (free ? void run('search') : false) },
    { key: 's', run: () => (free ? void run('searchPage') : false) },
    { key: '?', run: () => (free ? void run('shortcuts') : false) },
    { key: 'r', run: () => (free ? void run('resources') : false) },
    { key: 'm', run: () => (free ? void run('match') : false) },
    { key: 'p', run: () => (free ? void run('pool') : false) },
    { key: 'd', run: () => (free ? void run('domains') : false) },
    { key: 'c', run: () => (free ? void run('calls') : false) },
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
        // A dialog takes the key itself, but not yet in the moment in which it opens.
        if (!free) return void dispatch({ type: 'closeDialog' })
        if (finding) return void dispatch({ type: 'finding', open: false })
        if (view === 'resources' && resourceId !== null) return void dispatch({ type: 'closeResource' })
        if (view === 'pool' && memberId !== null) return void dispatch({ type: 'closeMember' })
        if (place) return void dispatch({ type: 'closePlace' })
        return false
      },
    },
  ])
}

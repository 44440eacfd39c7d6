import { useCallback } from 'react'
import type { TopicValue } from '../../contract/channels/channels'
import { quarry } from '../bridge'
import { useNotices } from './notices'
import { useWindowDispatch } from './window-state'

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
            const tokens = await quarry.desktopChooseFiles({ folders: command === 'addFolder' })
            if (tokens.length > 0) dispatch({ type: 'openDialog', dialog: { kind: 'intake', tokens } })
          })
          return
        case 'searchPage':
          dispatch({ type: 'closeDialog' })
          dispatch({ type: 'showView', view: 'search' })
          return focusLater('#search-text')
        case 'resources':
        case 'pool':
        case 'calls':
        case 'memory':
        case 'domains':
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

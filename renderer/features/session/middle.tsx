import { useWindowState } from '../../window/window-state'
import { SessionPane } from './session-pane'
import { Welcome } from './welcome'

/** What is being worked out: the open session, or the place to ask. */
export function Middle() {
  const { sessionId } = useWindowState()
  return sessionId === null ? <Welcome /> : <SessionPane sessionId={sessionId} />
}

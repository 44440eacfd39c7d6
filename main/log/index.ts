export { type Log, openLog } from './log'
export { logSession } from './session-entries'

export { hearAttempts, noteAttempt } from '../../workers/egress/attempts'
export { type ConnectionLog, createConnectionLog } from './connection-log'
export { forPurpose, purposeNow } from './purpose'
export { watchProcesses } from './watch-processes'

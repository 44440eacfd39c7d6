export { hearAttempts, noteAttempt } from '../../workers/egress/attempts'
export { type ConnectionLog, createConnectionLog } from './connection-log'
export { forPurpose } from './purpose'
export { watchProcesses } from './watch-processes'

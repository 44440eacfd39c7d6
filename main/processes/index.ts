export { createByEgress } from './by-egress'
export { failureOfLost, ProcessLost } from './process-lost'
export { type ProgramLaunchers, programLaunchers } from './program-launcher'
export { createWorkLimit } from './work-limit'
export {
  lastWordsOf,
  type StartWorkProcess,
  startChildProcess,
  workArguments,
  workEngineFlags,
  workEnvironment,
} from './work-process'
export { createWorkProcesses, type WorkProcesses } from './work-processes'

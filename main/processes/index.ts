export { createByEgress } from './by-egress'
export { ProcessLost } from './process-lost'
export { type ProgramLaunchers, programLaunchers } from './program-launcher'
export { createSandbox } from './sandbox'
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

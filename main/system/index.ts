export { diagnose } from './doctor'
export { atWork } from './machine-work'
export { dataDirectory, type RuntimePaths, runtimePaths } from './paths'
export { createProcessorShare } from './processor-share'

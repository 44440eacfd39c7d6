export { diagnose } from './doctor'
export { dataDirectory, type RuntimePaths, runtimePaths } from './paths'
export { createProcessorShare } from './processor-share'

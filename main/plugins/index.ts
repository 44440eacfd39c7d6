export { createPluginRuns } from './plugin-runs'
export { createPluginTools, isPlugin } from './plugin-tools'

export { createResources } from './create-resources'
export type { Resources } from './resources'

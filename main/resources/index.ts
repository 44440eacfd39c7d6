export { createDiscoverers } from './create-discoverers'
export { createResources } from './create-resources'
export type { Resources } from './resources'

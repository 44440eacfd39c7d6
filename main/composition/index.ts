export { createOpenProjects, type OpenProjects } from './open-projects'
export { createOpenedParts } from './opened-parts'
export { openProject } from './project-runtime'
export type { SharedParts } from './shared-parts'

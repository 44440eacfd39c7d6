export { createOpenProjects, type OpenProjects } from './open-projects'
export { createOpenedParts } from './opened-parts'
export { openProject, type SharedParts } from './project-runtime'

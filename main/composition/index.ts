export { createOpenProjects, type OpenProjects } from './open-projects'
export { openProject, type SharedParts } from './project-runtime'

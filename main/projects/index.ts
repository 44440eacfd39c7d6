export { createProjects, type Projects } from './projects'

export { createResearch, type Research } from './research'

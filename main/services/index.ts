export { createServices, type Services } from './services'

export { attachToOwner } from './client'
export { serveSocket } from './server'

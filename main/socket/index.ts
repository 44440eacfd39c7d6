export { attachToOwner } from './client'
export { type SocketServer, serveSocket } from './server'

export { type HttpBySetting, serveBySetting } from './by-setting'
export { type HttpServer, serveHttp } from './server'
export { createHttpToken, type HttpToken } from './token'

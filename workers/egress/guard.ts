import { Socket as DatagramSocket } from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { isIP, Socket } from 'node:net'
import type { ConnectionAttempt } from '../../contract/calls/connections'
import { noteAttempt } from './attempts'
import { denied, type EgressPolicy, permits } from './policy'

interface ConnectOptions {
  path?: string | null
  host?: string
  port?: number | string
}

/** Node normalises `connect`'s arguments into one array; either form names a path (local socket) or host and port. */
function destinationOf(connectArguments: readonly unknown[]): ConnectOptions {
  const first = Array.isArray(connectArguments[0]) ? connectArguments[0][0] : connectArguments[0]
  if (typeof first === 'object' && first !== null) return first as ConnectOptions
  if (typeof first === 'string' && Number.isNaN(Number(first))) return { path: first }
  const host = connectArguments[1]
  return { port: Number(first), ...(typeof host === 'string' ? { host } : {}) }
}

/**
 * Holds this thread to the policy: TCP below http, tls and undici alike (all of them connect through net.Socket), UDP,
 * and questions to name servers. Each thread has its own modules, so each installs the guard. Local sockets (Unix,
 * named pipes) pass. What is tried is noted, allowed or refused. Answers a function that lifts the guard again (for tests).
 * @param by what the thread is called where its attempts are listed
 */
export function enforceEgress(policy: EgressPolicy, by?: string): () => void {
  const note: Note = (kind, host, port, isAllowed) => {
    const decision = isAllowed ? 'allowed' : 'refused'
    noteAttempt({ at: new Date().toISOString(), kind, host: host ?? null, port: port ?? null, decision, by })
  }
  const lifts = [refuseConnections(policy, note), refuseDatagrams(policy, note), refuseNames(policy, note)]
  return () => {
    for (const lift of lifts.toReversed()) lift()
  }
}

type Note = (
  kind: ConnectionAttempt['kind'],
  host: string | undefined,
  port: number | undefined,
  isAllowed: boolean,
) => void

function refuseConnections(policy: EgressPolicy, note: Note): () => void {
  const connect = Socket.prototype.connect
  Socket.prototype.connect = function guarded(this: Socket, ...connectArguments: Parameters<typeof connect>) {
    const { path, host, port } = destinationOf(connectArguments)
    const isAllowed = Boolean(path) || permits(policy, host, Number(port ?? 0))
    if (!path) note('connection', host ?? 'localhost', Number(port ?? 0), isAllowed)
    if (!isAllowed) {
      const error = denied(policy, `a connection to ${host ?? 'this machine'}:${port ?? '?'}`, {
        host: host ?? null,
        port: Number(port ?? 0),
      })
      // Writers (http) wait while a socket connects, instead of failing for a reason of their own.
      Object.assign(this, { connecting: true })
      // Later than the callers (http, undici) take to listen for errors on a new socket.
      setImmediate(() => this.destroy(error))
      return this
    }
    return connect.apply(this, connectArguments)
  } as typeof connect
  return () => {
    Socket.prototype.connect = connect
  }
}

type DatagramMethod = 'send' | 'connect' | 'bind'

/**
 * Refuses UDP: sending, connecting, and binding, which a datagram needs to be answered. The error goes where Node's own
 * would: to the callback if there is one, else to the socket's listeners.
 */
function refuseDatagrams(policy: EgressPolicy, note: Note): () => void {
  const prototype = DatagramSocket.prototype as unknown as Record<DatagramMethod, (...parameters: unknown[]) => unknown>
  const originals = { send: prototype.send, connect: prototype.connect, bind: prototype.bind }
  const refuse = (method: DatagramMethod) =>
    function guarded(this: DatagramSocket, ...parameters: unknown[]): unknown {
      const error = denied(policy, `UDP (${method})`, { host: null, port: 0 })
      const host = parameters.findLast((one, at) => typeof one === 'string' && at > 0)
      const port = parameters.findLast((one) => typeof one === 'number')
      note('datagram', host as string | undefined, port as number | undefined, false)
      const last = parameters.at(-1)
      setImmediate(() => {
        // The callback of `bind` listens for success alone.
        if (typeof last === 'function' && method !== 'bind') last(error)
        else this.emit('error', error)
      })
      return method === 'bind' ? this : undefined
    }
  prototype.send = refuse('send')
  prototype.connect = refuse('connect')
  prototype.bind = refuse('bind')
  return () => void Object.assign(prototype, originals)
}

type Functions = Record<string, (...parameters: unknown[]) => unknown>

const asksServer = /^(lookup|resolve|reverse)/

/**
 * Refuses to ask for names: a question to a name server tells it, and everyone on the way, the name. An address is
 * looked up without a question, and so passes: servers do that before they listen.
 */
function refuseNames(policy: EgressPolicy, note: Note): () => void {
  const lifts = [
    replace(dns as unknown as Functions, policy, note, false),
    replace(dns.Resolver.prototype as unknown as Functions, policy, note, false),
    replace(dns.promises as unknown as Functions, policy, note, true),
    replace(dns.promises.Resolver.prototype as unknown as Functions, policy, note, true),
  ]
  // Else `import { lookup } from 'node:dns'` would give the functions as they were.
  syncBuiltinESMExports()
  return () => {
    for (const lift of lifts) lift()
    syncBuiltinESMExports()
  }
}

/** @param answersPromises whether the functions reject; else their last parameter is called with the error */
function replace(functions: Functions, policy: EgressPolicy, note: Note, answersPromises: boolean): () => void {
  const originals: Functions = {}
  for (const name of Object.getOwnPropertyNames(functions)) {
    const original = functions[name]
    if (!asksServer.test(name) || typeof original !== 'function') continue
    originals[name] = original
    functions[name] = function guarded(this: unknown, ...parameters: unknown[]) {
      const host = String(parameters[0])
      const isAddress = name === 'lookup' && isIP(host) !== 0
      const isAllowed = isAddress || (name === 'lookup' && permits(policy, host))
      if (!isAddress) note('name', host, undefined, isAllowed)
      if (isAllowed) return original.apply(this, parameters)
      const error = denied(policy, `looking up ${host}`, { host, port: 0 })
      if (answersPromises) return Promise.reject(error)
      const callback = parameters.at(-1)
      if (typeof callback !== 'function') throw error
      setImmediate(() => callback(error))
      return undefined
    }
  }
  return () => void Object.assign(functions, originals)
}

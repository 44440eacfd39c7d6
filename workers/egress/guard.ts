import { Socket } from 'node:net'
import { refuseDatagrams } from './datagrams'
import { refuseNames } from './names'
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
 * named pipes) pass. Answers a function that lifts the guard again (for tests).
 */
export function enforceEgress(policy: EgressPolicy): () => void {
  const lifts = [refuseConnections(policy), refuseDatagrams(policy), refuseNames(policy)]
  return () => {
    for (const lift of lifts.toReversed()) lift()
  }
}

function refuseConnections(policy: EgressPolicy): () => void {
  const connect = Socket.prototype.connect
  Socket.prototype.connect = function guarded(this: Socket, ...connectArguments: Parameters<typeof connect>) {
    const { path, host, port } = destinationOf(connectArguments)
    if (!path && !permits(policy, host, Number(port ?? 0))) {
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

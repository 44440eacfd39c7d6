import { Socket } from 'node:dgram'
import { denied, type EgressPolicy } from './policy'

type Method = 'send' | 'connect' | 'bind'

/**
 * Refuses UDP: sending, connecting, and binding, which a datagram needs to be answered. The error goes where Node's own
 * would: to the callback if there is one, else to the socket's listeners.
 */
export function refuseDatagrams(policy: EgressPolicy): () => void {
  const prototype = Socket.prototype as unknown as Record<Method, (...parameters: unknown[]) => unknown>
  const originals = { send: prototype.send, connect: prototype.connect, bind: prototype.bind }
  const refuse = (method: Method) =>
    function guarded(this: Socket, ...parameters: unknown[]): unknown {
      const error = denied(policy, `UDP (${method})`, { host: null, port: 0 })
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

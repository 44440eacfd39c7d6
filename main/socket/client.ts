import { readFile } from 'node:fs/promises'
import { createConnection, type Socket } from 'node:net'
import { fromErrorShape, QuarryError } from '../../contract/errors'
import type { Result } from '../../contract/result'
import { type SocketRequest, socketResponse } from '../../contract/socket'
import type { Connection } from '../api'
import { socketAddress } from './address'
import { readJsonLines, writeJsonLine } from './lines'
import { requireOwn } from './private-directory'

/**
 * Attaches to the Quarry that owns the data folder. Null where none answers there (no token file, no listener).
 * Throws `socket.unauthorized` where one listens and refuses the token, or where the socket is another
 * user's.
 */
export async function attachToOwner(dataDirectory: string): Promise<Connection | null> {
  const { address, directory, tokenFile } = socketAddress(dataDirectory)
  let token: string
  try {
    token = await readFile(tokenFile, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new QuarryError('socket.unauthorized', 'The open Quarry belongs to another user.', {
      remedy: 'runAsOwner',
      cause: error,
    })
  }
  if (process.platform !== 'win32') await requireOwn(address, directory)
  const socket = await connect(address)
  return socket === null ? null : greet(socket, token)
}

function connect(address: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ path: address })
    socket.once('connect', () => {
      socket.removeAllListeners('error')
      resolve(socket)
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(null)
      else
        reject(
          new QuarryError('socket.unreachable', `The open Quarry does not answer: ${error.message}`, { cause: error }),
        )
    })
  })
}

function greet(socket: Socket, token: string): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const waiting = new Map<number, { resolve(value: never): void; reject(error: unknown): void }>()
    const listeners = new Map<number, (value: never) => void>()
    const lossListeners = new Set<(error: QuarryError) => void>()
    let lastId = 0
    const send = (request: SocketRequest): void => writeJsonLine(socket, request)
    const connection: Connection = {
      call: ((channel: string, input?: unknown) =>
        new Promise((resolveCall, rejectCall) => {
          if (socket.destroyed) {
            rejectCall(new QuarryError('socket.unreachable', 'The open Quarry has closed.'))
            return
          }
          const id = ++lastId
          waiting.set(id, { resolve: resolveCall, reject: rejectCall })
          send({ type: 'call', id, channel, input })
        })) as Connection['call'],
      subscribe(topic, key, listener) {
        const id = ++lastId
        listeners.set(id, listener as (value: never) => void)
        send({ type: 'subscribe', id, subscription: { topic, key } })
        return () => {
          listeners.delete(id)
          send({ type: 'unsubscribe', id })
        }
      },
      attached: true,
      onLost: (listener) => lossListeners.add(listener),
      async close() {
        lossListeners.clear()
        socket.end()
      },
    }
    readJsonLines(socket, (message) => {
      const parsed = socketResponse.safeParse(message)
      if (!parsed.success) {
        socket.destroy()
        return
      }
      const response = parsed.data
      if (response.type === 'welcome') resolve(connection)
      else if (response.type === 'event') listeners.get(response.id)?.(response.value as never)
      else {
        const call = waiting.get(response.id)
        waiting.delete(response.id)
        const result = response.result as Result<never>
        if (result.ok) call?.resolve(result.value)
        else call?.reject(fromErrorShape(result.error))
      }
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      const closed = new QuarryError('socket.unreachable', 'The open Quarry closed the connection.', {
        remedy: 'runCommandAgain',
      })
      reject(new QuarryError('socket.unauthorized', 'The open Quarry refused the connection.'))
      for (const call of waiting.values()) call.reject(closed)
      waiting.clear()
      for (const listener of lossListeners) listener(closed)
    })
    send({ type: 'hello', token })
  })
}

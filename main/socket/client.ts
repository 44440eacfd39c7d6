import { readFile } from 'node:fs/promises'
import { createConnection, type Socket } from 'node:net'
import { type SocketRequest, socketResponse } from '../../contract/channels/socket'
import { QuarryError, toErrorShape } from '../../contract/errors'
import type { Result } from '../../contract/result'
import { type Connection, connectOver, type Line } from '../api'
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
    throw new QuarryError('socket.unauthorized', 'The running app belongs to another user.', {
      remedy: 'runAsOwner',
      cause: error,
    })
  }
  if (process.platform !== 'win32') await requireOwn(address, directory)
  const socket = await connect(address)
  return socket === null ? null : connectOver(await greet(socket, token))
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
          new QuarryError('socket.unreachable', `The running app is not responding: ${error.message}`, {
            cause: error,
          }),
        )
    })
  })
}

function greet(socket: Socket, token: string): Promise<Line> {
  return new Promise((resolve, reject) => {
    const waiting = new Map<number, (result: Result<unknown>) => void>()
    const listeners = new Map<number, (value: never) => void>()
    const lossListeners = new Set<(error: QuarryError) => void>()
    let lastId = 0
    const send = (request: SocketRequest): void => writeJsonLine(socket, request)
    const failed = (error: QuarryError): Result<unknown> => ({ ok: false, error: toErrorShape(error) })
    const line: Line = {
      dispatch: (channel, envelope) =>
        new Promise((answer) => {
          if (socket.destroyed) {
            answer(failed(new QuarryError('socket.unreachable', 'The running app was closed.')))
            return
          }
          const id = ++lastId
          waiting.set(id, answer)
          send({ type: 'call', id, channel, ...envelope })
        }),
      subscribe(subscription, listener) {
        const id = ++lastId
        listeners.set(id, listener)
        send({ type: 'subscribe', id, subscription })
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
      if (response.type === 'welcome') resolve(line)
      else if (response.type === 'event') listeners.get(response.id)?.(response.value as never)
      else {
        const answer = waiting.get(response.id)
        waiting.delete(response.id)
        answer?.(response.result as Result<unknown>)
      }
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      const closed = new QuarryError('socket.unreachable', 'The running app closed the connection.', {
        remedy: 'runCommandAgain',
      })
      reject(new QuarryError('socket.unauthorized', 'The running app refused the connection.'))
      for (const answer of waiting.values()) answer(failed(closed))
      waiting.clear()
      for (const listener of lossListeners) listener(closed)
    })
    send({ type: 'hello', token })
  })
}

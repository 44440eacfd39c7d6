import type { Socket } from 'node:net'
import { QuarryError } from '../../contract/errors'
import { maxLineLength } from '../../contract/socket'

/** Calls back with each line's parsed JSON. A line that is too long or no JSON closes the connection with an error. */
export function readJsonLines(socket: Socket, onMessage: (message: unknown) => void): void {
  socket.setEncoding('utf8')
  let pending: string[] = []
  let pendingLength = 0
  socket.on('data', (chunk: string) => {
    let rest = chunk
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      const line = pending.join('') + rest.slice(0, end)
      pending = []
      pendingLength = 0
      rest = rest.slice(end + 1)
      let message: unknown
      try {
        message = JSON.parse(line)
      } catch (cause) {
        socket.destroy(new QuarryError('input.invalid', 'A line on the socket was not valid JSON.', { cause }))
        return
      }
      onMessage(message)
    }
    pendingLength += rest.length
    if (pendingLength > maxLineLength) {
      socket.destroy(new QuarryError('input.invalid', 'A line on the socket was too long.'))
      return
    }
    if (rest !== '') pending.push(rest)
  })
}

export function writeJsonLine(socket: Socket, message: object): void {
  if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`)
}

import type { Socket } from 'node:net'
import { maxLineLength, maxUnsentBytes } from '../../contract/channels/socket'
import { QuarryError } from '../../contract/errors'

/**
 * Calls back with each line's parsed JSON. A line that is too long or no JSON closes the connection with an error.
 * @param longestLine asked for each line, in UTF-16 code units
 */
export function readJsonLines(
  socket: Socket,
  onMessage: (message: unknown) => void,
  longestLine: () => number = () => maxLineLength,
): void {
  socket.setEncoding('utf8')
  let pending: string[] = []
  let pendingLength = 0
  socket.on('data', (chunk: string) => {
    let rest = chunk
    for (let end = rest.indexOf('\n'); end >= 0 && !socket.destroyed; end = rest.indexOf('\n')) {
      if (pendingLength + end > longestLine()) break
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
    if (socket.destroyed) return
    if (pendingLength > longestLine()) {
      socket.destroy(new QuarryError('input.invalid', 'A line on the socket was too long.'))
      return
    }
    if (rest !== '') pending.push(rest)
  })
}

/** Sends a line. One that does not read what it is sent loses its connection. */
export function writeJsonLine(socket: Socket, message: object): void {
  if (socket.writableLength > maxUnsentBytes) {
    socket.destroy(new QuarryError('socket.unreachable', 'What is sent over the socket is not read.'))
  }
  if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`)
}

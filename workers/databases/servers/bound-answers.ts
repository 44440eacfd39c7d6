import { Socket } from 'node:net'
import { QuarryError } from '../../../contract/errors'

/** Bytes that a server may send before it is asked for more: drivers keep an answer whole until its end has come. */
const maxAnswerBytes = 64 * 1024 * 1024

/** What each connection got since we last wrote to it. */
interface Heard {
  bytesWritten: number
  bytes: number
}

/**
 * Holds every connection of this process to `maxAnswerBytes`, encrypted or not, from its first byte on: a message's own
 * length, of up to 2 GB, is what the server says it is.
 */
export function boundAnswers(): void {
  const heard = new WeakMap<Socket, Heard>()
  const { push } = Socket.prototype
  Socket.prototype.push = function bounded(this: Socket, chunk: Uint8Array | null, encoding?: BufferEncoding) {
    const { bytesWritten } = this
    const before = heard.get(this)
    const bytes = (before?.bytesWritten === bytesWritten ? before.bytes : 0) + (chunk?.length ?? 0)
    heard.set(this, { bytesWritten, bytes })
    if (bytes <= maxAnswerBytes) return push.call(this, chunk, encoding)
    const message = `The server sent more than ${maxAnswerBytes / 1024 / 1024} MB at once.`
    this.destroy(new QuarryError('resource.tooLarge', message, { remedy: 'hostAndPort' }))
    return false
  }
}

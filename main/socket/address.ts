import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Longest Unix socket path that every platform takes (macOS: 104 bytes with the final NUL). */
const longestSocketPath = 103

/** Where the owner of a data folder listens, and the token file that only its user may read. */
export function socketAddress(dataDirectory: string): { address: string; tokenFile: string } {
  const tokenFile = join(dataDirectory, 'socket-token')
  const id = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return { address: `\\\\.\\pipe\\quarry-${id}`, tokenFile }
  const inData = join(dataDirectory, 'quarry.sock')
  return {
    address: Buffer.byteLength(inData) <= longestSocketPath ? inData : join(tmpdir(), `quarry-${id}.sock`),
    tokenFile,
  }
}

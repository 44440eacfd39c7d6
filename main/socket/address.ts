import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Longest Unix socket path that every platform takes (macOS: 104 bytes with the final NUL). */
const longestSocketPath = 103

export interface SocketAddress {
  readonly address: string
  /** The folder of the socket where that is not the data folder: made, and trusted, for its user alone. */
  readonly directory: string | null
  readonly tokenFile: string
}

/** Where the owner of a data folder listens, and the token file that only its user may read. */
export function socketAddress(dataDirectory: string): SocketAddress {
  const tokenFile = join(dataDirectory, 'socket-token')
  const id = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return { address: `\\\\.\\pipe\\quarry-${id}`, directory: null, tokenFile }
  const inData = join(dataDirectory, 'quarry.sock')
  if (Buffer.byteLength(inData) <= longestSocketPath) return { address: inData, directory: null, tokenFile }
  // Not XDG_RUNTIME_DIR: a command from cron or over ssh may not know it, and would look elsewhere than the app.
  const directory = join(tmpdir(), `quarry-${process.getuid?.() ?? 'user'}`)
  return { address: join(directory, `${id}.sock`), directory, tokenFile }
}

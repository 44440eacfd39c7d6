import type { DatabasePlace } from '../../contract/databases/database-tasks'
import type { SqlConnection } from './connection'

/** Long enough for the queries of one question, short enough that no server's owner and no unplugged disk waits for it. */
const keptMs = 10_000
/** Windows lets nobody remove a file that is open. */
const mayKeep = process.platform !== 'win32'

/** The connection that answered last, for the next query of the same place: opening one costs more than most queries. */
export interface KeptConnection {
  /** It is the caller's from now on. Null where none is kept of this place, or what it reads has changed. */
  take(place: DatabasePlace): Promise<SqlConnection | null>
  /** Keeps it, where it can tell whether it is current; else closes it. */
  keep(place: DatabasePlace, connection: SqlConnection): Promise<void>
}

export function createKeptConnection(): KeptConnection {
  let kept: { readonly place: string; readonly connection: SqlConnection; readonly timer: NodeJS.Timeout } | null = null
  const release = (): SqlConnection | null => {
    clearTimeout(kept?.timer)
    const { connection = null } = kept ?? {}
    kept = null
    return connection
  }
  return {
    async take(place) {
      const isOfPlace = kept?.place === JSON.stringify(place)
      const connection = release()
      if (connection === null) return null
      if (isOfPlace && (await connection.isCurrent?.()) === true) return connection
      await closeRead(connection)
      return null
    },
    async keep(place, connection) {
      if (!mayKeep || connection.isCurrent === undefined) return closeRead(connection)
      const timer = setTimeout(() => {
        if (release() !== null) void closeRead(connection)
      }, keptMs)
      kept = { place: JSON.stringify(place), connection, timer }
    },
  }
}

/** Closes what was only read: what closing finds changes no answer. */
export async function closeRead(connection: SqlConnection): Promise<void> {
  try {
    await connection.close()
  } catch {
    // The answer stands.
  }
}

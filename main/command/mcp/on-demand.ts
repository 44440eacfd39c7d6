import type { Connection } from '../../api'

/** A library that is open only while somebody uses it: whoever asks seldom must not keep the app from opening it. */
export interface OnDemandLibrary {
  /** Opens it where it is not, and keeps it open until the work ends. Throws what opening and the work throw. */
  use<Value>(work: (connection: Connection) => Promise<Value>): Promise<Value>
  /** Waits for what is under way, and closes it. */
  close(): Promise<void>
}

/** @param idleMs how long it stays open after its last use */
export function createOnDemandLibrary(open: () => Promise<Connection>, idleMs: number): OnDemandLibrary {
  let opened: Promise<Connection> | null = null
  /** What was closed gives its lock back before it is opened again. */
  let closed: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const underWay = new Set<Promise<unknown>>()

  const forget = (connection: Promise<Connection>): void => {
    if (opened === connection) opened = null
  }
  const get = (): Promise<Connection> => {
    clearTimeout(timer)
    if (opened !== null) return opened
    const connection = closed.then(open)
    opened = connection
    connection.then(
      ({ onLost }) => onLost(() => forget(connection)),
      () => forget(connection),
    )
    return connection
  }
  const shut = (): Promise<void> => {
    clearTimeout(timer)
    const connection = opened
    opened = null
    if (connection !== null) closed = connection.then((one) => one.close()).catch(() => undefined)
    return closed
  }
  return {
    use(work) {
      const done = get().then(work)
      underWay.add(done)
      const end = (): void => {
        underWay.delete(done)
        if (underWay.size === 0) timer = setTimeout(() => void shut(), idleMs)
      }
      done.then(end, end)
      return done
    },
    async close() {
      await Promise.allSettled(underWay)
      await shut()
    },
  }
}

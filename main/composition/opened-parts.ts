export interface Closable {
  close(): Promise<void> | void
}

export interface OpenedParts {
  /** Takes a part to be closed later; answers it. */
  keep<Part extends Closable>(part: Part): Part
  /** Aborted as soon as closing begins. */
  readonly closing: AbortSignal
  /**
   * Closes what was kept, the last first, once however often it is called. One that fails does not keep the others
   * open: the store comes last, and with it the folder's lock.
   * @throws AggregateError of what failed, once all were asked
   */
  closeAll(): Promise<void>
}

/** What is opened one after the other and closed in reverse. */
export function createOpenedParts(): OpenedParts {
  const opened: Closable[] = []
  const closing = new AbortController()
  const closeEach = async (): Promise<void> => {
    closing.abort()
    const failures: unknown[] = []
    for (const part of opened.toReversed()) {
      try {
        await part.close()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be closed in order.')
  }
  let closed: Promise<void> | null = null
  return {
    keep(part) {
      opened.push(part)
      return part
    },
    closing: closing.signal,
    closeAll() {
      closed ??= closeEach()
      return closed
    },
  }
}

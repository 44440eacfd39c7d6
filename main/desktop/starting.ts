interface Closing {
  close(): Promise<void>
}

/** The newest attempt to start something, and a way to try again in the same process. */
export interface Starting<Running> {
  current(): Promise<Running>
  /**
   * Starts anew if the newest attempt has failed, and resolves once what then is the newest attempt has succeeded.
   * @throws why that one failed
   */
  retry(): Promise<void>
  /** What runs has died for `reason`: `current` rejects with that from now on, and what is left of it is closed. */
  lose(reason: unknown): void
}

/**
 * Begins the first attempt at once. `onAttempt` gets each attempt, the first one included, as soon as it begins; what
 * it rejects with has to be taken there or is told by whoever awaits `current`.
 */
export function createStarting<Running extends Closing>(
  start: () => Promise<Running>,
  onAttempt: (attempt: Promise<Running>) => void,
): Starting<Running> {
  let retrying: Promise<void> | null = null
  const begin = (): Promise<Running> => {
    const attempt = start()
    onAttempt(attempt)
    return attempt
  }
  let newest = begin()
  let closed: Promise<void> = Promise.resolve()
  const startAgain = async (): Promise<void> => {
    const failed = await newest.then(
      () => false,
      () => true,
    )
    await closed
    if (failed) newest = begin()
    await newest
  }
  return {
    current: () => newest,
    retry() {
      // Two presses are one attempt: a second start beside the first would find its lock.
      retrying ??= startAgain().finally(() => {
        retrying = null
      })
      return retrying
    },
    lose(reason) {
      closed = newest
        .then((running) => running.close())
        // It is broken already: that it cannot be closed in order is no news.
        .catch(() => undefined)
      newest = Promise.reject(reason)
      onAttempt(newest)
    },
  }
}

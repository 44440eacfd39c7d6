/** Where a topic's value comes from. */
export interface TopicSource<Value> {
  read(): Promise<Value>
  /** Calls back on every change until the returned function is called. */
  onChange(changed: () => void): () => void
}

/**
 * Sends the value now and after changes, at most once per `intervalMs`; what changes while a read is under way
 * is read once more afterwards, so that the last value always arrives. Read errors go to `onError`.
 */
export function streamTopic<Value>(
  source: TopicSource<Value>,
  send: (value: Value) => void,
  onError: (error: unknown) => void,
  intervalMs = 120,
): () => void {
  type Phase = 'idle' | 'reading' | 'readingStale' | 'resting' | 'restingStale' | 'closed'
  let phase: Phase = 'idle'
  let timer: NodeJS.Timeout | undefined

  const isClosed = (): boolean => phase === 'closed'
  const read = async (): Promise<void> => {
    phase = 'reading'
    try {
      const value = await source.read()
      if (isClosed()) return
      send(value)
    } catch (error) {
      if (isClosed()) return
      onError(error)
    }
    phase = (phase as Phase) === 'readingStale' ? 'restingStale' : 'resting'
    timer = setTimeout(() => {
      if (phase === 'restingStale') void read()
      else if (phase === 'resting') phase = 'idle'
    }, intervalMs)
    timer.unref()
  }
  const changed = (): void => {
    if (phase === 'idle') void read()
    else if (phase === 'reading') phase = 'readingStale'
    else if (phase === 'resting') phase = 'restingStale'
  }
  const stopListening = source.onChange(changed)
  void read()
  return () => {
    phase = 'closed'
    if (timer) clearTimeout(timer)
    stopListening()
  }
}

import { BroadcastChannel } from 'node:worker_threads'
import type { ConnectionAttempt } from '../../contract/calls/connections'

/** Joins the threads of one process. */
const channelName = 'quarry.connections'
/** Attempts from before anybody listened, in the thread that listens later. */
const keptEarly = 1000

type Told = (attempt: ThreadAttempt) => void
/** @property by what the thread calls itself; left out where it is the process's own */
export interface ThreadAttempt extends ConnectionAttempt {
  readonly by?: string | undefined
}

let listener: Told | null = null
let early: ThreadAttempt[] = []
let channel: BroadcastChannel | null = null

/** Notes an attempt for whoever listens in this process, in whichever of its threads. */
export function noteAttempt(attempt: ThreadAttempt): void {
  if (listener !== null) {
    listener(attempt)
    return
  }
  if (early.length < keptEarly) early.push(attempt)
  channel ??= new BroadcastChannel(channelName)
  channel.unref()
  channel.postMessage(attempt)
}

/** Listens to the attempts of all threads of this process, those from before in this thread first. Answers how to stop. */
export function hearAttempts(told: Told): () => void {
  const heard = new BroadcastChannel(channelName)
  heard.onmessage = (message) => told((message as { readonly data: ThreadAttempt }).data)
  heard.unref()
  listener = told
  for (const attempt of early) told(attempt)
  early = []
  return () => {
    if (listener === told) listener = null
    heard.close()
  }
}

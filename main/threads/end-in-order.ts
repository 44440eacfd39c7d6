import type { Worker } from 'node:worker_threads'
import type { Piscina } from 'piscina'

/**
 * Longest wait for a thread that still loads or works, in ms. On a busy machine a thread loads in two seconds and
 * encodes a batch in one; what takes longer hangs.
 */
const patienceMs = 15_000

export interface EndedInOrder {
  /**
   * Ends every thread of the pool, each only once it has loaded. Answers when all are gone.
   * @param working settles when no thread works any more: a thread that is ended in the middle of a call into a native
   * module takes the process with it, too
   */
  end(working: Promise<unknown>): Promise<void>
}

/**
 * Watches which threads of a pool have loaded, from its construction on: call it in the same turn. Ending a thread
 * that still loads its modules aborts the whole process (V8: "FATAL ERROR: v8::Module::IsGraphAsync", in native modules
 * an uncaught Napi::Error).
 */
export function endInOrder(pool: Piscina): EndedInOrder {
  const loaded = new WeakSet<Worker>()
  // Piscina takes the first threads for ready at once; each says so itself, in its first message.
  const first = new Set(pool.threads)
  for (const thread of first) thread.once('message', () => loaded.add(thread))
  // Later ones become part of the pool with that message.
  pool.on('workerCreate', ({ id }: { readonly id: number }) => {
    for (const thread of pool.threads) if (thread.threadId === id && !first.has(thread)) loaded.add(thread)
  })
  return {
    async end(working) {
      const loading = pool.threads.filter((thread) => !loaded.has(thread)).map(loadedOrGone)
      // Threads alone keep no process alive: without the timer it could end here, in the middle of its end.
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, patienceMs)
      })
      await Promise.race([Promise.allSettled([...loading, working]), patience])
      clearTimeout(timer)
      await pool.destroy()
    },
  }
}

function loadedOrGone(thread: Worker): Promise<void> {
  return new Promise((resolve) => {
    thread.once('message', () => resolve())
    thread.once('exit', () => resolve())
  })
}

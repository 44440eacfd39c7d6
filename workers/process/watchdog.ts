import { Worker } from 'node:worker_threads'
import { memoryLimitReached } from '../../contract/work-process'

/** Between two looks at the memory, in ms: a process that fills 4 GB a second is seen after 200 MB more. */
const lookMs = 50

/** In a thread of its own: the process's loop may be inside an engine for as long as its work takes. */
const source = `
  const { workerData } = require('node:worker_threads')
  const { writeSync } = require('node:fs')
  setInterval(() => {
    if (process.ppid !== workerData.parent) process.kill(process.pid, 'SIGKILL')
    if (process.memoryUsage.rss() <= workerData.maxResidentBytes) return
    try { writeSync(2, workerData.lastWords) } finally { process.kill(process.pid, 'SIGKILL') }
  }, workerData.lookMs)
`

/** Ends this process when it takes more memory than it may, and when the one that started it is gone. */
export function watchMemory(maxMemoryMb: number): void {
  // Read here, before any work is taken: a parent that is killed while the thread starts is gone by its first look.
  const parent = process.ppid
  const maxResidentBytes = maxMemoryMb * 1024 * 1024
  const workerData = { lookMs, parent, maxResidentBytes, lastWords: `${memoryLimitReached}\n` }
  new Worker(source, { eval: true, workerData, env: {}, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref()
}

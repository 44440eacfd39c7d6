import { writeFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { type FromWorkProcess, memoryLimitReached, type ToWorkProcess } from '../../contract/processes/work-process'
import { hearAttempts } from '../egress/attempts'
import { memoryLimitMb } from './started-with'

/** Electron's port of a utility process, as far as it is used here. */
interface UtilityPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void
  postMessage(message: unknown): void
}

const { parentPort } = process as unknown as { readonly parentPort?: UtilityPort }

/** Levels that the app takes in: its stack is a quarter of this process's, and what overflows it there ends the app. */
const deepestMessage = 1000

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

function say<Told, Answer>(message: FromWorkProcess<Told, Answer>): void {
  if (isDeeper(message, deepestMessage))
    throw new RangeError(`A message is nested more than ${deepestMessage} levels deep.`)
  if (parentPort === undefined) process.send?.(message)
  else parentPort.postMessage(message)
}

/** Says what happened beside the work, at any time. */
export const notify = (notice: unknown): void => say({ kind: 'noticed', notice })

/**
 * Makes this process one that does work, piece by piece, for the one that started it. `perform` answers its errors: one
 * that it throws ends the process.
 * @param onReply hears what is answered to something that the work told
 */
export function serveWork<Work, Told, Answer>(
  perform: (work: Work, tell: (told: Told) => void, interrupted: AbortSignal) => Answer | Promise<Answer>,
  onReply: (reply: unknown) => void = () => {},
): void {
  hearAttempts((attempt) => say({ kind: 'tried', attempt }))
  let interruption = new AbortController()
  const hear = async (message: ToWorkProcess<Work>): Promise<void> => {
    if (message.kind === 'interrupt') return interruption.abort()
    if (message.kind === 'reply') return onReply(message.reply)
    interruption = new AbortController()
    const answer = await perform(message.work, (told) => say({ kind: 'told', told }), interruption.signal)
    say({ kind: 'answered', answer, residentBytes: process.memoryUsage.rss(), isSpoilt })
  }
  // Else what a library left behind (pdf.js fails after its answer) would end the process with the next work, which is innocent.
  let isSpoilt = false
  process.on('unhandledRejection', () => {
    isSpoilt = true
  })
  const begin = (message: ToWorkProcess<Work>): void => {
    hear(message).catch((error: unknown) => {
      setImmediate(() => {
        throw error
      })
    })
  }
  // Libraries take a process of Electron's for a page with a DOM, unless it is the main one (pdf.js does).
  if (parentPort !== undefined) Object.defineProperty(process, 'type', { value: 'browser' })
  if (memoryLimitMb !== undefined) watchMemory(memoryLimitMb)
  process.on('disconnect', () => process.exit())
  // Where memory runs out, the system ends this process before any other.
  if (process.platform === 'linux') writeFile('/proc/self/oom_score_adj', '1000').catch(() => {})
  if (parentPort === undefined) process.on('message', (message) => begin(message as ToWorkProcess<Work>))
  else parentPort.on('message', ({ data }) => begin(data as ToWorkProcess<Work>))
  say({ kind: 'ready' })
}

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
function watchMemory(maxMemoryMb: number): void {
  // Read here, before any work is taken: a parent that is killed while the thread starts is gone by its first look.
  const parent = process.ppid
  const maxResidentBytes = maxMemoryMb * 1024 * 1024
  const workerData = { lookMs, parent, maxResidentBytes, lastWords: `${memoryLimitReached}\n` }
  new Worker(source, { eval: true, workerData, env: {}, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref()
}

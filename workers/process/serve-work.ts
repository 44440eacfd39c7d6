import { writeFile } from 'node:fs/promises'
import type { FromWorkProcess, ToWorkProcess } from '../../contract/work-process'
import { hearAttempts } from '../egress/attempts'
import { memoryLimitMb } from './started-with'
import { watchMemory } from './watchdog'

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

import childProcess, { type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { availableParallelism } from 'node:os'
import { getLlama, type Llama, LlamaLogLevel } from 'node-llama-cpp'

let started: Promise<Llama> | null = null
let fault = ''

/** What llama.cpp complained of last, since it was started or asked for. */
export const lastFault = (): string => fault

/** llama.cpp, loaded once in this process: its prebuilt library alone, never downloaded nor built. */
export function startLlama(): Promise<Llama> {
  fault = ''
  startNoTrial()
  started ??= getLlama({
    // Elsewhere than on Macs the libraries for graphics cards are left out (docs/decisions/0042-model-files.md).
    gpu: process.platform === 'darwin' ? 'auto' : false,
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    // Its threads wait for each other in loops: one that has to share its processor holds up all of them.
    maxThreads: Math.max(1, availableParallelism() - 1),
    logLevel: LlamaLogLevel.error,
    logger: (_level, message) => {
      fault = message.trim() || fault
    },
  })
  return started
}

/**
 * node-llama-cpp tries its library in another process before it loads it. This one exists to be lost where that fails, and
 * starts no other: in the app it would start the app once more. The trial is answered here.
 */
function startNoTrial(): void {
  const replies: Readonly<Record<string, readonly [event: string, value: unknown]>> = {
    start: ['message', { type: 'loaded' }],
    test: ['message', { type: 'done' }],
    exit: ['exit', 0],
  }
  childProcess.fork = (): ChildProcess => {
    const trial = new EventEmitter()
    const reply = (event: string, value: unknown): void => void setImmediate(() => trial.emit(event, value))
    reply('message', { type: 'ready' })
    const send = ({ type }: { type: string }): void => reply(...(replies[type] ?? ['exit', 1]))
    return Object.assign(trial, { send, kill: () => true, exitCode: null }) as unknown as ChildProcess
  }
  syncBuiltinESMExports()
}

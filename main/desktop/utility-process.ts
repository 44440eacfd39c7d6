import { utilityProcess } from 'electron'
import { lastWordsOf, type StartWorkProcess, workArguments, workEngineFlags, workEnvironment } from '../processes'

/** A work process of the app: Chromium ends it with the app, and it needs no Electron that runs as Node. */
export const startUtilityProcess: StartWorkProcess = (options) => {
  const child = utilityProcess.fork(options.entry, workArguments(options), {
    serviceName: `Quarry ${options.name}`,
    stdio: ['ignore', 'ignore', 'pipe'],
    execArgv: workEngineFlags(options),
    env: workEnvironment(),
  })
  const lastWords = lastWordsOf(child.stderr as NodeJS.ReadableStream as Parameters<typeof lastWordsOf>[0])
  let isUnwanted = false
  const kill = (): void => {
    isUnwanted = true
    if (child.pid === undefined) return
    try {
      // Electron's own kill asks first, and an engine that hangs does not hear it.
      process.kill(child.pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  child.once('spawn', () => {
    if (isUnwanted) kill()
  })
  return {
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onGone: (listener) => void child.once('exit', (code) => listener({ exit: `code ${code}`, lastWords: lastWords() })),
    kill,
  }
}

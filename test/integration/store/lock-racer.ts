import { parentPort, workerData } from 'node:worker_threads'
import { QuarryError } from '../../../contract/errors'
import { lockDirectory } from '../../../main/store/lock'

/** Takes a lock in the moment in which all racers do, and tells what came of it; gives it back when told to. */
const { directory, gate, racers } = workerData as { directory: string; gate: Int32Array; racers: number }
const port = parentPort
if (port === null) throw new Error('A racer runs in a worker thread.')

if (Atomics.add(gate, 0, 1) + 1 === racers) Atomics.notify(gate, 0)
for (let seen = Atomics.load(gate, 0); seen < racers; seen = Atomics.load(gate, 0)) Atomics.wait(gate, 0, seen)
try {
  const lock = await lockDirectory(directory)
  port.postMessage('held')
  port.once('message', () => {
    lock.release()
    port.postMessage('released')
  })
} catch (error) {
  port.postMessage(error instanceof QuarryError ? error.code : String(error))
}

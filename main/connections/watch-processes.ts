import type { FromWorkProcess, ToWorkProcess } from '../../contract/processes/work-process'
import type { StartWorkProcess } from '../processes'
import type { ConnectionLog } from './connection-log'
import { purposeNow } from './purpose'

/** Starts processes as `start` does, and lists what they try to connect to with what they then work for. */
export function watchProcesses(start: StartWorkProcess, log: Pick<ConnectionLog, 'note'>): StartWorkProcess {
  return (options) => {
    const process = start(options)
    let purpose = purposeNow()
    return {
      ...process,
      send(message) {
        if ((message as ToWorkProcess<unknown>).kind === 'work') purpose = purposeNow()
        process.send(message)
      },
      onMessage: (listener) =>
        process.onMessage((message) => {
          const said = message as FromWorkProcess<unknown, unknown>
          if (said.kind === 'tried') log.note(said.attempt, { process: options.name, ...purpose })
          else listener(message)
        }),
    }
  }
}

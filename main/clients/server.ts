import { type ActorRefFrom, createActor } from 'xstate'
import type { FromWorkProcess, ProcessEgress } from '../../contract/processes/work-process'
import type { McpAnswer, McpListing, McpNotice, McpTask, McpTold, ServerLogLine } from '../../contract/resources/mcp'
import type { ServiceView } from '../../contract/resources/service'
import type { StartWorkProcess, WorkProcesses } from '../processes'
import { createServerLog, type ServerLog } from './server-log'
import { serverMachine } from './server-machine'

export type ServerClock = NonNullable<Parameters<typeof createActor>[1]>['clock']

/** The process that speaks to a server. */
export interface Held {
  readonly egress: ProcessEgress
  readonly processes: WorkProcesses<McpTask, McpTold, McpAnswer>
  /** Null where nothing was listed yet, or the server said that it is otherwise now. */
  listing: McpListing | null
}

/** One MCP server in this run, whether or not it runs. */
export interface Server {
  readonly life: ActorRefFrom<typeof serverMachine>
  readonly log: ServerLog
  readonly onChanged: () => void
  held: Held | null
  lastListing: McpListing | null
  /** Pieces of work under way. */
  works: number
}

/** How a server is in this run. */
export interface ServerStatus
  extends Pick<NonNullable<ServiceView['server']>, 'state' | 'failures' | 'error' | 'restsUntil' | 'runsSince'> {
  /** As it was listed last, whether or not it is so still. */
  readonly listing: McpListing | null
  readonly log: readonly ServerLogLine[]
  readonly leftOut: number
}

export function createServer(onChanged: () => void, clock: ServerClock | undefined): Server {
  const life = createActor(serverMachine, clock === undefined ? {} : { clock })
  life.start()
  life.subscribe(onChanged)
  return { life, log: createServerLog(), onChanged, held: null, lastListing: null, works: 0 }
}

/** Starts processes as `start` does, and hears what they say of the server beside their work. */
export const heardBy =
  (server: Server, start: StartWorkProcess): StartWorkProcess =>
  (options) => {
    const process = start(options)
    // A process is started for the first work of its holder. One that was replaced says nothing of the server any more.
    const holder = server.held
    const isCurrent = (): boolean => server.held === holder
    process.onGone(() => {
      if (isCurrent()) server.life.send({ type: 'GONE' })
    })
    return {
      ...process,
      onMessage: (listener) =>
        process.onMessage((message) => {
          const said = message as FromWorkProcess<McpTold, McpAnswer>
          if (said.kind !== 'noticed') return listener(message)
          const notice = said.notice as McpNotice
          if (notice.kind === 'said') {
            server.log.add(notice.lines, notice.leftOut)
            server.onChanged()
          } else if (isCurrent()) server.life.send({ type: 'GONE' })
        }),
    }
  }

export function statusOf({ life, log, lastListing }: Server): ServerStatus {
  const snapshot = life.getSnapshot()
  const { failures, error, runsSince, restsUntilMs } = snapshot.context
  return {
    state: snapshot.value,
    failures,
    error,
    runsSince,
    restsUntil: snapshot.matches('backingOff') ? new Date(restsUntilMs).toISOString() : null,
    listing: lastListing,
    log: log.lines(),
    leftOut: log.leftOut(),
  }
}

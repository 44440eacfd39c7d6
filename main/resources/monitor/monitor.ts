import { type ActorRefFrom, createActor, fromCallback, fromPromise } from 'xstate'
import { fromErrorShape } from '../../../contract/errors'
import { type MonitorKind, monitorMachine, type WatchEvent } from './monitor-machine'
import { createOriginWatcher } from './watch-files'

/** How often everything of a kind is looked at without a notice. */
const pollMs: Readonly<Record<MonitorKind, number>> = {
  // Where the file system tells of changes this finds nothing; where it does not (network drives), it is the watch.
  files: 60_000,
  // Asks a server for its tables: seldom, so that it is no load.
  servers: 5 * 60_000,
  library: 10 * 60_000,
}

export interface Monitor {
  /** Watches, after a first look at everything. */
  start(): void
  /** The files and folders to watch from now on. */
  watch(paths: readonly string[]): void
  /** Looks at everything now. */
  look(): void
  close(): void
}

/** One actor for each kind of origin. */
export function createMonitor(options: {
  /** Looks again at origins, or at all of the kind (null). */
  readonly lookAgain: (kind: MonitorKind, origins: readonly string[] | null, signal: AbortSignal) => Promise<void>
  readonly onLibraryChanged: ((listener: () => void) => () => void) | undefined
  readonly onBackgroundError: (error: unknown) => void
}): Monitor {
  const { lookAgain, onLibraryChanged, onBackgroundError } = options
  const watchFiles = fromCallback<WatchEvent>(({ sendBack, receive }) => {
    const watcher = createOriginWatcher({
      onChanged: (origins) => sendBack({ type: 'CHANGED', origins }),
      onError: onBackgroundError,
    })
    receive(({ origins }) => watcher.watch(origins))
    return () => watcher.close()
  })
  const watchLibrary = fromCallback<WatchEvent>(({ sendBack }) =>
    onLibraryChanged?.(() => sendBack({ type: 'CHANGED', origins: ['library'] })),
  )
  const watchNothing = fromCallback<WatchEvent>(() => undefined)
  const watchers = { files: watchFiles, servers: watchNothing, library: watchLibrary }
  const actors = new Map<MonitorKind, ActorRefFrom<typeof monitorMachine>>()
  for (const kind of ['files', 'servers', 'library'] as const) {
    actors.set(
      kind,
      createActor(
        monitorMachine.provide({
          actors: {
            watchOrigins: watchers[kind],
            lookAgain: fromPromise<void, { origins: readonly string[] | null }>(async ({ input, signal }) => {
              await lookAgain(kind, input.origins, signal)
              // A watch ends with its folder, which may be back.
              if (kind === 'files' && !signal.aborted) watch(watched)
            }),
          },
          actions: { reportError: ({ context }) => onBackgroundError(fromErrorShape(context.error!)) },
        }),
        { input: { pollMs: pollMs[kind] } },
      ),
    )
  }
  let watched: readonly string[] = []
  function watch(paths: readonly string[]): void {
    watched = paths
    const actor = actors.get('files')!
    if (actor.getSnapshot().status === 'active') actor.send({ type: 'WATCH', origins: paths })
  }
  return {
    start() {
      for (const actor of actors.values()) actor.start()
      this.look()
    },
    look() {
      for (const actor of actors.values()) {
        if (actor.getSnapshot().status === 'active') actor.send({ type: 'LOOK' })
      }
    },
    watch,
    close() {
      for (const actor of actors.values()) actor.stop()
    },
  }
}

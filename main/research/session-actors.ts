import { type ActorRefFrom, createActor, type SnapshotFrom } from 'xstate'
import { QuarryError } from '../../contract/errors'
import type { SessionState } from '../../contract/session/session'
import type { Database } from '../store'
import { whenSnapshot } from '../threads'
import type { Admission } from './admission'
import { type ResearchEvent, type researchMachine, shownState } from './machine'
import { readResumePoint } from './repository/resume-point'
import { claimSession, readSession } from './repository/sessions'
import type { LiveWork } from './view'

type ResearchActor = ActorRefFrom<typeof researchMachine>
type ResearchSnapshot = SnapshotFrom<typeof researchMachine>

interface SessionActorsOptions {
  readonly database: Database
  readonly projectId: string
  readonly machine: typeof researchMachine
  readonly admission: Admission
  /** Told of each session whose rows changed. */
  readonly onChanged: (sessionId: string) => void
  /** Told of each session whose progress alone moved. */
  readonly onProgress: (sessionId: string) => void
}

export function wrongState(state: SessionState, command: string): QuarryError {
  return new QuarryError('session.wrongState', `The session is “${state}”: ${command} is not possible now.`, {
    context: { state, command },
  })
}

/** Whether what was counted moved and nothing else: then no row changed. */
function isProgressAlone(before: ResearchSnapshot, after: ResearchSnapshot): boolean {
  if (before.context.progress === after.context.progress || before.status !== after.status) return false
  const { progress: _before, ...contextBefore } = before.context
  const { progress: _after, ...contextAfter } = after.context
  return (
    JSON.stringify(before.value) === JSON.stringify(after.value) &&
    Object.entries(contextAfter).every(([key, value]) => contextBefore[key as keyof typeof contextBefore] === value)
  )
}

const isRecorded = (snapshot: ResearchSnapshot): boolean => !snapshot.hasTag('recording')

/** The machines of a project's sessions: each is started from its rows when something is wanted of it. */
export function createSessionActors(options: SessionActorsOptions) {
  const { database, projectId, machine, admission, onChanged, onProgress } = options
  const actors = new Map<string, ResearchActor>()
  const starting = new Map<string, Promise<ResearchActor>>()
  const removing = new Set<string>()
  let closed = false

  const startActor = async (sessionId: string): Promise<ResearchActor> => {
    const point = await readResumePoint(database, projectId, sessionId)
    if (!(await claimSession(database, projectId, sessionId))) {
      throw new QuarryError('session.wrongState', 'Another process is working on this session.', {
        context: { sessionId },
      })
    }
    if (closed) throw new QuarryError('cancelled', 'Quarry is closing.')
    if (removing.has(sessionId)) {
      throw new QuarryError('session.notFound', 'This session is being deleted.', { context: { sessionId } })
    }
    const actor = createActor(machine, { input: { sessionId, point } })
    actors.set(sessionId, actor)
    let before = actor.getSnapshot()
    actor.subscribe((snapshot) => {
      const live = liveWork(sessionId)
      // What waits for a person, or for a resource, keeps nobody from working.
      if (live === null || live.key === 'paused') admission.leave(sessionId)
      if (isProgressAlone(before, snapshot)) onProgress(sessionId)
      else onChanged(sessionId)
      before = snapshot
    })
    actor.start()
    onChanged(sessionId)
    return actor
  }

  /** Where none lives it is started from its rows. Throws `session.notFound`, and `session.wrongState` where another process works on it. */
  const actorOf = async (sessionId: string): Promise<ResearchActor> => {
    const live = actors.get(sessionId)
    if (live !== undefined) return live
    const underWay = starting.get(sessionId)
    if (underWay !== undefined) return underWay
    const start = startActor(sessionId).finally(() => starting.delete(sessionId))
    starting.set(sessionId, start)
    return start
  }

  const snapshotOf = (sessionId: string): ResearchSnapshot | undefined => actors.get(sessionId)?.getSnapshot()

  /** What the session works on now; null where it rests. */
  const liveWork = (sessionId: string): LiveWork | null => {
    const snapshot = snapshotOf(sessionId)
    if (snapshot === undefined || snapshot.hasTag('settled') || snapshot.hasTag('recording')) return null
    const { progress } = snapshot.context
    if (snapshot.matches({ stopped: 'reporting' })) return { key: 'reporting', progress }
    if (snapshot.matches({ stopped: 'verifying' })) return { key: 'verifying', progress }
    const key = shownState(snapshot)
    if (key === null || key === 'awaitingClarification' || key === 'awaitingPlanReview') return null
    return { key, progress }
  }

  return {
    actorOf,
    snapshot: snapshotOf,
    liveWork,
    /** Resolves once what the event changes is in the store. Throws `session.wrongState` where the session takes no such event. */
    async command(sessionId: string, event: ResearchEvent, name: string): Promise<void> {
      const actor = await actorOf(sessionId)
      const before = await whenSnapshot(actor, isRecorded)
      if (!before.can(event)) throw wrongState((await readSession(database, projectId, sessionId)).state, name)
      actor.send(event)
      const { error } = (await whenSnapshot(actor, isRecorded)).context
      if (error !== null && error !== before.context.error) throw error
    },
    async whenSettled(sessionId: string, signal?: AbortSignal): Promise<void> {
      await whenSnapshot(await actorOf(sessionId), (snapshot) => snapshot.hasTag('settled'), signal)
    },
    /** Ends the session's machine, and lets none begin until the removal of its rows is over. */
    async duringRemoval(sessionId: string, removal: () => Promise<void>): Promise<void> {
      removing.add(sessionId)
      try {
        // A failure to start is told to who asked for it.
        await starting.get(sessionId)?.catch(() => undefined)
        actors.get(sessionId)?.stop()
        actors.delete(sessionId)
        admission.leave(sessionId)
        await removal()
      } finally {
        removing.delete(sessionId)
      }
    },
    /** Ends all machines without changing any session's state; none begins any more. */
    stopAll(): void {
      closed = true
      for (const actor of actors.values()) actor.stop()
      for (const sessionId of actors.keys()) admission.leave(sessionId)
      actors.clear()
    },
  }
}

import { type AnyActorRef, fromCallback } from 'xstate'
import type { PoolFact } from '../../contract/pool/pool-facts'
import { type Decision, Ledger } from './ledger'
import type { MemberEvent } from './member-machine'
import { endOf, failureOf } from './outcome'
import { moveRequest } from './request-life'
import { needsOf } from './shortage'
import {
  type HeldTask,
  type JournalEntry,
  type MemberStatus,
  type Outcome,
  poolActors,
  type TaskRequest,
} from './terms'
import type { Timeline } from './timeline'

/** What the pool's machine tells the keeper of its ledger. */
export type LedgerEvent =
  | { type: 'ALLOCATE'; task: TaskRequest; at: string }
  | { type: 'EXECUTE'; taskId: string; at: string }
  /** The task is alive. */
  | { type: 'HEARTBEAT'; taskId: string; at: string }
  | { type: 'RELEASE'; taskId: string; outcome: Outcome; at: string }
  /** A task that still waits gives up, or one that was refused. */
  | { type: 'WITHDRAW'; taskId: string; at: string }
  /** The same as everything ends: its row stays as it is, so that the next process knows the place. */
  | { type: 'LEAVE_LINE'; taskId: string; at: string }
  /** Time has passed: leases may have ended. While the process was suspended (in ms) no task could show that it lives. */
  | { type: 'TICK'; at: string; suspendedMs?: number }
  | { type: 'FORGET_SESSION'; sessionId: string }
  /** From a member itself. */
  | { type: 'MEMBER_CHANGED'; status: MemberStatus }
  /** Hands out from now on. */
  | { type: 'SERVE'; at: string }
  /** Hands out nothing more, and sets nothing aside. */
  | { type: 'HOLD' }
  /** Nobody who waits is served any more. */
  | { type: 'ABANDON'; at: string }

/** What tasks and sessions hear. */
export type LedgerNotice =
  | Decision
  /** The lease ended: the task no longer holds anything. */
  | { readonly kind: 'lost'; readonly task: HeldTask }

export type JournalEvent = { type: 'RECORD'; entry: JournalEntry }
/** A member that has left and holds nothing is gone from the pool. */
export type MemberLeft = { type: 'MEMBER_LEFT'; status: MemberStatus; at: string }

/** Where actors of one pool are found by their ids. */
interface Directory {
  get(id: string): AnyActorRef | undefined
}

function send(system: Directory, to: string, event: JournalEvent | MemberEvent): void {
  system.get(to)?.send(event)
}

/**
 * Keeps the pool's books: the one actor that changes them. What it decides it carries out at once: members are told,
 * lines go to the journal, tasks hear `tell`. Others only read.
 * @param unmet tasks that were refused in an earlier run
 */
export function createLedgerKeeper(
  timeline: Timeline,
  unmet: readonly TaskRequest[],
  tell: (notice: LedgerNotice) => void,
) {
  const ledger = new Ledger()
  for (const task of unmet) ledger.rememberUnmet(task)
  let mayGrant = false

  const actor = fromCallback<LedgerEvent>(({ receive, sendBack, system }) => {
    const record = (entry: JournalEntry): void => send(system, poolActors.journal, { type: 'RECORD', entry })

    const carryOut = (decisions: readonly Decision[], at: string): void => {
      for (const decision of decisions) {
        const { kind, task } = decision
        if (kind === 'granted') {
          record({ kind: 'held', task: decision.task, at })
          for (const id of decision.task.memberIds) send(system, id, { type: 'DEPLOY', taskId: task.taskId, at })
        } else if (kind === 'awaited') {
          record({
            kind: 'blocked',
            task,
            blockedBy: decision.blockedBy,
            reason: decision.reason,
            isRefused: false,
            at,
          })
        } else if (kind === 'refused') {
          const reason = { kind: 'nobodyHas', values: { needs: needsOf(decision.missing) } } as const
          record({ kind: 'blocked', task, blockedBy: 'resource_shortage', reason, isRefused: true, at })
        }
        tell(decision)
      }
    }

    const withdraw = (taskId: string, at: string, isGranting: boolean): void => {
      const { task, decisions } = ledger.withdraw(taskId, at, isGranting)
      if (task === undefined) return
      record({ kind: 'withdrawn', task, state: moveRequest('blocked', 'withdrawn'), at })
      carryOut(decisions, at)
    }

    const end = (
      taskId: string,
      event: 'completed' | 'failed',
      reason: PoolFact | null,
      at: string,
    ): HeldTask | null => {
      const task = ledger.release(taskId)
      if (task === undefined) return null
      record({ kind: 'ended', task, state: moveRequest(task.state, event), reason, at })
      return task
    }

    const release = (taskId: string, outcome: Outcome, at: string): void => {
      const { kind } = outcome
      const task = end(taskId, kind === 'completed' ? 'completed' : 'failed', endOf(outcome), at)
      for (const id of task?.memberIds ?? []) {
        const reason = failureOf(outcome, id)
        if (reason !== null) send(system, id, { type: 'FAIL', reason, at })
        else send(system, id, { type: 'RETURN', outcome: kind === 'memberFailed' ? 'cancelled' : kind, at })
      }
    }

    /**
     * A task whose lease ended has leaked: its code crashed or hangs. It fails; what only reads goes back, what may have
     * been left half done is in error until a person has looked at it.
     */
    const endLeases = (at: string, suspendedMs: number): void => {
      if (suspendedMs > 0) ledger.extendLeases(suspendedMs)
      for (const { taskId, label } of ledger.expired(at)) {
        const reason = { kind: 'leaseEnded', values: { label } } as const
        const task = end(taskId, 'failed', reason, at)
        if (task === null) continue
        for (const id of task.memberIds) {
          if (ledger.directory.get(id)?.readOnly) send(system, id, { type: 'RETURN', outcome: 'failed', at })
          else send(system, id, { type: 'FAIL', reason, at })
        }
        tell({ kind: 'lost', task })
      }
    }

    const execute = (taskId: string, at: string): void => {
      const isFirst = ledger.held.get(taskId)?.state === 'allocated'
      const task = ledger.renew(taskId, at, true)
      if (task === undefined || !isFirst) return
      record({ kind: 'held', task, at })
      for (const id of task.memberIds) send(system, id, { type: 'EXECUTE', at })
    }

    const followMember = (status: MemberStatus): void => {
      const { id, since: at } = status
      timeline.advance(status, ledger.holderOf(id)?.label ?? '')
      record({ kind: 'member', status, at })
      const decisions = ledger.memberChanged(status, at, mayGrant)
      if (ledger.directory.get(id) === undefined) sendBack({ type: 'MEMBER_LEFT', status, at } satisfies MemberLeft)
      carryOut(decisions, at)
    }

    receive((event) => {
      switch (event.type) {
        case 'ALLOCATE':
          carryOut(ledger.ask(event.task, event.at, mayGrant), event.at)
          break
        case 'EXECUTE':
          execute(event.taskId, event.at)
          break
        case 'HEARTBEAT':
          ledger.renew(event.taskId, event.at, false)
          break
        case 'RELEASE':
          release(event.taskId, event.outcome, event.at)
          break
        case 'WITHDRAW':
          withdraw(event.taskId, event.at, mayGrant)
          break
        case 'LEAVE_LINE':
          ledger.withdraw(event.taskId, event.at, false)
          break
        case 'TICK':
          endLeases(event.at, event.suspendedMs ?? 0)
          break
        case 'FORGET_SESSION':
          timeline.forget((taskId) => taskId.startsWith(`${event.sessionId}/`))
          ledger.forgetSession(event.sessionId)
          break
        case 'MEMBER_CHANGED':
          followMember(event.status)
          break
        case 'SERVE':
          mayGrant = true
          carryOut(ledger.start(event.at), event.at)
          break
        case 'HOLD':
          mayGrant = false
          ledger.stop()
          break
        case 'ABANDON':
          for (const { task } of [...ledger.line.all()]) withdraw(task.taskId, event.at, false)
          break
      }
    })
  })
  return { actor, ledger, timeline }
}

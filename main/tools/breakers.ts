import { type ActorRefFrom, createActor } from 'xstate'
import type { ErrorCode } from '../../contract/error-codes'
import type { ErrorShape } from '../../contract/error-shape'
import { QuarryError, toErrorShape } from '../../contract/errors'
import type { BreakerState } from '../../contract/resources/service'
import { serviceMachine } from './service-machine'

export interface BreakersOptions {
  /** Told whenever a service can be called no more, or again, and when a call was kept from it. */
  readonly onChanged: (resourceId: string, state: BreakerState, error: ErrorShape | null) => void
  /** Told of each call that is let through. */
  readonly onCall?: (resourceId: string) => void
  /** Default: real time. */
  readonly clock?: NonNullable<Parameters<typeof createActor>[1]>['clock']
}

/** Circuit breakers of the services behind resources, each an actor that begins with its resource's first call. */
export interface Breakers {
  /** Runs a call to a resource where its breaker lets it through, and counts how it ended. Throws `tool.circuitOpen`, and what it throws. */
  guard<Value>(resourceId: string | null, signal: AbortSignal, run: () => Promise<Value>): Promise<Value>
  /** Whether calls reach it, and how many in a row failed; closed where it was never called. */
  of(resourceId: string): {
    readonly state: BreakerState
    readonly failures: number
    readonly error: ErrorShape | null
  }
  /** What a health check found: null where the service answered. What it answered otherwise with is an answer, too. */
  noteCheck(resourceId: string, error: ErrorShape | null): void
  /** A person switched it on again: what was before does not count. */
  forget(resourceId: string): void
  close(): void
}

/** What a service that does not answer ends a call with; everything else is an answer. */
const silences: ReadonlySet<ErrorCode> = new Set([
  'resource.unreachable',
  'resource.timeout',
  'resource.crashed',
  'pool.memberFailed',
  'tool.timeout',
  'plugin.failed',
])

export function createBreakers({ onChanged, onCall, clock }: BreakersOptions): Breakers {
  const services = new Map<string, ActorRefFrom<typeof serviceMachine>>()
  const stateOf = (service: ActorRefFrom<typeof serviceMachine>): BreakerState => {
    const snapshot = service.getSnapshot()
    return snapshot.matches('closed') ? 'closed' : snapshot.matches('open') ? 'open' : 'halfOpen'
  }
  const serviceOf = (resourceId: string): ActorRefFrom<typeof serviceMachine> => {
    const known = services.get(resourceId)
    if (known !== undefined) return known
    const service = createActor(serviceMachine, clock === undefined ? {} : { clock })
    services.set(resourceId, service)
    let before: BreakerState = 'closed'
    service.subscribe(({ context }) => {
      const state = stateOf(service)
      if (state !== before) onChanged(resourceId, state, context.error)
      before = state
    })
    service.start()
    return service
  }
  const admit = (resourceId: string, service: ActorRefFrom<typeof serviceMachine>): void => {
    const snapshot = service.getSnapshot()
    if (snapshot.matches({ halfOpen: 'untried' })) service.send({ type: 'TRIAL_BEGUN' })
    else if (!snapshot.matches('closed')) {
      const { failures, error } = snapshot.context
      // A slot that was in use when the circuit opened is free again by now.
      onChanged(resourceId, stateOf(service), error)
      throw new QuarryError('tool.circuitOpen', `The service failed ${failures} times in a row.`, {
        context: { resourceId, failures, code: error?.code ?? null },
      })
    }
  }
  return {
    async guard(resourceId, signal, run) {
      if (resourceId === null) return run()
      const service = serviceOf(resourceId)
      admit(resourceId, service)
      onCall?.(resourceId)
      try {
        const value = await run()
        service.send({ type: 'CALL_SUCCEEDED' })
        return value
      } catch (error) {
        const shape = toErrorShape(error)
        if (signal.aborted) service.send({ type: 'TRIAL_ABANDONED' })
        else service.send(silences.has(shape.code) ? { type: 'CALL_FAILED', error: shape } : { type: 'CALL_SUCCEEDED' })
        throw error
      }
    },
    of(resourceId) {
      const service = services.get(resourceId)
      if (service === undefined) return { state: 'closed', failures: 0, error: null }
      const { failures, failedChecks, error } = service.getSnapshot().context
      return { state: stateOf(service), failures: failures + failedChecks, error }
    },
    noteCheck(resourceId, error) {
      if (error === null) services.get(resourceId)?.send({ type: 'CHECK_SUCCEEDED' })
      else if (silences.has(error.code)) serviceOf(resourceId).send({ type: 'CHECK_FAILED', error })
    },
    forget(resourceId) {
      const service = services.get(resourceId)
      service?.stop()
      services.delete(resourceId)
      if (service !== undefined && stateOf(service) !== 'closed') onChanged(resourceId, 'closed', null)
    },
    close() {
      for (const service of services.values()) service.stop()
      services.clear()
    },
  }
}

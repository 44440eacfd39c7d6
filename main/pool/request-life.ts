import type { AllocationState } from '../../contract/pool/pool'

/** What happens to a request for members. */
export type RequestEvent = 'awaited' | 'refused' | 'granted' | 'executing' | 'completed' | 'failed' | 'withdrawn'

/**
 * The life of a request: from a state, by what happens, to the next. `asked` is before its first row. What is not listed
 * cannot happen. docs/pool.md has the same table, and a test compares them.
 */
export const requestLife: Readonly<
  Record<'asked' | AllocationState, Readonly<Partial<Record<RequestEvent, AllocationState>>>>
> = {
  asked: { awaited: 'blocked', refused: 'blocked', granted: 'allocated' },
  /** In the line, or refused until somebody fits. */
  blocked: { awaited: 'blocked', refused: 'blocked', granted: 'allocated', withdrawn: 'failed' },
  allocated: { executing: 'executing', completed: 'completed', failed: 'failed' },
  executing: { completed: 'completed', failed: 'failed' },
  completed: {},
  failed: {},
}

/** Where a request stands after what happened to it. Throws where that cannot happen. */
export function moveRequest(from: 'asked' | AllocationState, event: RequestEvent): AllocationState {
  const to = requestLife[from][event]
  if (to === undefined) throw new Error(`A request that is ${from} cannot be ${event}.`)
  return to
}

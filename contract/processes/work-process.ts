import type { ConnectionAttempt } from '../calls/connections'

/** What a work process is told. It has one piece of work at a time. */
export type ToWorkProcess<Work> =
  | { readonly kind: 'work'; readonly work: Work }
  /** An answer to what the work asked while it is under way. */
  | { readonly kind: 'reply'; readonly reply: unknown }
  /** Come to an end with the work: whoever does not is killed. */
  | { readonly kind: 'interrupt' }

/**
 * What a work process says. `ready`: it takes work. Its first `told` says that the work begins. `tried`: to connect, at any
 * time. `noticed`: what happened beside its work, for whoever listens to this kind of process.
 */
export type FromWorkProcess<Told, Answer> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'told'; readonly told: Told }
  | { readonly kind: 'tried'; readonly attempt: ConnectionAttempt }
  | { readonly kind: 'noticed'; readonly notice: unknown }
  | {
      readonly kind: 'answered'
      readonly answer: Answer
      readonly residentBytes: number
      /** Something of this work or an earlier one failed that nobody waited for: the process is to do no more. */
      readonly isSpoilt?: boolean
    }

/** Where a process may connect to, as whoever starts it says: hosts as `egressHosts` of the settings has them. */
export type ProcessEgress = 'offline' | 'local' | { readonly hosts: readonly string[] }

/** Flags that a work process is started with. */
export const workProcessFlags = { memoryMb: '--memory-mb=', egress: '--egress=' } as const

/** The last words of a work process that takes more memory than it may, before it ends itself. */
export const memoryLimitReached = 'Quarry: the memory limit of this process is reached'

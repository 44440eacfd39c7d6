import { AsyncLocalStorage } from 'node:async_hooks'

/** What a connection is for, as far as it is known. */
export interface ConnectionPurpose {
  readonly sessionId: string | null
  readonly tool: string
  readonly resourceId: string | null
}

const purposes = new AsyncLocalStorage<Partial<ConnectionPurpose>>()

/** Whatever `run` has connected is listed with this, and with what it was run for itself. */
export const forPurpose = <Value>(purpose: Partial<ConnectionPurpose>, run: () => Value): Value =>
  purposes.run({ ...purposes.getStore(), ...purpose }, run)

export const purposeNow = (): Partial<ConnectionPurpose> => purposes.getStore() ?? {}

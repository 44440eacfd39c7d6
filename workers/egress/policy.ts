import { QuarryError } from '../../contract/errors'

/** Where the app may connect to. Only `offline` exists so far: nothing leaves this process. */
export type EgressPolicy = 'offline'

/** The error of a refusal. @param what what was refused, such as "a connection to example.org:443" */
export function denied(
  policy: EgressPolicy,
  what: string,
  context: { readonly host: string | null; readonly port: number },
): QuarryError {
  return new QuarryError('egress.denied', `Quarry is ${policy}: ${what} was refused.`, { context })
}

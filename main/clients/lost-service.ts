import { QuarryError } from '../../contract/errors'
import type { ProcessLost } from '../processes'

/** Why the process ended that spoke to a service, as the service's error. */
export function lostService(
  cause: ProcessLost,
  name: string,
  { timeoutMs, maxMemoryMb }: { readonly timeoutMs: number; readonly maxMemoryMb: number },
): QuarryError {
  switch (cause.loss) {
    case 'timeLimit':
      return new QuarryError('resource.timeout', `“${name}” did not answer within ${timeoutMs / 1000} seconds.`, {
        cause,
      })
    case 'memoryLimit':
      return new QuarryError('resource.tooLarge', `“${name}” answers with more than fits ${maxMemoryMb} MB.`, { cause })
    case 'crashed':
    case 'neverReady':
      return new QuarryError('resource.crashed', `The process for “${name}” ended: ${cause.message}`, { cause })
  }
}

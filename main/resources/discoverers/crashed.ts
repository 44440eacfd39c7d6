import { QuarryError } from '../../../contract/errors'
import type { ProcessLost } from '../../processes'

/** What ended the process that looked at it is not looked at again by itself. */
export const crashedError = (cause: ProcessLost): QuarryError =>
  new QuarryError('resource.crashed', `The inspection process crashed (${cause.exit}).`, {
    remedy: 'copyAgain',
    context: { exit: cause.exit },
    cause,
  })

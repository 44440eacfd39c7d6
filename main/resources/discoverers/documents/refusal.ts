import { QuarryError } from '../../../../contract/errors'
import type { Discovery } from '../discoverer'

/**
 * What a failed look means. Where it is sure what the thing is, it is refused with the reason and is no document either
 * (`context.exclusive`): a configuration that is cut off still holds its secrets, a YAML bomb is nothing to read. Where
 * it is not sure, what cannot be parsed is left to others: null.
 */
export async function refusing(isSure: boolean, look: () => Promise<Discovery | null>): Promise<Discovery | null> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof QuarryError) || error.code === 'cancelled' || error.code === 'internal') throw error
    if (!isSure && error.code === 'resource.invalid') return null
    if (!isSure) throw error
    throw asExclusive(error)
  }
}

/** The same error of a thing that is no document either. */
export function asExclusive(error: unknown): unknown {
  if (!(error instanceof QuarryError)) return error
  return new QuarryError(error.code, error.message, {
    ...(error.remedy === undefined ? {} : { remedy: error.remedy }),
    context: { ...error.context, exclusive: true },
    cause: error,
  })
}

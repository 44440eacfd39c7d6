import { QuarryError } from '../../contract/errors'

/** The error of Quarry's own that libraries wrapped into theirs; null where there is none. */
export function quarryErrorIn(error: unknown): QuarryError | null {
  let one = error
  for (let depth = 0; depth < 8 && one instanceof Error; depth++) {
    if (one instanceof QuarryError) return one
    one = one.cause
  }
  return null
}

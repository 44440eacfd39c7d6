import { readSecret, type SecretProblem, type WantedSecret } from '../../../../contract/resources/resource-secrets'
import type { SecretPlace } from '../../../../contract/resources/secret-place'

/** What a person typed of one secret; a user only where one belongs to it. */
export interface TypedSecret {
  readonly user: string
  readonly text: string
}
export const nothingTyped: TypedSecret = { user: '', text: '' }

const isTyped = ({ user, text }: TypedSecret): boolean => user !== '' || text !== ''

const joined = (place: SecretPlace, { user, text }: TypedSecret): string =>
  place.kind === 'basic' ? `${user}:${text}` : text

/** What is wrong with what was typed; null where nothing is, or nothing was typed. */
export function typedProblem(place: SecretPlace, typed: TypedSecret): SecretProblem | 'colonInUser' | null {
  if (!isTyped(typed)) return null
  // The first colon ends the user.
  if (place.kind === 'basic' && typed.user.includes(':')) return 'colonInUser'
  const read = readSecret(place, joined(place, typed))
  return 'problem' in read ? read.problem : null
}

/** Secrets to be saved, by their name: those that were typed; null where there is none, or one that cannot be sent. */
export function typedSecrets(
  wanted: readonly WantedSecret[],
  typed: Readonly<Record<string, TypedSecret>>,
): Record<string, string> | null {
  const given: [string, string][] = []
  for (const { name, place } of wanted) {
    const one = typed[name] ?? nothingTyped
    if (typedProblem(place, one) !== null) return null
    if (isTyped(one)) given.push([name, joined(place, one)])
  }
  return given.length === 0 ? null : Object.fromEntries(given)
}

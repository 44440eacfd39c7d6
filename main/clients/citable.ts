/** Longest text that is one value of an answer. */
const maxCharacters = 20_000

/** A long text as the list of its lines, so that a part of it can be cited. */
export function citable(value: unknown): unknown {
  return typeof value === 'string' && value.length > maxCharacters ? value.split('\n') : value
}

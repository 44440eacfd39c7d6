import type { QuarryError } from '../../contract/errors'
import { withoutSecrets } from '../secrets/find-secrets'
import { withoutOwnSecret } from './compact-schema'
import { isMapping, own } from './tree'

const maxSchemaCharacters = 100_000

/**
 * The `inputSchema` of a manifest, a JSON schema of an object; it is kept without secrets, and nothing it refers to is fetched.
 * @param invalid makes the error that is thrown where it cannot be used
 */
export function inputSchemaOf(schema: unknown, invalid: (message: string) => QuarryError): Record<string, unknown> {
  if (!isMapping(schema)) throw invalid('Its inputSchema is not an object.')
  if (own(schema, 'type') !== 'object') throw invalid('Its inputSchema is not of type "object".')
  const properties = own(schema, 'properties')
  if (properties !== undefined && !isMapping(properties))
    throw invalid('The properties of its inputSchema are not an object.')
  if (
    isMapping(properties) &&
    !Object.values(properties).every((value) => isMapping(value) || typeof value === 'boolean')
  ) {
    throw invalid('A property of its inputSchema has no schema.')
  }
  const required = own(schema, 'required')
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === 'string'))) {
    throw invalid('What its inputSchema requires is not a list of names.')
  }
  if (charactersOf(schema, maxSchemaCharacters) > maxSchemaCharacters)
    throw invalid(`Its inputSchema has more than ${maxSchemaCharacters} characters.`)
  const text = JSON.stringify(schema)
  if (/"\$(?:ref|dynamicRef)":"[^#"]/.test(text)) throw invalid('Its inputSchema refers to another file or address.')
  return JSON.parse(text, (key: string, value: unknown) => {
    if (typeof value === 'string') return withoutSecrets(value)
    return isMapping(value) ? withoutOwnSecret(key, value) : value
  })
}

/** About how long a value is as JSON, counted no further than the limit: it may stand for far more than its text. */
function charactersOf(value: unknown, limit: number): number {
  const waiting: unknown[] = [value]
  let count = 0
  while (waiting.length > 0 && count <= limit) {
    const next = waiting.pop()
    count += typeof next === 'string' ? next.length + 2 : 2
    if (typeof next !== 'object' || next === null) continue
    for (const [key, child] of Object.entries(next)) {
      count += key.length
      waiting.push(child)
      if (count > limit) break
    }
  }
  return count
}

import { withoutSecrets } from '../secrets/find-secrets'
import { isSecretName, isServiceToken } from '../secrets/secret-values'
import { cleanProse } from './clean'
import { isMapping, listOf, own, type References } from './tree'

/** Levels, members of one level and values in all that are kept of a schema. */
const maxDepth = 5
const maxMembers = 60
const maxValues = 300
const maxEnum = 100

const copied = [
  'type',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'const',
  'nullable',
] as const

type Schema = Record<string, unknown>

/**
 * What of a schema says whether a value fits, with its references written out: what is deeper than some levels fits
 * anything. Patterns stay behind, for they are foreign programs.
 */
export function compactSchema(schema: unknown, references: References): Schema {
  let left = maxValues
  const compact = (value: unknown, depth: number): Schema => {
    const resolved = references.resolve(value)
    if (!isMapping(resolved) || depth > maxDepth || left-- <= 0) return {}
    const kept: Schema = {}
    for (const key of copied) {
      const constraint = own(resolved, key)
      if (isPlain(constraint)) kept[key] = constraint
    }
    const description = cleanProse(own(resolved, 'description'), 200)
    if (description !== '' && depth > 0) kept.description = description
    const fallback = own(resolved, 'default')
    if (isPlain(fallback) && !holdsSecret(fallback)) kept.default = fallback
    const values = listOf(own(resolved, 'enum')).filter(isPlain)
    if (values.length > 0 && values.length <= maxEnum && !values.some(holdsSecret)) kept.enum = values
    const required = listOf(own(resolved, 'required')).filter((name) => typeof name === 'string')
    if (required.length > 0) kept.required = required.slice(0, maxMembers)
    if (own(resolved, 'items') !== undefined) kept.items = compact(own(resolved, 'items'), depth + 1)
    const properties = own(resolved, 'properties')
    if (isMapping(properties)) {
      const members = Object.entries(properties).slice(0, maxMembers)
      kept.properties = Object.fromEntries(
        members.map(([name, member]) => [name, withoutOwnSecret(name, compact(member, depth + 1))]),
      )
    }
    for (const part of listOf(own(resolved, 'allOf')).slice(0, 10)) merge(kept, compact(part, depth + 1))
    return kept
  }
  return compact(schema, 0)
}

/** A schema without the value that somebody gave a password or key. */
export function withoutOwnSecret(name: string, { default: fallback, ...schema }: Schema): Schema {
  return fallback === undefined || (typeof fallback === 'string' && isSecretName(name))
    ? schema
    : { ...schema, default: fallback }
}

const holdsSecret = (value: unknown): boolean =>
  [value].flat().some((one) => typeof one === 'string' && (isServiceToken(one) || withoutSecrets(one) !== one))

/** `allOf`: whatever any part asks for. */
function merge(into: Schema, part: Schema): void {
  const { properties, required, description: _, ...rest } = part
  Object.assign(into, { ...rest, ...into })
  if (isMapping(properties)) into.properties = { ...properties, ...(isMapping(into.properties) ? into.properties : {}) }
  if (Array.isArray(required)) into.required = [...new Set([...listOf(into.required), ...required])]
}

/** Small enough to be kept as it is; a list of types, too. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.length <= 10 && value.every((item) => typeof item === 'string')
  return typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.length <= 200)
}

import { withoutSecrets } from '../secrets/find-secrets'
import { cleanProse, cleanText } from './clean'
import { maxParameters } from './limits'
import { entriesOf, isMapping, listOf, own, type References } from './tree'

export interface SchemaField {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly description: string
}

/** A schema's type in a few words: `string (date)`, `array of Pet`, `"asc" | "desc"`. Never deeper than two levels. */
export function schemaType(schema: unknown, references: References, depth = 0): string {
  const named = referenceName(schema)
  const resolved = references.resolve(schema)
  const values = listOf(own(resolved, 'enum'))
  if (values.length > 0) {
    const shown = values.slice(0, 8).map((value) => JSON.stringify(withoutSecrets(cleanText(value, 40))))
    return shown.join(' | ') + (values.length > 8 ? ' | …' : '')
  }
  const type = typeName(own(resolved, 'type'))
  if (type === 'array') {
    const items = depth < 2 ? schemaType(own(resolved, 'items'), references, depth + 1) : ''
    return items === '' ? 'array' : `array of ${items}`
  }
  if (named !== '') return named
  const format = cleanText(own(resolved, 'format'), 40)
  if (type !== '') return format === '' ? type : `${type} (${format})`
  return isMapping(own(resolved, 'properties')) ? 'object' : ''
}

/** The fields of an object, through `allOf`, `anyOf` and arrays; at most `maxParameters`. */
export function bodyFields(schema: unknown, references: References): SchemaField[] {
  const fields = new Map<string, SchemaField>()
  const seen = new Set<unknown>()
  const waiting: unknown[] = [schema]
  for (let count = 0; waiting.length > 0 && count < 50; count++) {
    const resolved = references.resolve(waiting.shift())
    if (!isMapping(resolved) || seen.has(resolved)) continue
    seen.add(resolved)
    const required = new Set(listOf(own(resolved, 'required')))
    for (const [name, value] of entriesOf(own(resolved, 'properties')).slice(0, maxParameters)) {
      const key = cleanText(name, 200)
      if (key === '' || fields.has(key) || fields.size >= maxParameters) continue
      fields.set(key, {
        name: key,
        type: schemaType(value, references),
        required: required.has(name),
        description: cleanProse(own(references.resolve(value), 'description'), 200),
      })
    }
    for (const part of ['allOf', 'anyOf', 'oneOf']) waiting.push(...listOf(own(resolved, part)).slice(0, 10))
    if (own(resolved, 'items') !== undefined) waiting.push(own(resolved, 'items'))
  }
  return [...fields.values()]
}

/** 3.1 allows a list of types. */
function typeName(type: unknown): string {
  const names = Array.isArray(type) ? type : [type]
  return names
    .filter((name) => name !== 'null')
    .slice(0, 4)
    .map((name) => cleanText(name, 40))
    .filter((name) => name !== '')
    .join(' or ')
}

function referenceName(schema: unknown): string {
  const reference = own(schema, '$ref')
  return typeof reference === 'string' ? cleanText(reference.slice(reference.lastIndexOf('/') + 1), 60) : ''
}

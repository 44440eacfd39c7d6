import type { Llama, LlamaGrammar } from 'node-llama-cpp'
import { isRecord } from '../../contract/json'

type Schema = Readonly<Record<string, unknown>>

/** What a grammar is made of. Bounds of lengths and numbers are left to whoever reads the answer: as rules they slow each token down. */
const kept = ['type', 'enum', 'const', 'minItems', 'maxItems', 'additionalProperties']

/** The grammar of a JSON schema's answers; null where none can be made of it. */
export async function grammarOf(llama: Llama, schema: Schema): Promise<LlamaGrammar | null> {
  try {
    return await llama.createGrammarForJsonSchema(plainSchema(schema) as { readonly type: 'object' })
  } catch {
    return null
  }
}

/** A schema in the words that node-llama-cpp knows. */
export function plainSchema(schema: Schema): Schema {
  const plain: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).filter(([key]) => kept.includes(key)),
  )
  const { properties, items, anyOf, oneOf, additionalProperties } = schema
  if (isRecord(properties)) {
    plain.properties = Object.fromEntries(
      Object.entries(properties).map(([name, of]) => [name, isRecord(of) ? plainSchema(of) : {}]),
    )
  }
  if (isRecord(items)) plain.items = plainSchema(items)
  const either = anyOf ?? oneOf
  if (Array.isArray(either)) plain.oneOf = either.filter(isRecord).map(plainSchema)
  if (isRecord(additionalProperties))
    plain.additionalProperties = Object.keys(additionalProperties).length === 0 || plainSchema(additionalProperties)
  // It takes a schema that says nothing for `null`.
  return Object.keys(plain).length === 0 ? { type: ['string', 'number', 'boolean', 'null'] } : plain
}

import { asksForSecret, fieldOf } from '../../contract/calls/asked-field'
import type { Elicitation, ElicitationAnswer } from '../../contract/calls/service-question'
import { isRecord } from '../../contract/json'
import { cleanProse } from '../documents/clean'

/** A form longer than this is no question any more. */
const mostFields = 20
const messageLength = 2000

/**
 * What a server asks a person, as the form of a card. Null of what a person is not asked: to open an address, for what no
 * field holds, and for passwords or keys, which the protocol forbids.
 */
export function readElicitation(params: unknown): Elicitation | null {
  if (!isRecord(params) || (params.mode ?? 'form') !== 'form' || !isRecord(params.requestedSchema)) return null
  const { properties, required } = params.requestedSchema
  if (!isRecord(properties)) return null
  const names = Object.keys(properties)
  if (names.length > mostFields) return null
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name)
  const fields = names.flatMap((name) => fieldOf(name, properties[name], isRequired(name)) ?? [])
  if (fields.length < names.length || fields.some(asksForSecret)) return null
  return { message: cleanProse(params.message, messageLength), fields }
}

/** The values as the protocol takes them: several chosen ones are texts. */
export function plainContent(
  content: Extract<ElicitationAnswer, { action: 'accept' }>['content'],
): Record<string, string | number | boolean | string[]> {
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : value]),
  )
}

import { z } from 'zod'
import { type Channel, channels } from '../../contract/channels/channels'
import type { Route } from './routes'

/** The keywords of JSON Schema that a query is read by. */
export interface JsonSchema {
  readonly type?: string
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

/** JSON Schema of what is given or answered. What JSON Schema cannot say (bytes, values of any kind) takes anything. */
export function jsonSchemaOf(schema: z.ZodType, side: 'input' | 'output'): JsonSchema {
  const written = z.toJSONSchema(schema, { unrepresentable: 'any', target: 'draft-2020-12', io: side })
  const { $schema: _, ...rest } = written
  return rest as JsonSchema
}

/** JSON Schema of a channel's input, or of what it answers; null where that is nothing. */
export function schemaOf(channel: Channel, side: 'input' | 'output'): JsonSchema | null {
  const schema: z.ZodType = channels[channel][side]
  return schema instanceof z.ZodVoid ? null : jsonSchemaOf(schema, side)
}

/** A field of a route's input that comes from the query or the body. */
export interface RouteField {
  readonly name: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
  /** The field that it is a part of; null where it stands by itself. */
  readonly within: string | null
}

const known = new Map<Route, readonly RouteField[]>()

export const namesInPath = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

export function fieldsOf(route: Route): readonly RouteField[] {
  const fields = known.get(route) ?? readFields(route)
  known.set(route, fields)
  return fields
}

function readFields(route: Route): RouteField[] {
  const { properties = {}, required = [] } = schemaOf(route.channel, 'input') ?? {}
  const elsewhere = new Set([...namesInPath(route.path), ...Object.keys(route.fixed ?? {})])
  return Object.entries(properties).flatMap(([name, schema]): RouteField[] => {
    if (elsewhere.has(name)) return []
    if (name !== route.within) {
      return [
        { name, schema, isRequired: required.includes(name) && route.defaults?.[name] === undefined, within: null },
      ]
    }
    const parts = Object.entries(schema.properties ?? {})
    return parts.map(([part, of]) => ({ name: part, schema: of, isRequired: false, within: name }))
  })
}

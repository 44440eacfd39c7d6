import { isRecord, pointerNames } from '../../../contract/json'
import { isLookalike } from '../plain-text'
import { excerptOf, floor, type Reason, risk } from '../reason'

type Schema = Readonly<Record<string, unknown>>
type Problem = 'missing' | 'undeclared' | 'type' | 'value' | 'size' | 'depth'

/** Where a value does not fit its schema. */
export interface Unfit {
  readonly argument: string
  readonly problem: Problem
}

/** Names by which an object reaches what every object has. */
const reservedNames = new Set(['__proto__', 'constructor', 'prototype', '__defineGetter__', '__defineSetter__'])

/** Why arguments that do not fit the tool's JSON Schema are a risk. */
export function schemaReasons(schema: unknown, given: unknown): Reason[] {
  return unfitIn(schema, given).map(({ argument, problem }) =>
    problem === 'undeclared'
      ? floor(0.7, 'argumentUnfit', { argument, problem })
      : risk(0.6, 'argumentUnfit', { argument, problem }),
  )
}

/** Levels of a value and of references, and comparisons in all: choices that refer to themselves double with each level. */
const depthAtMost = 30
const comparisonsAtMost = 50_000

/** The whole schema that references lead into, and how many comparisons are left. */
interface Comparison {
  readonly root: Schema
  left: number
}

/**
 * Where arguments do not fit the tool's JSON Schema. Patterns of the schema are foreign regular expressions and are not
 * run. An argument that the schema does not declare counts as unfit even where the schema would let it pass, and so does
 * one that takes too long to compare.
 */
export function unfitIn(schema: unknown, given: unknown): Unfit[] {
  const found: Unfit[] = []
  const note = (path: string, problem: Problem): void => {
    if (found.length < 20) found.push({ argument: excerptOf(path), problem })
  }
  compare(schema, given, '', { root: isRecord(schema) ? schema : {}, left: comparisonsAtMost }, 0, note)
  return found
}

function compare(
  schema: unknown,
  value: unknown,
  path: string,
  within: Comparison,
  depth: number,
  note: (path: string, problem: Problem) => void,
): void {
  if (depth > depthAtMost || within.left-- <= 0) note(path, 'depth')
  else if (schema === false) note(path, 'value')
  else if (!isRecord(schema)) return
  else if (typeof schema.$ref === 'string')
    compare(referred(schema.$ref, within.root), value, path, within, depth + 1, note)
  else if (!isOfType(schema.type, value)) note(path, 'type')
  else compareParts(schema, value, path, within, depth, note)
}

function compareParts(
  schema: Schema,
  value: unknown,
  path: string,
  within: Comparison,
  depth: number,
  note: (path: string, problem: Problem) => void,
): void {
  for (const choice of ['anyOf', 'oneOf'] as const) {
    const options = schema[choice]
    if (Array.isArray(options) && options.length > 0 && options.length <= 50) {
      if (!options.some((option) => isFit(option, value, within, depth + 1))) note(path, 'value')
    }
  }
  if (Array.isArray(schema.allOf)) {
    for (const part of schema.allOf.slice(0, 50)) {
      compare(isRecord(part) ? { additionalProperties: true, ...part } : part, value, path, within, depth + 1, note)
    }
  }
  if (Array.isArray(schema.enum) && !schema.enum.some((allowed) => JSON.stringify(allowed) === JSON.stringify(value)))
    note(path, 'value')
  if ('const' in schema && JSON.stringify(schema.const) !== JSON.stringify(value)) note(path, 'value')
  if (typeof value === 'number') {
    if (
      (typeof schema.minimum === 'number' && value < schema.minimum) ||
      (typeof schema.maximum === 'number' && value > schema.maximum)
    )
      note(path, 'size')
  } else if (typeof value === 'string') {
    if (
      (typeof schema.maxLength === 'number' && value.length > schema.maxLength) ||
      (typeof schema.minLength === 'number' && value.length < schema.minLength)
    )
      note(path, 'size')
  } else if (Array.isArray(value)) {
    if (typeof schema.maxItems === 'number' && value.length > schema.maxItems) note(path, 'size')
    if (isRecord(schema.items))
      for (const [at, item] of value.entries()) compare(schema.items, item, `${path}.${at}`, within, depth + 1, note)
  } else if (isRecord(value)) compareObject(schema, value, path, within, depth, note)
}

function compareObject(
  schema: Schema,
  value: Schema,
  path: string,
  within: Comparison,
  depth: number,
  note: (path: string, problem: Problem) => void,
): void {
  const join = (name: string): string => (path === '' ? name : `${path}.${name}`)
  const properties = isRecord(schema.properties) ? schema.properties : {}
  if (Array.isArray(schema.required)) {
    for (const name of schema.required)
      if (typeof name === 'string' && !Object.hasOwn(value, name)) note(join(name), 'missing')
  }
  const isDeclaring = Object.keys(properties).length > 0 || schema.additionalProperties === false
  for (const name of Object.keys(value)) {
    if (reservedNames.has(name) || isLookalike(name)) note(join(name), 'undeclared')
    else if (Object.hasOwn(properties, name))
      compare(properties[name], value[name], join(name), within, depth + 1, note)
    else if (isRecord(schema.additionalProperties))
      compare(schema.additionalProperties, value[name], join(name), within, depth + 1, note)
    else if (schema.additionalProperties !== true && isDeclaring) note(join(name), 'undeclared')
  }
}

function isFit(schema: unknown, value: unknown, within: Comparison, depth: number): boolean {
  let fits = true
  compare(schema, value, '', within, depth, () => {
    fits = false
  })
  return fits
}

function referred(reference: string, root: Schema): unknown {
  if (!reference.startsWith('#/')) return false
  let place: unknown = root
  for (const name of pointerNames(reference)) {
    if (!isRecord(place) || !Object.hasOwn(place, name)) return false
    place = place[name]
  }
  return place
}

function isOfType(type: unknown, value: unknown): boolean {
  if (Array.isArray(type)) return type.some((one) => isOfType(one, value))
  switch (type) {
    case 'string':
    case 'boolean':
      return typeof value === type
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'integer':
      return Number.isInteger(value)
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isRecord(value)
    default:
      return true
  }
}

/** What a schema says of a top-level argument, or of one in an object of it: its format, or what it is for. */
export function saidAt(schema: unknown, path: readonly string[], says: 'format' | 'description'): string | undefined {
  let place: unknown = schema
  for (const name of path) {
    if (!isRecord(place)) return undefined
    if (isRecord(place.properties) && Object.hasOwn(place.properties, name)) place = place.properties[name]
    else if (isRecord(place.items)) place = place.items
    else return undefined
  }
  const said = isRecord(place) ? place[says] : undefined
  return typeof said === 'string' ? said : undefined
}

import { z } from 'zod'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/**
 * JSON, handed on as it came. `z.json()` and `z.record()` leave a member called `__proto__` out, and what is kept of
 * an answer would no longer have the hash that it was kept with.
 */
export const jsonValue = z.custom<JsonValue>(isJson, 'This is no JSON.')

/** An object of JSON, handed on as it came. */
export const jsonObject = z.custom<Record<string, JsonValue>>(
  (value) => isObject(value) && isJson(value),
  'This is no object of JSON.',
)

/** Whether it is read by keys: an object of any prototype, neither null nor an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The names that a JSON pointer (RFC 6901) goes through. */
export const pointerNames = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))

/** A name as a JSON pointer writes it. */
export const pointerSegment = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Without recursion, so that what is nested a hundred thousand times exhausts no stack. */
function isJson(value: unknown): boolean {
  const rest = [value]
  while (rest.length > 0) {
    const one = rest.pop()
    if (Array.isArray(one)) for (const item of one) rest.push(item)
    else if (isObject(one)) for (const item of Object.values(one)) rest.push(item)
    else if (one !== null && !['string', 'boolean'].includes(typeof one) && !Number.isFinite(one)) return false
  }
  return true
}

function isObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

import { z } from 'zod'

/** Values of every sort that a schema takes; fails where it is of a sort that is not known here. */
function choicesOf(schema: z.core.$ZodType, name: string): unknown[] {
  if (schema instanceof z.ZodLiteral) return [...schema.values]
  if (schema instanceof z.ZodEnum) return schema.options
  if (schema instanceof z.ZodISODateTime) return ['2026-01-31T09:30:00.000Z']
  if (schema instanceof z.ZodString) return [`${name}‹1›`]
  if (schema instanceof z.ZodNumber) return [2, 1]
  if (schema instanceof z.ZodBoolean) return [true, false]
  if (schema instanceof z.ZodNullable) return [...choicesOf(schema.unwrap(), name), null]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return choicesOf(schema.unwrap(), name)
  if (schema instanceof z.ZodArray) {
    const of = choicesOf(schema.element, name)
    return [typeof of[0] === 'number' ? [2, 3] : of, []]
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => choicesOf(option, name))
  if (schema instanceof z.ZodRecord) return [{}]
  if (schema instanceof z.ZodObject) return samplesOf(schema)
  throw new Error(`No sample of a ${schema.constructor.name} (${name})`)
}

/** Objects that together have every choice of every key. */
export function samplesOf(schema: z.ZodObject): object[] {
  const keys = Object.entries(schema.shape).map(([key, of]) => [key, choicesOf(of, key)] as const)
  const count = Math.max(1, ...keys.map(([, choices]) => choices.length))
  return Array.from({ length: count }, (_, at) =>
    Object.fromEntries(keys.map(([key, choices]) => [key, choices[Math.min(at, choices.length - 1)]])),
  )
}

import { z } from 'zod'

const object = z.record(z.string(), z.unknown())

/** The arguments of a call as a person edits them. */
export const writtenInput = (input: Readonly<Record<string, unknown>>): string => JSON.stringify(input, null, 2)

/** The arguments that a text says; null where it is no JSON object. */
export function inputOf(text: string): Record<string, unknown> | null {
  try {
    return object.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

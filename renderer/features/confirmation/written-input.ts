import { z } from 'zod'
import { shownJson } from '../../../contract/shown-text'

const object = z.record(z.string(), z.unknown())

/** The arguments of a call as a person edits them: what the eye would not see is escaped. */
export const writtenInput = (input: Readonly<Record<string, unknown>>): string =>
  shownJson(JSON.stringify(input, null, 2))

/** The arguments that a text says; null where it is no JSON object. */
export function inputOf(text: string): Record<string, unknown> | null {
  try {
    return object.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

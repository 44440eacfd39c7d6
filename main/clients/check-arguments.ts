import { QuarryError } from '../../contract/errors'
import { unfitIn } from '../gate'

/** Throws `input.invalid` with the first argument that does not fit a tool's JSON schema. */
export function checkArguments(schema: unknown, given: unknown): void {
  const [unfit] = unfitIn(schema, given)
  if (unfit === undefined) return
  const { argument, problem } = unfit
  throw new QuarryError('input.invalid', `The argument “${argument}” does not fit (${problem}).`, {
    context: { problem: 'input', field: argument },
  })
}

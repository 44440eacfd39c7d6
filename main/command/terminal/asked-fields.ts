import { type AskedField, type FieldEntry, valuesOfEntries } from '../../../contract/calls/asked-field'
import type { CallDecision, ConfirmationView } from '../../../contract/calls/calls'
import { QuarryError } from '../../../contract/errors'
import { shownLine } from '../../../contract/shown-text'
import type { Connection } from '../../api'
import type { ProgressLine } from './terminal'

type Ask = (prompt: string) => Promise<string>

/** A line of the terminal as the field takes it: of a choice its value, title or number in the list; several are set apart by commas. */
function entryOf({ form }: AskedField, line: string): FieldEntry {
  const text = line.trim()
  if (form.kind === 'boolean') {
    if (/^(?:y|yes|true|是)$/i.test(text)) return 'true'
    return /^(?:n|no|false|否)$/i.test(text) ? 'false' : text
  }
  if (form.kind !== 'choice') return text
  const chosen = (form.isMany ? text.split(',').map((one) => one.trim()) : [text]).filter((one) => one !== '')
  const values = chosen.map((one) => {
    const named = form.options.find(({ value, title }) => String(value) === one || title === one)
    return String(named?.value ?? form.options[Number(one) - 1]?.value ?? one)
  })
  return form.isMany ? values : (values[0] ?? '')
}

/** What fields take, one a line, with what the service says of them. */
export function fieldLines(fields: readonly AskedField[]): string[] {
  return fields.map(({ name, title, description, form }) => {
    const options = form.kind === 'choice' ? form.options.map((one, at) => `${at + 1}) ${one.title}`).join(', ') : ''
    const called = title === name ? name : `${name} (${title})`
    return `  - ${shownLine([called, description, options].filter((part) => part !== '').join(': '))}`
  })
}

/** What was entered, by the names of the fields. */
type Entries = Record<string, FieldEntry>

/** Asks for one value after the other on the terminal, each again until it fits; null where a required one is left empty. */
export async function enterOnTerminal(
  fields: readonly AskedField[],
  { words: { confirm } }: Pick<ProgressLine, 'words'>,
  ask: Ask,
): Promise<Entries | null> {
  const entries: Entries = {}
  for (const field of fields) {
    for (;;) {
      const line = await ask(`${shownLine(field.title)}: `)
      if (line.trim() === '' && field.isRequired) return null
      entries[field.name] = entryOf(field, line)
      const problem = valuesOfEntries([field], entries).problems[field.name]
      if (problem === undefined) break
      process.stderr.write(`${confirm.fieldProblem[problem]}\n`)
    }
  }
  return entries
}

/** Values written as `name=value`. Throws `input.invalid` for one that does not fit or is missing. */
export function enteredByOptions(fields: readonly AskedField[], given: readonly string[]): Entries {
  const entries: Entries = {}
  for (const one of given) {
    const [name = '', ...rest] = one.split('=')
    const field = fields.find((candidate) => candidate.name === name)
    if (field === undefined) throw invalid(name)
    entries[name] = entryOf(field, rest.join('='))
  }
  const [wrong] = Object.keys(valuesOfEntries(fields, entries).problems)
  if (wrong !== undefined) throw invalid(wrong)
  return entries
}

const invalid = (field: string): QuarryError =>
  new QuarryError('input.invalid', `The argument “${field}” is missing or does not fit.`, {
    context: { problem: 'input', field },
  })

/** What the gate says of a call with what was entered, and the arguments that it would be made with. */
export async function checkEntered(
  connection: Connection,
  sessionId: string,
  { id: confirmationId, input: had }: Pick<ConfirmationView, 'id' | 'input'>,
  fields: readonly AskedField[],
  entries: Entries,
): Promise<{ readonly input: Record<string, unknown>; readonly decision: CallDecision }> {
  const input = { ...had, ...valuesOfEntries(fields, entries).values }
  return { input, decision: await connection.call('session.checkConfirmation', { sessionId, confirmationId, input }) }
}

import { z } from 'zod'
import { QuarryError } from '../../../contract/errors'
import type { ModelMessage } from '../../../contract/models/language-model'
import type { SessionModel, TurnRequest } from './session-model'

/** How often a model may answer in another form before rules take its place. */
const mostAsks = 3

interface JsonAsked<Value> {
  readonly turn: Omit<TurnRequest, 'schema'>
  readonly form: z.ZodType<Value>
  /** What else is wrong with a value of that form; null where nothing is. */
  readonly problemOf: (value: Value) => string | null
  /** The words that ask once more. */
  readonly again: (problem: string) => string
}

/**
 * Asks for JSON of a form: held to its schema where the server can, else read out of what was said, and asked for again,
 * twice, with what was wrong. Throws `model.unusable`, and what a turn throws.
 */
export async function askForJson<Value>(
  model: SessionModel,
  { turn, form, problemOf, again }: JsonAsked<Value>,
  signal: AbortSignal,
): Promise<Value> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(form)
  let messages: readonly ModelMessage[] = turn.messages
  let problem = ''
  for (let ask = 0; ask < mostAsks; ask++) {
    const { text } = await model.take({ ...turn, messages, schema }, signal)
    const read = form.safeParse(jsonIn(text))
    if (read.success) {
      const found = problemOf(read.data)
      if (found === null) return read.data
      problem = found
    } else problem = wordsOf(read.error)
    messages = [...turn.messages, { role: 'assistant', content: text }, { role: 'user', content: again(problem) }]
  }
  throw new QuarryError('model.unusable', `The answer has another form: ${problem}`, { context: { reason: 'form' } })
}

/** The JSON in an answer, from its first brace to its last: models like to explain, and to fence. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}

function wordsOf({ issues }: z.ZodError): string {
  return issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.') || 'JSON'}: ${message}.`)
    .join(' ')
}

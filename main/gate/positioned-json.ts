import type { RulesProblem } from '../../contract/calls/gate-facts'
import { QuarryError } from '../../contract/errors'

export interface PositionedJson {
  readonly value: unknown
  /** The line, from 1, of the innermost place on the path that the text has. */
  lineOf(path: readonly PropertyKey[]): number
}

/** What is wrong with a JSON text, and in which line, from 1. */
export class JsonProblem extends QuarryError {
  constructor(
    readonly problem: RulesProblem,
    readonly line: number,
  ) {
    super('input.invalid', `Line ${line}: ${problem.kind}`, { context: { line } })
  }
}

const depthAtMost = 100

/**
 * Reads JSON and remembers where everything stands. A key that comes twice is a problem: which of the two counts, readers
 * do not agree on.
 * @throws JsonProblem
 */
export function parsePositionedJson(text: string): PositionedJson {
  const lines = new Map<string, number>()
  let at = 0
  let line = 1
  let counted = 0
  const lineHere = (): number => {
    for (; counted < at; counted++) if (text[counted] === '\n') line++
    return line
  }
  const fail = (problem: RulesProblem): never => {
    throw new JsonProblem(problem, lineHere())
  }
  const skip = (): void => {
    while (' \t\r\n'.includes(text[at] ?? 'x')) at++
  }
  const take = (sign: string): void => {
    if (text[at] !== sign) fail({ kind: 'jsonSignMissing', values: { sign } })
    at++
  }
  const scalar = (): unknown => {
    const written = /^(?:"(?:[^"\\\n]|\\.)*"|[^\s,\]}:"]+)/.exec(text.slice(at, at + 100_000))?.[0] ?? ''
    try {
      const value: unknown = JSON.parse(written)
      at += written.length
      return value
    } catch {
      return fail({ kind: at >= text.length ? 'jsonEndsEarly' : 'jsonNoValue', values: {} })
    }
  }
  const value = (path: readonly PropertyKey[]): unknown => {
    skip()
    lines.set(keyOf(path), lineHere())
    if (path.length > depthAtMost) fail({ kind: 'jsonTooDeep', values: {} })
    if (text[at] === '{') return object(path)
    if (text[at] === '[') return array(path)
    return scalar()
  }
  const object = (path: readonly PropertyKey[]): unknown => {
    const found = new Map<string, unknown>()
    at++
    for (skip(); text[at] !== '}'; skip()) {
      if (found.size > 0) {
        take(',')
        skip()
      }
      const name = text[at] === '"' ? String(scalar()) : fail({ kind: 'jsonKeyMissing', values: {} })
      if (found.has(name)) fail({ kind: 'jsonKeyTwice', values: { key: name } })
      skip()
      take(':')
      found.set(name, value([...path, name]))
    }
    at++
    return Object.fromEntries(found)
  }
  const array = (path: readonly PropertyKey[]): unknown => {
    const found: unknown[] = []
    at++
    for (skip(); text[at] !== ']'; skip()) {
      if (found.length > 0) take(',')
      found.push(value([...path, found.length]))
    }
    at++
    return found
  }
  const whole = value([])
  skip()
  if (at < text.length) fail({ kind: 'jsonGoesOn', values: {} })
  return {
    value: whole,
    lineOf(path) {
      for (let length = path.length; length >= 0; length--) {
        const found = lines.get(keyOf(path.slice(0, length)))
        if (found !== undefined) return found
      }
      return 1
    },
  }
}

const keyOf = (path: readonly PropertyKey[]): string => JSON.stringify(path.map(String))

import { QuarryError } from '../../contract/errors'

/** A value at the end of a path. Numbers keep the characters they were written with: 1e400 or a long id stay exact. */
export interface JsonLeaf {
  /** Keys from the root; array places are not part of it. */
  readonly path: readonly string[]
  readonly value: string
  /** How many elements of the outermost array (or 0) came before. */
  readonly record: number
}

interface Frame {
  readonly kind: 'object' | 'array'
  /** Length of the path outside this object or array. */
  readonly pathLength: number
  expects: 'key' | 'colon' | 'value' | 'comma'
  isEmpty: boolean
}

/**
 * Walks JSON text and calls `onLeaf` for each scalar, in order; without recursion, so that depth costs nothing.
 * Throws `read.corrupt` with the place where it is not JSON. Empty strings and null are left out.
 */
export function scanJson(text: string, onLeaf: (leaf: JsonLeaf) => void): void {
  const stack: Frame[] = []
  const path: string[] = []
  let record = 0
  let at = 0
  let isDone = false

  const fail = (what: string): never => {
    // Counted one by one: a list of the lines of a hostile text could be larger than the thread's memory.
    let line = 1
    for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', end + 1)) line++
    throw new QuarryError('read.corrupt', `It is not valid JSON: ${what} in line ${line}.`, {
      context: { line, offset: at },
    })
  }
  const complete = (): void => {
    const frame = stack.at(-1)
    if (frame === undefined) isDone = true
    else {
      path.length = frame.pathLength
      frame.expects = 'comma'
      frame.isEmpty = false
      if (stack.length === 1 && frame.kind === 'array') record++
    }
  }
  const open = (kind: Frame['kind']): void => {
    stack.push({ kind, pathLength: path.length, expects: kind === 'object' ? 'key' : 'value', isEmpty: true })
    at++
  }

  for (;;) {
    at = skipSpace(text, at)
    if (at >= text.length) {
      if (!isDone) fail('it ends early')
      return
    }
    if (isDone) fail('something follows its end')
    const frame = stack.at(-1)
    const char = text.charAt(at)
    if (frame !== undefined && frame.expects !== 'value') {
      if (char === (frame.kind === 'object' ? '}' : ']') && (frame.expects === 'comma' || frame.isEmpty)) {
        stack.pop()
        at++
        complete()
      } else if (frame.expects === 'comma' && char === ',') {
        frame.expects = frame.kind === 'object' ? 'key' : 'value'
        frame.isEmpty = false
        at++
      } else if (frame.expects === 'key' && char === '"') {
        const end = endOfString(text, at)
        if (end === -1) fail('a string does not end')
        path.push(unquote(text.slice(at, end)))
        at = end
        frame.expects = 'colon'
      } else if (frame.expects === 'colon' && char === ':') {
        frame.expects = 'value'
        at++
      } else fail(`“${char}” is not expected`)
      continue
    }
    if (char === '{') open('object')
    else if (char === '[') open('array')
    else if (char === ']' && frame?.kind === 'array' && frame.isEmpty) {
      stack.pop()
      at++
      complete()
    } else if (char === '"') {
      const end = endOfString(text, at)
      if (end === -1) fail('a string does not end')
      const value = unquote(text.slice(at, end))
      if (value.trim() !== '') onLeaf({ path, value, record })
      at = end
      complete()
    } else {
      literal.lastIndex = at
      const found = literal.exec(text)?.[0] ?? fail(`“${char}” is not expected`)
      if (found !== 'null') onLeaf({ path, value: found, record })
      at += found.length
      complete()
    }
  }
}

const literal = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y

function skipSpace(text: string, at: number): number {
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at++
  return at
}

/** Offset after the closing quote of the string that opens at `at`; -1 where there is none. */
function endOfString(text: string, at: number): number {
  let quote = at
  for (;;) {
    quote = text.indexOf('"', quote + 1)
    if (quote === -1) return -1
    let backslashes = 0
    while (text.charAt(quote - 1 - backslashes) === '\\') backslashes++
    if (backslashes % 2 === 0) return quote + 1
  }
}

function unquote(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  try {
    return JSON.parse(quoted) as string
  } catch {
    // Line ends and unknown escapes in a string are not JSON, but what is meant is plain.
    return quoted.slice(1, -1)
  }
}

/** One piece of a statement. */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'text' | 'number' | 'sign'
  /** Words small; of what is quoted the inside. */
  readonly value: string
  /** How many brackets are open around it. */
  readonly depth: number
}

export type SqlDialect = 'sqlite' | 'postgres' | 'mysql' | 'duckdb' | 'unknown'

/** What cannot be read in one way alone: a statement that a database might read in another. */
export class AmbiguousSql extends Error {
  constructor(readonly excerpt: string) {
    super(`A statement cannot be read with certainty at: ${excerpt}`)
  }
}

/**
 * Splits a statement into its pieces, comments left out.
 * @throws AmbiguousSql for what is not closed, what other databases of the dialect run, and signs that SQL does not know
 */
export function tokenize(sql: string, dialect: SqlDialect): Token[] {
  const tokens: Token[] = []
  let at = 0
  let depth = 0
  const ambiguous = (from = at): never => {
    throw new AmbiguousSql(sql.slice(from, from + 20))
  }
  const push = (kind: Token['kind'], value: string, next: number): void => {
    tokens.push({ kind, value, depth })
    at = next
  }
  while (at < sql.length) {
    const sign = sql[at] ?? ''
    const two = sql.slice(at, at + 2)
    if (/[ \t\r\n\f]/.test(sign)) at++
    else if (two === '--') {
      // MySQL takes `--x` for two minus signs.
      if ((dialect === 'mysql' || dialect === 'unknown') && !/[\s]|^$/.test(sql[at + 2] ?? '')) ambiguous()
      at = endOfLine(sql, at) ?? ambiguous()
    } else if (sign === '#' && dialect === 'mysql') at = endOfLine(sql, at) ?? ambiguous()
    else if (two === '/*') {
      const nests = dialect === 'postgres' || dialect === 'duckdb'
      const end = endOfComment(sql, at, nests)
      const inside = sql.slice(at + 2, end < 0 ? undefined : end)
      // MySQL and MariaDB run what is in `/*!` and `/*M!`; some dialects nest comments, others do not.
      if (end < 0 || /^\s*M?!/i.test(inside) || (!nests && inside.includes('/*'))) ambiguous()
      at = end
    } else if (sign === "'") {
      const isEscaping = dialect === 'mysql' || isEscapeString(tokens.at(-1), sql, at)
      const end = endOfQuoted(sql, at, "'", isEscaping ? 'backslash' : dialect === 'unknown' ? 'ambiguous' : 'double')
      if (end < 0) ambiguous()
      push('text', sql.slice(at + 1, end), end + 1)
    } else if (sign === '"' || sign === '`') {
      const isText = sign === '"' && dialect === 'mysql'
      const end = endOfQuoted(sql, at, sign, isText ? 'backslash' : 'double')
      if (end < 0) ambiguous()
      push(isText ? 'text' : 'quoted', sql.slice(at + 1, end), end + 1)
    } else if (sign === '[' && dialect === 'sqlite') {
      const end = sql.indexOf(']', at)
      if (end < 0) ambiguous()
      push('quoted', sql.slice(at + 1, end), end + 1)
    } else if (sign === '$' && (dialect === 'postgres' || dialect === 'duckdb' || dialect === 'unknown')) {
      const tag = /^\$(?:[A-Za-z_]\w*)?\$/.exec(sql.slice(at, at + 70))?.[0]
      if (tag === undefined) push('sign', sign, at + 1)
      else {
        const end = sql.indexOf(tag, at + tag.length)
        if (end < 0) ambiguous()
        push('text', sql.slice(at + tag.length, end), end + tag.length)
      }
    } else if (/[\p{L}_]/u.test(letterAt(sql, at))) {
      const word = /^[\p{L}\p{M}\p{N}_$]+/u.exec(sql.slice(at, at + 300))?.[0] ?? sign
      push('word', word.toLowerCase(), at + word.length)
    } else if (/[0-9]/.test(sign)) {
      const number =
        /^(?:0x[0-9a-f]+|[0-9][0-9_]*(?:\.[0-9]*)?(?:e[+-]?[0-9]+)?)/i.exec(sql.slice(at, at + 300))?.[0] ?? sign
      push('number', number, at + number.length)
    } else if (sign === '(') {
      push('sign', sign, at + 1)
      depth++
    } else if (sign === ')') {
      depth--
      if (depth < 0) ambiguous()
      push('sign', sign, at + 1)
    } else if (/[-+*/%<>=!~^&|.,:;?@{}[\]]|#/.test(sign)) push('sign', sign, at + 1)
    else ambiguous()
  }
  if (depth !== 0) ambiguous(Math.max(0, sql.length - 20))
  return tokens
}

const letterAt = (sql: string, at: number): string => String.fromCodePoint(sql.codePointAt(at) ?? 0)

/** `E'…'` of PostgreSQL: the word right before the quote. */
const isEscapeString = (before: Token | undefined, sql: string, at: number): boolean =>
  before?.kind === 'word' && before.value === 'e' && /e/i.test(sql[at - 1] ?? '')

/** Behind the comment that begins at a place; -1 where it is not closed. */
function endOfComment(sql: string, from: number, nests: boolean): number {
  let open = 0
  for (const mark of sql.slice(from).matchAll(nests ? /\/\*|\*\//g : /^\/\*|\*\//g)) {
    open += mark[0] === '/*' ? 1 : -1
    if (open === 0) return from + mark.index + 2
  }
  return -1
}

/** Null where a carriage return stands in the line: some engines end it there, others go on. */
function endOfLine(sql: string, from: number): number | null {
  const found = sql.indexOf('\n', from)
  const end = found < 0 ? sql.length : found
  return /\r(?!$)/.test(sql.slice(from, end)) ? null : end
}

/** Where a quoted text ends, -1 where it does not, or where dialects would not agree. */
function endOfQuoted(sql: string, from: number, quote: string, escaping: 'backslash' | 'double' | 'ambiguous'): number {
  for (let at = from + 1; at < sql.length; at++) {
    if (sql[at] === '\\' && escaping === 'backslash') at++
    else if (sql[at] === '\\' && escaping === 'ambiguous' && sql[at + 1] === quote) return -1
    else if (sql[at] === quote) {
      if (sql[at + 1] !== quote) return at
      at++
    }
  }
  return -1
}

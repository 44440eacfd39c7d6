import { QuarryError } from '../../contract/errors'

const leading = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|\()*([a-z]+)/i
const queryWords = new Set(['select', 'with', 'values', 'table'])
/** Queries of MySQL that write files, also where a comment stands between the words. */
const writingQuery = /\b(?:outfile|dumpfile)\b/i

/**
 * The first of two locks: only what begins as a query reaches a connection, which is read-only itself. This one keeps
 * out what a read-only connection still lets by: settings, `ATTACH`, `VACUUM INTO`, `COPY … TO`, `INTO OUTFILE`.
 * @throws QuarryError `resource.invalid`
 */
export function assertQuery(sql: string): void {
  const word = leading.exec(sql)?.[1]?.toLowerCase()
  if (word !== undefined && queryWords.has(word) && !writingQuery.test(sql)) return
  throw new QuarryError('resource.invalid', 'Only queries are run against a database: it is read-only.', {
    remedy: 'Ask with one SELECT statement.',
  })
}

import { QuarryError } from '../../contract/errors'

// Space, comments and brackets before the first word; in one way only, as trying many takes time without end.
const leading = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/|\()*/
const queryWords = new Set(['select', 'with', 'values', 'table'])
// What is a comment to all but MySQL and MariaDB, which run it.
const runComment = /\/\*M?!/
/** Queries of MySQL that write files, also where a comment stands between the words. */
const writingQuery = /\b(?:outfile|dumpfile)\b/i

/**
 * The first of two locks: only what begins as a query reaches a connection, which is read-only itself. This one keeps
 * out what a read-only connection still lets by: settings, `ATTACH`, `VACUUM INTO`, `COPY … TO`, `INTO OUTFILE`.
 * @throws QuarryError `resource.invalid`
 */
export function assertQuery(sql: string): void {
  const start = leading.exec(sql)?.[0].length ?? 0
  const word = /^[a-z]*/i.exec(sql.slice(start))?.[0].toLowerCase() ?? ''
  if (queryWords.has(word) && !writingQuery.test(sql) && !runComment.test(sql)) return
  throw new QuarryError('resource.invalid', 'Databases are read-only: only queries can run.', {
    remedy: 'oneSelect',
  })
}

/** What a statement that made a table says of it and of its columns. */
export interface StatementComments {
  readonly table: string | null
  /** By the name of the column, in small letters. */
  readonly columns: ReadonlyMap<string, string>
}

/** Strings and names in quotation marks, comments, line ends, brackets, commas, and words. */
const lexeme =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]{0,200}\]|--[^\n]*|\/\*|\n|[(),]|[^\s(),'"`[\]]+|['"`[]/g
const ofTable = /^(?:constraint|primary|foreign|unique|check)$/i

const bareName = (word: string): string =>
  /^["`[]/.test(word) ? word.slice(1, -1).replaceAll('""', '"').replaceAll('``', '`') : word

/**
 * SQLite keeps `CREATE TABLE` as it was written, and people say there what a name stands for: `dep_cd TEXT, -- depot`. A comment
 * behind a column belongs to it, one on a line of its own to the column below, and what stands before the first column, on the
 * line of its bracket, or behind the last bracket to the table.
 */
export function commentsIn(statement: string): StatementComments {
  const columns = new Map<string, string>()
  const tables: string[] = []
  const above: string[] = []
  let depth = 0
  let column: string | null = null
  let isNew = false
  let isLineEmpty = true
  let hasBegun = false
  const say = (name: string, text: string): void => {
    const before = columns.get(name)
    columns.set(name, before === undefined ? text : `${before} ${text}`)
  }
  lexeme.lastIndex = 0
  for (let found = lexeme.exec(statement); found !== null; found = lexeme.exec(statement)) {
    const [word] = found
    if (word === '\n') isLineEmpty = true
    else if (word.startsWith('--') || word === '/*') {
      const end = word === '/*' ? statement.indexOf('*/', found.index) : found.index + word.length
      if (end === -1) break
      const text = statement
        .slice(found.index + 2, end)
        .replace(/\s+/g, ' ')
        .trim()
      if (word === '/*') lexeme.lastIndex = end + 2
      if (text === '') continue
      if (depth === 0 || !(hasBegun || isLineEmpty)) tables.push(text)
      else if (isLineEmpty) above.push(text)
      else if (column !== null) say(column, text)
    } else if (/^['"`[]$/.test(word)) {
      // Cut off within a name or a text: what comes is no comment.
      break
    } else {
      isLineEmpty = false
      if (word === '(') {
        depth += 1
        if (depth === 1) isNew = true
      } else if (word === ')') depth -= 1
      else if (word === ',' && depth === 1) isNew = true
      else if (isNew && depth === 1) {
        isNew = false
        hasBegun = true
        const name = ofTable.test(word) ? null : bareName(word).toLowerCase()
        for (const text of above.splice(0)) if (name !== null) say(name, text)
        // What stands behind a rule of the table is not said of the column before.
        column = name
      }
    }
  }
  return { table: tables.join(' ') || null, columns }
}

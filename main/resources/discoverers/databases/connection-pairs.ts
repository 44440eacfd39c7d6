/** Names of the same thing in ADO.NET, ODBC and libpq, without spaces. */
const synonyms: Record<string, readonly string[]> = {
  host: ['host', 'server', 'hostaddr', 'datasource', 'address', 'addr'],
  port: ['port'],
  database: ['database', 'dbname', 'db', 'initialcatalog'],
  user: ['user', 'username', 'userid', 'uid'],
  password: ['password', 'pwd'],
  tls: ['sslmode', 'ssl'],
}

const meaningOf = (name: string): string => {
  const key = name.replace(/\s/g, '').toLowerCase()
  return Object.keys(synonyms).find((candidate) => synonyms[candidate]!.includes(key)) ?? key
}

/**
 * The pairs of `Host=…;Database=…` (ADO.NET, ODBC) or `host=… dbname=…` (libpq) by what they mean, or null where the
 * text has neither form. Each character is looked at once or twice, whatever the text.
 */
export function readConnectionPairs(text: string): Map<string, string> | null {
  const found = new Map<string, string>()
  const hasSemicolons = text.includes(';')
  const isName = hasSemicolons ? /[\w ]/ : /\w/
  const isBreak = hasSemicolons ? /[;\s]/ : /\s/
  let at = 0
  const skip = (pattern: RegExp): number => {
    while (at < text.length && pattern.test(text[at]!)) at++
    return at
  }
  while (skip(isBreak) < text.length) {
    const start = at
    const name = text.slice(start, skip(isName)).trim()
    if (name === '' || text[skip(/\s/)] !== '=') {
      if (!hasSemicolons || found.size === 0) return null
      // What stands between two semicolons and is no pair says nothing of the others.
      const end = text.indexOf(';', start)
      at = end === -1 ? text.length : end
      continue
    }
    at++
    skip(/\s/)
    const value = quotedAt(text, at, hasSemicolons)
    if (value !== null) at = value.end
    const from = at
    const end = hasSemicolons ? text.indexOf(';', at) : text.slice(at).search(/\s/) + at
    at = end < from ? text.length : end
    found.set(meaningOf(name), value?.text ?? text.slice(from, at).trim())
  }
  return found.size === 0 ? null : found
}

/** The quoted value that begins at `at`, its quotes taken off, and where it ends; null where none does. */
function quotedAt(text: string, at: number, doubles: boolean): { text: string; end: number } | null {
  const quote = text[at]
  if (quote !== "'" && quote !== '"') return null
  let value = ''
  for (let next = at + 1; next < text.length; next++) {
    const char = text[next]!
    const isEscaped = doubles ? char === quote && text[next + 1] === quote : char === '\\'
    if (isEscaped) value += text[++next] ?? ''
    else if (char === quote) return { text: value.trim(), end: next + 1 }
    else value += char
  }
  return null
}

import { extname } from 'node:path'
import { type FileKind, type FileTarget, hasExtension, looksLikeText, startsWith } from './file-discoverer'

const extensions: Readonly<Record<FileKind['engine'], readonly string[]>> = {
  sqlite: ['.sqlite', '.sqlite3', '.db3', '.s3db', '.sl3'],
  duckdb: ['.duckdb', '.ddb'],
  parquet: ['.parquet', '.pq'],
  excel: ['.xlsx', '.xlsm'],
  csv: ['.csv', '.tsv', '.tab', '.psv'],
  json: ['.json', '.jsonl', '.ndjson', '.geojsonl'],
}

/** Of these no more is read than is asked for, however large they are, and they are no documents. */
export const readInPlace = ['sqlite', 'duckdb', 'parquet'] as const

/** Whether a file of this name is worth a look for tables of these kinds. `.db` is SQLite's most usual one, and other programs' too. */
export function mayHoldTables(name: string, engines: readonly FileKind['engine'][]): boolean {
  const extension = extname(name).toLowerCase()
  return engines.some(
    (engine) => extensions[engine].includes(extension) || (engine === 'sqlite' && extension === '.db'),
  )
}

/** Whether the first bytes say that it is a database of SQLite, whatever its name does. */
export const isSqlite = (target: FileTarget): boolean => startsWith(target, 'SQLite format 3\0')

/** `.db` belongs to many programs: SQLite's is it only where it says nothing (empty) or nothing legible (encrypted). */
function isOddSqlite(target: FileTarget): boolean {
  if (!hasExtension(target, ['.db'])) return false
  const page = target.head.subarray(0, 4096)
  // 4,096 even bytes lack hardly a value; the heads of other formats are full of zeros.
  const zeros = page.subarray(0, 64).filter((byte) => byte === 0).length
  return page.length === 0 || (page.length >= 1024 && new Set(page).size > 200 && zeros < 4)
}

function holdsRows(head: Uint8Array): boolean {
  const text = new TextDecoder().decode(head).trimStart()
  if (/^\[\s*\{/.test(text)) return true
  const [first = '', second = ''] = text.split(/\r?\n/, 2)
  return first.startsWith('{') && first.trimEnd().endsWith('}') && second.startsWith('{') && isJsonObject(first)
}

function isJsonObject(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/**
 * Files with tables. What is known by its first bytes comes before what is known by its name and a look (CSV, JSON).
 */
export const fileKinds: readonly FileKind[] = [
  {
    engine: 'sqlite',
    exclusive: true,
    takesPassword: false,
    // By its first bytes, whatever its name says; by its name where the bytes are damaged or encrypted.
    recognises: (target) => isSqlite(target) || hasExtension(target, extensions.sqlite) || isOddSqlite(target),
  },
  {
    engine: 'duckdb',
    exclusive: true,
    takesPassword: true,
    // The magic bytes stand behind a checksum of eight bytes (https://duckdb.org/docs/stable/internals/storage).
    recognises: (target) => startsWith(target, 'DUCK', 8) || hasExtension(target, extensions.duckdb),
  },
  {
    engine: 'parquet',
    exclusive: true,
    takesPassword: false,
    recognises: (target) => startsWith(target, 'PAR1') || hasExtension(target, extensions.parquet),
  },
  {
    engine: 'excel',
    // A document as well, like a table of text.
    exclusive: false,
    takesPassword: false,
    // Workbooks are ZIP archives; one with a password is wrapped into the container of the older format.
    recognises: (target) =>
      hasExtension(target, extensions.excel) ||
      (startsWith(target, 'PK\x03\x04') && Buffer.from(target.head).includes('xl/workbook.xml')),
  },
  {
    engine: 'csv',
    // A document as well: its rows are found by their words, too.
    exclusive: false,
    takesPassword: false,
    recognises: (target) => hasExtension(target, extensions.csv) && looksLikeText(target),
  },
  {
    engine: 'json',
    exclusive: false,
    takesPassword: false,
    // Rows: an array of objects, or an object a line. A single object is a document or a description of an API.
    recognises: (target) => hasExtension(target, extensions.json) && looksLikeText(target) && holdsRows(target.head),
  },
]

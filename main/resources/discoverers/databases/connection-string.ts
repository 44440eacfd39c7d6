import type { DatabaseServer } from '../../../../contract/databases/database-tasks'
import { QuarryError } from '../../../../contract/errors'
import { readConnectionPairs } from './connection-pairs'

/** The forms that programs write: a URL (also JDBC's and SQLAlchemy's, also behind `DATABASE_URL=`). */
const url = /^(?:jdbc:)?(postgres|postgresql|mysql|mariadb)(?:\+\w+)?:\/\//i
const assignment = /^(?:export\s+)?[A-Z_][A-Z0-9_]*\s*=\s*(?=["']?(?:jdbc:)?(?:postgres|mysql|mariadb))/i

/** Longer texts are none, and are not looked at. */
const maxLength = 4096

/** Whether a text looks like the address of a database server. */
export function looksLikeConnectionString(text: string): boolean {
  if (text.length > maxLength) return false
  const plain = unwrapped(text)
  return !plain.includes('\n') && (url.test(plain) || namesServer(plain))
}

/**
 * The parts of a connection string; null where it is none. No error says a word of the text, as it may hold a password.
 * @throws QuarryError `resource.invalid`, `resource.unsupported`
 */
export function parseConnectionString(text: string): DatabaseServer | null {
  if (!looksLikeConnectionString(text)) return null
  const plain = unwrapped(text)
  return url.test(plain) ? fromUrl(plain) : fromPairs(plain)
}

/** What names the place, for good and without the password: `postgresql://user@host:5432/database`. */
export function locationOf({ engine, host, port, database, user, tls }: DatabaseServer): string {
  const login = user === null ? '' : `${encodeURIComponent(user)}@`
  const isSocket = host.startsWith('/')
  const options = new URLSearchParams()
  if (isSocket) options.set('host', host)
  if (tls !== 'off') options.set('sslmode', tls === 'verify' ? 'verify-full' : 'require')
  const address = isSocket ? `:${port}` : `${host.includes(':') ? `[${host}]` : host}:${port}`
  const query = options.size > 0 ? `?${options}` : ''
  return `${engine}://${login}${isSocket ? `localhost${address}` : address}/${encodeURIComponent(database)}${query}`
}

const unwrapped = (text: string): string =>
  text
    .trim()
    .replace(assignment, '')
    .replace(/^(["'`])(.*)\1;?$/s, '$2')
    .trim()

const invalid = (message: string): QuarryError => new QuarryError('resource.invalid', message, { remedy: 'suchAsUrl' })

function fromUrl(text: string): DatabaseServer {
  const engine = url.exec(text)![1]!.toLowerCase().startsWith('postgres') ? 'postgresql' : 'mysql'
  let parsed: URL
  try {
    // Of a scheme that it does not know, URL takes an empty host as well.
    parsed = new URL(text.replace(url, 'quarry://').replace(/^(quarry:\/\/[^/?#]*@)(?=[/?]|$)/, '$1localhost'))
  } catch {
    // Without its cause, which quotes the whole text.
    throw invalid(`The address cannot be read${/,/.test(text) ? ': it names more than one host' : ''}.`)
  }
  // A password with one of `/?#` in it ends too early, and its rest would stand in the location.
  if (/@/.test(parsed.pathname + parsed.hash) || (parsed.username === '' && parsed.search.includes('@'))) {
    throw invalid(
      'The address cannot be read: characters such as / ? # @ in a password are written as %2F %3F %23 %40.',
    )
  }
  const options = new Map([...parsed.searchParams].map(([name, value]) => [name.toLowerCase(), value]))
  return built(engine, {
    host: options.get('host') || options.get('socket') || decoded(parsed.hostname.replace(/^\[|\]$/g, '')),
    port: options.get('port') || parsed.port,
    database: options.get('dbname') || decoded(parsed.pathname.replace(/^\//, '')),
    user: options.get('user') || decoded(parsed.username),
    password: options.get('password') || decoded(parsed.password),
    tls: options.get('sslmode') ?? options.get('ssl-mode') ?? options.get('ssl') ?? options.get('usessl') ?? '',
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign that was meant as one.
    return text
  }
}

function namesServer(text: string): boolean {
  const found = readConnectionPairs(text)
  return found?.has('host') === true && found.has('database')
}

function fromPairs(text: string): DatabaseServer {
  const found = readConnectionPairs(text) ?? new Map<string, string>()
  if (/initial\s*catalog|data\s*source|trusted_connection|encrypt\s*=/i.test(text)) {
    throw new QuarryError('resource.unsupported', 'SQL Server is not supported.', {
      remedy: 'enginesThatCan',
    })
  }
  const isMysql = found.get('port') === '3306' || /\b(?:uid|pwd|server)\s*=/i.test(text)
  return built(isMysql && found.get('port') !== '5432' ? 'mysql' : 'postgresql', {
    host: found.get('host') ?? '',
    port: found.get('port') ?? '',
    database: found.get('database') ?? '',
    user: found.get('user') ?? '',
    password: found.get('password') ?? '',
    tls: found.get('tls') ?? '',
  })
}

type Parts = Record<'host' | 'port' | 'database' | 'user' | 'password' | 'tls', string>

function built(engine: DatabaseServer['engine'], parts: Parts): DatabaseServer {
  const port = parts.port === '' ? (engine === 'postgresql' ? 5432 : 3306) : Number(parts.port)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw invalid('The address names no valid port.')
  if (parts.host.includes(',')) throw invalid('The address names more than one host.')
  const database = parts.database || (engine === 'postgresql' ? parts.user : '')
  if (database === '') throw invalid('The address names no database.')
  return {
    kind: 'server',
    engine,
    host: parts.host || 'localhost',
    port,
    database,
    user: parts.user || null,
    password: parts.password || null,
    tls: tlsOf(parts.tls),
  }
}

function tlsOf(mode: string): DatabaseServer['tls'] {
  if (/^verify/i.test(mode)) return 'verify'
  return /^(?:require|required|true|1|on)$/i.test(mode) ? 'require' : 'off'
}

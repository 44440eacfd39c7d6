import { QuarryError } from '../errors'

/** A host of the network setting `named`, read: what is connected to under it, and nothing else. */
export interface NamedHost {
  /** As it is kept: names in ASCII, IPv6 in its shortest form and in brackets. */
  readonly entry: string
  /** `below`: every name that ends with it, at any depth, but not the name itself. */
  readonly kind: 'name' | 'below' | 'address'
  /** Without wildcard, brackets and port. */
  readonly host: string
  /** Null: any. */
  readonly port: number | null
}

export type HostProblem = 'empty' | 'address' | 'name' | 'port' | 'url' | 'wildcard'

/**
 * Reads what a person wrote as a host. Nothing is guessed: an address that programs read in more than one way (`127.1`,
 * `010.0.0.1`) and a wildcard that is not one whole first label are refused.
 */
export function readNamedHost(text: string): NamedHost | HostProblem {
  const written = text.trim()
  if (written === '') return 'empty'
  if (/[/\\@?#\s]/.test(written)) return 'url'
  const six = /^\[([^\]]*)\](?::(.*))?$/.exec(written) ?? (/:.*:/.test(written) ? [written, written] : null)
  const [name = '', ...ports] = six === null ? written.split(':') : [six[1] ?? '']
  const portText = six === null ? ports[0] : six[2]
  const port = portText === undefined ? null : Number(portText)
  if (port !== null && !(/^\d{1,5}$/.test(portText ?? '') && port >= 1 && port <= 65_535)) return 'port'
  const withPort = (host: string): string => (port === null ? host : `${host}:${port}`)
  if (six !== null) {
    const host = canonicalAddress(name)
    return host === null ? 'address' : { entry: withPort(`[${host}]`), kind: 'address', host, port }
  }
  const below = /^\*\.(.+)$/.exec(name)?.[1]
  const host = inAscii((below ?? name).replace(/\.$/, '').toLowerCase())
  if (name.includes('*') && (below === undefined || below.includes('*'))) return 'wildcard'
  const labels = host.split('.')
  if (/^(?:\d+|0x[\da-f]*)$/.test(labels.at(-1) ?? '')) {
    if (below !== undefined) return 'wildcard'
    const isAddress =
      labels.length === 4 && labels.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)
    return isAddress ? { entry: withPort(host), kind: 'address', host, port } : 'address'
  }
  if (
    host.length > 253 ||
    !labels.every((label) => label.length <= 63 && /^[a-z\d_](?:[a-z\d_-]*[a-z\d_])?$/.test(label))
  )
    return 'name'
  if (below === undefined) return { entry: withPort(host), kind: 'name', host, port }
  // Below a whole top-level domain is half of the internet.
  return labels.length < 2 ? 'wildcard' : { entry: withPort(`*.${host}`), kind: 'below', host, port }
}

/** As `readNamedHost` does. Throws `input.invalid` that says what is wrong with it. */
export function parseNamedHost(text: string): NamedHost {
  const read = readNamedHost(text)
  if (typeof read !== 'string') return read
  throw new QuarryError('input.invalid', `“${text}” is no host that could be listed (${read}).`, {
    context: { problem: 'host', reason: read, host: text },
  })
}

/** Whether a host that is asked for, as it is asked for, is meant. @param port left out where only a name is looked up */
export function isNamedHost({ kind, host, port: listedPort }: NamedHost, asked: string, port?: number): boolean {
  // An address with a dot behind it is none: it would be asked of a name server.
  const name = kind === 'address' ? asked.toLowerCase() : asked.toLowerCase().replace(/\.$/, '')
  const isMeant =
    kind === 'below' ? inAscii(name).endsWith(`.${host}`) : (canonicalAddress(name) ?? inAscii(name)) === host
  return isMeant && (listedPort === null || port === undefined || port === listedPort)
}

/** An IPv6 address in its shortest form; null for what is none. */
function canonicalAddress(text: string): string | null {
  if (!/^[\da-f:.]{2,45}$/i.test(text) || !text.includes(':')) return null
  return hostOfUrl(`[${text}]`)?.slice(1, -1) ?? null
}

/** A name of other scripts as name servers have it. */
const inAscii = (name: string): string => (/^[\x20-\x7e]*$/.test(name) ? name : (hostOfUrl(name) ?? name))

function hostOfUrl(host: string): string | null {
  try {
    return new URL(`http://${host}/`).hostname
  } catch {
    return null
  }
}

/** Whether a host name, as `URL` writes it, is this machine (RFC 1122 and 4291: all of 127.0.0.0/8, ::1, `localhost`). */
export const isLoopbackName = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)

/** Whether it is an address of this machine or of its local network (RFC 1918, 3927, 4193, 4291), and no name to be looked up. */
export const isLocalAddress = (hostname: string): boolean =>
  isLoopbackName(hostname) ||
  /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\./.test(hostname) ||
  /^\[(?:f[cd][\da-f]{2}|fe[89ab][\da-f]):/.test(hostname)

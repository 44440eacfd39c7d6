import { isPlaceholder, isSecretName, isSecretValue } from '../secrets/secret-values'
import { cleanText } from './clean'
import { partedAddress } from './public-address'

export interface NamedSecrets {
  readonly command: string | null
  readonly args: string[]
  readonly url: string | null
  readonly secretNames: string[]
  readonly secrets: Record<string, string>
}

/**
 * Parts what may be shown of a server's entry from what may not. Every value of its environment and headers goes behind
 * the secrets port (which of them are secret, only the server knows); in arguments and the address those that
 * look like secrets are replaced by `${NAME}`. A placeholder has a name and no value: a person is asked.
 */
export function withSecretsNamed(entry: {
  readonly command: string | null
  readonly args: readonly string[]
  readonly url: string | null
  readonly values: readonly (readonly [string, unknown])[]
}): NamedSecrets {
  const names = new Set<string>()
  const secrets = new Map<string, string>()
  const keep = (name: string, value: string): void => {
    names.add(name)
    if (!isPlaceholder(value) && value.length <= 20_000) secrets.set(name, value)
  }
  for (const [key, value] of entry.values.slice(0, 200)) {
    const name = cleanText(key, 200)
    if (name !== '' && (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')) {
      keep(name, String(value))
    }
  }
  /** A name for what stood in an argument or the address, that no other value has. */
  const named = (wish: string, value: string): string => {
    const base =
      wish
        .replace(/[^A-Za-z0-9]+/g, '_')
        .replace(/^_+|(?<!_)_+$/g, '')
        .toUpperCase() || 'SECRET'
    let name = base
    for (let count = 2; names.has(name) && secrets.get(name) !== value; count++) name = `${base}_${count}`
    keep(name, value)
    return `\${${name}}`
  }
  const args = entry.args.map((arg, at) => safeArgument(arg, entry.args[at - 1], named))
  const url = entry.url === null ? null : safeAddress(cleanText(entry.url, 2000), named)
  const command = entry.command === null ? null : safeWords(entry.command, named)
  return { command, args, url, secretNames: [...names], secrets: Object.fromEntries(secrets) }
}

type Named = (wish: string, value: string) => string

function safeArgument(arg: string, before: string | undefined, named: Named): string {
  if (/^https?:\/\/|^(?:[a-z][a-z0-9+.-]*:)+\/\/\S*@/i.test(arg)) return safeAddress(arg, named)
  if (semicolonPairs.test(arg)) return safePairs(arg, /([^=;]{1,40}=\s*)('[^']*'|"[^"]*"|[^;]*)/g, named)
  if (spacedPairs.test(arg)) return safePairs(arg, /(\w{1,40}\s*=\s*)('[^']*'|"[^"]*"|\S*)/g, named)
  // `--header "Authorization: Bearer x"`, `X-Api-Key: x`
  const header = /^([\w-]{1,80}:\s*)((?:(?:Bearer|Basic|Token)\s+)?)(\S.*)$/i.exec(arg)
  if (header !== null && (isSecretName(header[1]!.replace(/:\s*$/, '')) || header[2] !== '')) {
    return `${header[1]}${header[2]}${named(header[1]!, header[3]!)}`
  }
  // `--api-key=x`, `TOKEN=x`
  const assignment = /^(-{0,2}[\w.-]{1,80})=(.*)$/s.exec(arg)
  if (assignment !== null) {
    const [, name = '', value = ''] = assignment
    if (isSecretName(name) || isSecretValue(value)) return `${name}=${named(name, value)}`
    return /:\/\//.test(value) ? `${name}=${safeAddress(value, named)}` : arg
  }
  // `--api-key x`
  if (before !== undefined && /^--?[\w.-]+$/.test(before) && isSecretName(before) && !arg.startsWith('-')) {
    return named(before, arg)
  }
  const bearer = /^((?:Bearer|Basic|Token)\s+)(\S+)$/i.exec(arg)
  if (bearer !== null) return `${bearer[1]}${named('token', bearer[2]!)}`
  if (isSecretValue(arg)) return named('token', arg)
  return /\s/.test(arg) ? safeWords(arg, named) : arg
}

/** `Server=…;Password=…` of ADO.NET and ODBC, `host=… password=…` of libpq: several pairs in one argument. */
const semicolonPairs = /^\s*\w[\w ]{0,40}=[^;]*;\s*\w[\w ]{0,40}=/
const spacedPairs = /^\s*\w{1,40}\s*=\s*(?:'[^']*'|"[^"]*"|\S+)\s+\w{1,40}\s*=/

function safePairs(text: string, pairs: RegExp, named: Named): string {
  return text.replace(pairs, (whole, key: string, quoted: string) => {
    const value = quoted.replace(/^(['"])(.*)\1$/s, '$2')
    const name = key.replace(/(?<!\s)\s*=\s*$/, '').trim()
    if (value !== '' && (isSecretName(name) || isSecretValue(value))) return key + named(name, value)
    return /:\/\//.test(value) ? key + safeAddress(value, named) : whole
  })
}

/** A whole command line in one argument, such as after `sh -c`. */
function safeWords(line: string, named: Named): string {
  const words = line.split(/(\s+)/)
  return words.map((word, at) => (/^\s*$/.test(word) ? word : safeArgument(word, words[at - 2], named))).join('')
}

/** Password, secret parameters and random parts of the path go; what names the server stays. */
function safeAddress(address: string, named: Named): string {
  const parted = partedAddress(address)
  const [before = '', ...rest] = parted.rest.split(/(?=[?#])/)
  const place = `${parted.scheme}${parted.user === null ? '' : `${userInfo(parted.user, named)}@`}${before}`
  const path = place.replace(/(?<=\/)[^/]{16,}(?=\/|$)/g, (part, offset: number) =>
    offset > place.indexOf('//') + 2 && isSecretValue(part) ? named('url token', part) : part,
  )
  const parameters = rest.join('').replace(/([?&#;])([^=&#;]{1,100})=([^&#;]*)/g, (whole, mark, name, value) => {
    const isSecret = value !== '' && (isSecretName(name) || isSecretValue(value))
    return isSecret ? `${mark}${name}=${named(name, value)}` : whole
  })
  return path + parameters
}

function userInfo(text: string, named: Named): string {
  const at = text.indexOf(':')
  return at === -1 ? named('password', text) : `${text.slice(0, at)}:${named('password', text.slice(at + 1))}`
}

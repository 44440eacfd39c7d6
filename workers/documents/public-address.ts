import { isSecretValue } from '../secrets/secret-values'

/**
 * What of a server's address may be kept and shown: `https://user:password@host/v1?key=x#y` → `https://host/v1`. User,
 * query and fragment go (of a base address nothing in them is needed), random parts of the path become `{secret}`.
 */
export function publicAddress(address: string): string {
  const { scheme, rest } = partedAddress(address)
  const [base = ''] = rest.split(/[?#]/)
  return publicPath(scheme + base)
}

/**
 * Where the user and password of an address end. They hold what they should not as it is typed: an `@`, and, as what
 * follows the colon is no port then, any of `/?#`. `user` is null where there is none.
 */
export function partedAddress(address: string): {
  readonly scheme: string
  readonly user: string | null
  readonly rest: string
} {
  const [, scheme = '', tail = address] = /^((?:[a-z][\w+.-]*:)*\/\/)(.*)$/is.exec(address) ?? []
  if (scheme === '') return { scheme, user: null, rest: address }
  const authority = /^[^/?#]*/.exec(tail)?.[0] ?? ''
  const isCut = /^[^:[]*:(?!\d{1,5}$)./s.test(authority)
  const end = authority.includes('@') ? authority.lastIndexOf('@') : isCut ? tail.lastIndexOf('@') : -1
  return end === -1
    ? { scheme, user: null, rest: tail }
    : { scheme, user: tail.slice(0, end), rest: tail.slice(end + 1) }
}

/** A path without what looks like a token in it. */
export function publicPath(path: string): string {
  return path.replace(/(?<=\/)[^/]{10,}/g, (part) => (isSecretValue(part) ? '{secret}' : part))
}

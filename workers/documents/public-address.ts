import { isSecretValue } from './secret-values'

/**
 * What of a server's address may be kept and shown: `https://user:password@host/v1?key=x#y` → `https://host/v1`. User,
 * query and fragment go (of a base address nothing in them is needed), random parts of the path become `{secret}`.
 */
export function publicAddress(address: string): string {
  const [base = ''] = address.split(/[?#]/)
  return publicPath(base.replace(/^([a-z][\w+.-]*:)?\/\/[^/]*@/i, '$1//'))
}

/** A path without what looks like a token in it. */
export function publicPath(path: string): string {
  return path.replace(/(?<=\/)[^/]{10,}/g, (part) => (isSecretValue(part) ? '{secret}' : part))
}

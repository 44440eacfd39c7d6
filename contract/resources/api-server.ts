import { z } from 'zod'

/** What is wrong with a base address that a person typed. */
export type BaseAddressProblem = 'tooLong' | 'notAddress' | 'credentials' | 'query'

const baseAddressAtMost = 500

/**
 * What is wrong with the base address of an API; null where nothing is. What programs read in more than one way (a space, a
 * line break or a backslash in it) is refused, and so is what would be a secret in a row.
 */
export function baseAddressProblem(text: string): BaseAddressProblem | null {
  if (text.length > baseAddressAtMost) return 'tooLong'
  if (!/^https?:\/\/[^\s\\{}<>"^`|]+$/i.test(text) || /[\p{C}\p{Z}]/u.test(text)) return 'notAddress'
  if (/^https?:\/\/[^/?#]*@/i.test(text)) return 'credentials'
  if (/[?#]/.test(text)) return 'query'
  return urlOf(text) === null ? 'notAddress' : null
}

/** Address of a server that a person typed: http or https, without user, query and fragment. */
export const baseAddress = z.string().refine((text) => baseAddressProblem(text) === null, 'This is no base address.')

/**
 * The server that a person chose for an API. `server`: one of its description, word for word, or null for `base` itself;
 * `base`: where a server is that the description names by its path alone.
 */
export const apiServerChoice = z.object({ server: z.string().max(5000).nullable(), base: baseAddress.nullable() })
export type ApiServerChoice = z.infer<typeof apiServerChoice>

/** Why an API cannot be asked: no server is chosen, or the chosen one is not in the description any more. */
export type ApiServerProblem = 'noServer' | 'serverGone'

/** Where an API is asked: as a person chose, else the first of its servers that has a whole address. */
export function apiServer(
  servers: readonly string[],
  choice: ApiServerChoice | null,
): { readonly url: string } | { readonly problem: ApiServerProblem } {
  if (choice === null) {
    const url = servers.find((server) => serverKind(server) === 'whole')
    return url === undefined ? { problem: 'noServer' } : { url }
  }
  const { server, base } = choice
  if (server === null) return base === null ? { problem: 'noServer' } : { url: base }
  if (!servers.includes(server)) return { problem: 'serverGone' }
  const kind = serverKind(server)
  if (kind === 'whole') return { url: server }
  const url = kind === 'path' && base !== null ? withinBase(server, base) : null
  return url === null ? { problem: 'noServer' } : { url }
}

/**
 * `whole`: an address; `path`: what is to be put behind a base address; `unusable`: a variable without a value, or another
 * protocol.
 */
export function serverKind(server: string): 'whole' | 'path' | 'unusable' {
  if (/[{}\s\\]/.test(server)) return 'unusable'
  if (/^https?:\/\//i.test(server)) return urlOf(server) === null ? 'unusable' : 'whole'
  return server === '' || server.startsWith('//') || /^[a-z][\w+.-]*:/i.test(server) ? 'unusable' : 'path'
}

/** The choice that an address stands for: a described server, else the base of the first one that is a path. */
export function choiceOf(servers: readonly string[], address: string): ApiServerChoice {
  if (servers.includes(address) && serverKind(address) === 'whole') return { server: address, base: null }
  return { server: servers.find((server) => serverKind(server) === 'path') ?? null, base: address }
}

function withinBase(path: string, base: string): string | null {
  const root = urlOf(base.endsWith('/') ? base : `${base}/`)
  if (root === null) return null
  const url = new URL(path, root)
  return url.origin === root.origin ? url.href : null
}

function urlOf(text: string): URL | null {
  try {
    const url = new URL(text)
    const isPlain = url.username === '' && url.password === '' && url.hostname !== ''
    return isPlain && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null
  } catch {
    return null
  }
}

import { isLoopbackName } from '../calls/named-host'
import type { ProcessEgress } from '../processes/work-process'
import type { ModelProbe } from './model-probe'

/** A server of language models, as a person pasted its address. */
export interface ModelAddress {
  /** As it is kept: without a slash at the end, and without `/v1` where it goes without saying. */
  readonly location: string
  /** Whether it is on this computer: nothing leaves the machine. */
  readonly isHere: boolean
}

/** Where programs that serve models listen unless told otherwise, from their own documentation. */
export const knownModelServers: readonly ModelProbe[] = [
  { program: 'Ollama', port: 11434, api: 'ollama' },
  { program: 'LM Studio', port: 1234, api: 'openai' },
  { program: 'llama.cpp', port: 8080, api: 'openai' },
  { program: 'vLLM', port: 8000, api: 'openai' },
  { program: 'Jan', port: 1337, api: 'openai' },
  { program: 'GPT4All', port: 4891, api: 'openai' },
  { program: 'KoboldCpp', port: 5001, api: 'openai' },
  { program: 'Text generation web UI', port: 5000, api: 'openai' },
]

const usualPorts: ReadonlySet<string> = new Set(knownModelServers.map(({ port }) => String(port)))
/** What the OpenAI API's addresses end with at the servers that speak it: `/v1`, `/api/v1`, `/v1beta/openai`. */
const lastOfApi = /^(?:v\d{1,3}[a-z]{0,10}|openai)$/i

/**
 * Reads the address of a server of language models: any on this computer, and elsewhere one that ends as the OpenAI API's
 * do or has the port of a known program. Null for every other text; one with a password or a query in it is none.
 */
export function readModelAddress(text: string): ModelAddress | null {
  const written = text.trim()
  if (!/^https?:\/\/[^\s\\]{1,500}$/i.test(written) || !URL.canParse(written)) return null
  const { protocol, username, password, search, hash, hostname, port, origin, pathname } = new URL(written)
  if (username !== '' || password !== '' || search !== '' || hash !== '') return null
  const path = pathname.split('/').filter((part) => part !== '')
  // People copy the address of one operation as well.
  if (path.at(-1) === 'models') path.pop()
  else if (path.at(-2) === 'chat' && path.at(-1) === 'completions') path.splice(-2)
  const isHere = isLoopbackName(hostname)
  const hasApiAtRoot = isHere || (protocol === 'http:' && usualPorts.has(port))
  if (path.length === 0 ? !hasApiAtRoot : !lastOfApi.test(path.at(-1) ?? '')) return null
  const isAtRoot = path.length === 0 || (hasApiAtRoot && path.length === 1 && path[0] === 'v1')
  return { location: isAtRoot ? origin : `${origin}/${path.join('/')}`, isHere }
}

/** Where the operations of a server are, with a slash at the end, by its location. */
export const modelApiOf = (location: string): string =>
  new URL(location).pathname === '/' ? `${new URL(location).origin}/v1/` : `${location}/`

/** Host and port of a server that is not on this computer; null of one that is, and of a file. */
export function elsewhereOf(location: string): string | null {
  if (!/^https?:\/\//i.test(location) || !URL.canParse(location)) return null
  const { hostname, host } = new URL(location)
  return isLoopbackName(hostname) ? null : host
}

/** Where the process that asks a server may connect to: on this computer to that port alone, elsewhere as is allowed. */
export const egressToModel = (location: string, allowed: ProcessEgress): ProcessEgress =>
  elsewhereOf(location) === null ? { hosts: [new URL(location).host] } : allowed

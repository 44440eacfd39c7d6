import { QuarryError } from '../../contract/errors'
import type { MediaType } from '../../contract/library/source'
import { isCredentialFile } from '../../contract/resources/credential-files'

/** Only what has one of these is looked at more closely. */
const hint = /mcp|context_servers|postman/i
const serverList = /["'\n{,[.][ \t]*(?:mcpServers|context_servers|mcp\.servers|mcp_servers)["']?\s{0,20}[:=.\]]/
const serverField = /\b(?:command|url|serverUrl|httpUrl|env|headers)["']?\s{0,20}[:=]/
const group = /"(?:mcp|servers)"\s{0,20}:\s{0,20}\{/
const postman = /getpostman\.com\/json\/collection|"_postman_(?:id|variable_scope|exported_at)"/
const key = (name: string, text: string): boolean => text.includes(`"${name}"`)

/**
 * What a text holds that is no document: programs' lists of MCP servers and Postman collections and environments, in
 * whichever form, as they carry the credentials of what they reach.
 */
function credentialsIn(text: string): 'servers' | 'postman' | null {
  if (!hint.test(text)) return null
  if (postman.test(text)) return 'postman'
  if (serverList.test(`\n${text}`) && serverField.test(text)) return 'servers'
  const isEntry = key('command', text) || key('url', text) || key('serverUrl', text) || key('httpUrl', text)
  if (isEntry && group.test(text) && !key('openapi', text) && !key('swagger', text)) return 'servers'
  return key('command', text) && key('args', text) && (key('env', text) || key('headers', text)) ? 'servers' : null
}

/** Prose may speak of such files, and show a piece of one: only what has their form is one. */
function hasTheirForm(text: string, mediaType: MediaType): boolean {
  return (
    mediaType === 'json' ||
    mediaType === 'code' ||
    /^\s{0,200}(?:[[{]|\/[/*]|#|["']?[\w.-]{1,80}["']?\s{0,20}[:=])/.test(text)
  )
}

const privateKey = /^\s{0,200}(?:-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY|PuTTY-User-Key-File-|AGE-SECRET-KEY-1)/
/** Each of its values is a secret, whatever its name, in YAML and JSON. */
const isKubernetesSecret = (text: string): boolean =>
  /^[ \t"]{0,8}kind["']?:\s{0,8}["']?Secret["']?,?\s{0,8}$/m.test(text) &&
  /^[ \t"]{0,8}(?:data|stringData)"?:/m.test(text)

const serverAddress = /^(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver):\/\//i

/** Whether all that stands there is the address of a server with who may sign in. */
function isServerAddress(text: string): boolean {
  if (text.length > 4096) return false
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return lines.length === 1 && serverAddress.test(lines[0]!.trim()) && lines[0]!.includes('@')
}

/** Throws `read.credentials` where the text is a file of credentials rather than a document. */
export function refuseCredentials(text: string, mediaType: MediaType): void {
  if (mediaType === 'markdown' || mediaType === 'html') return
  if (privateKey.test(text)) {
    throw new QuarryError('read.credentials', 'It is a private key, so it is not read as a document.')
  }
  if (isServerAddress(text)) {
    throw new QuarryError('read.credentials', 'It is the address of a server, so it is not read as a document.', {
      remedy: 'serversBecomeResources',
    })
  }
  if (isKubernetesSecret(text)) {
    throw new QuarryError('read.credentials', 'It is a Secret of Kubernetes, so it is not read as a document.')
  }
  const found = credentialsIn(text)
  if (found === null || !hasTheirForm(text, mediaType)) return
  const what = found === 'servers' ? 'It lists MCP servers, often with keys' : 'It is a Postman file, often with keys'
  throw new QuarryError('read.credentials', `${what}, so it is not read as a document.`, {
    remedy: 'serversBecomeResources',
  })
}

/** Throws `read.credentials` where the name says that the file holds nothing but credentials. */
export function refuseCredentialName(name: string): void {
  if (!isCredentialFile(name)) return
  throw new QuarryError('read.credentials', 'It holds credentials, so it is not read.')
}

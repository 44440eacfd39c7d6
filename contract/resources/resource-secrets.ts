import { z } from 'zod'
import { type ResourceMetadata, resourceId } from './resource'
import { type SecretPlace, secretPlace } from './secret-place'

export const wantedSecret = z.object({ name: z.string(), place: secretPlace })
export type WantedSecret = z.infer<typeof wantedSecret>

/** What a whole resource may be given, and what is there of it: never the values. */
export const resourceSecrets = z.object({
  /** The whole resource, also where a part was asked about: a key counts for all of it. */
  resourceId,
  name: z.string(),
  secrets: z.array(wantedSecret.extend({ isSaved: z.boolean() })),
})
export type ResourceSecrets = z.infer<typeof resourceSecrets>

/** Where a secret was kept: in the system's keyring, or in memory until Quarry closes. */
export const secretKept = z.enum(['keyring', 'session'])
export type SecretKept = z.infer<typeof secretKept>

export const secretsAtMost = { name: 200, value: 10_000 } as const

/** The secrets that a resource may be given, in the order in which they are asked for. */
export function wantedSecrets(metadata: ResourceMetadata): WantedSecret[] {
  switch (metadata.type) {
    case 'database':
      return takesPassword.has(metadata.engine) ? [{ name: 'password', place: { kind: 'password' } }] : []
    case 'mcp_server':
      return metadata.secretNames.map((name) => ({ name, place: { kind: 'variable' } }))
    case 'model':
      return metadata.provider === 'gguf' ? [] : [{ name: modelKeyName, place: { kind: 'bearer' } }]
    case 'api': {
      const needed = new Set(metadata.operations.flatMap(({ auth }) => auth))
      return metadata.auth.filter(({ name }) => needed.has(name))
    }
    default:
      return []
  }
}

const takesPassword: ReadonlySet<string> = new Set(['postgresql', 'mysql', 'duckdb'])
/** Name of the key of a model server. */
export const modelKeyName = 'key'

/** Why a secret cannot be sent where it belongs; the worker that sends it would refuse it. */
export type SecretProblem = 'empty' | 'tooLong' | 'lineBreak' | 'notLatin' | 'noUser' | 'cannotBeSent'

/**
 * A secret as it is kept: of an API without the space around it and the `Bearer` before it that come along where it is
 * copied; those of databases and MCP servers are taken as they are.
 */
export function readSecret(place: SecretPlace, given: string): { readonly value: string } | { problem: SecretProblem } {
  if (place.kind === 'unsupported') return { problem: 'cannotBeSent' }
  if (given.length > secretsAtMost.value) return { problem: 'tooLong' }
  if (place.kind === 'password' || place.kind === 'variable')
    return given === '' ? { problem: 'empty' } : { value: given }
  const isToken = place.kind === 'bearer' || place.kind === 'accessToken'
  const trimmed = place.kind === 'basic' ? given : given.trim()
  const value = isToken ? trimmed.replace(/^bearer[ \t]+/i, '') : trimmed
  if (value === '') return { problem: 'empty' }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what no request can carry
  if (/[\u0000-\u001f\u007f]/.test(value)) return { problem: 'lineBreak' }
  if (place.kind === 'basic') return /^[^:]+:/.test(value) ? { value } : { problem: 'noUser' }
  const isHeader = isToken || (place.kind === 'key' && place.in === 'header')
  return isHeader && /[^\u0020-\u00ff]/.test(value) ? { problem: 'notLatin' } : { value }
}

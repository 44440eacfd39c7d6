import { z } from 'zod'

/** Where the credential of an API's security scheme goes. `scheme` is what the field calls a scheme. */
const ofScheme = [
  z.object({ kind: z.literal('key'), in: z.enum(['header', 'query', 'cookie']), name: z.string() }),
  z.object({ kind: z.literal('bearer') }),
  /** Of OAuth 2 or OpenID Connect: Quarry does not sign in; a token that a person has is sent as `bearer` is. */
  z.object({ kind: z.literal('accessToken'), scheme: z.string() }),
  /** `user:password`. */
  z.object({ kind: z.literal('basic') }),
  /** Quarry cannot send it, so that it is not asked for. */
  z.object({ kind: z.literal('unsupported'), scheme: z.string() }),
] as const

/** A security scheme of an API by its name there. */
export const securityScheme = z.object({ name: z.string(), place: z.discriminatedUnion('kind', ofScheme) })
export type SecurityScheme = z.infer<typeof securityScheme>

/** Where a secret goes, as a person is told who is asked for it. */
export const secretPlace = z.discriminatedUnion('kind', [
  /** Of a database. */
  z.object({ kind: z.literal('password') }),
  /** A variable or header of an MCP server, which the name of the secret says. */
  z.object({ kind: z.literal('variable') }),
  ...ofScheme,
])
export type SecretPlace = z.infer<typeof secretPlace>

import { z } from 'zod'
import { toolTier } from '../../contract/resources/resource'

/** Where the words come from that led to a call. Whatever is not the person's is only data. */
const trigger = z.object({ source: z.string(), text: z.string() })

/**
 * A call as somebody proposes it: what is to be called, with which arguments, on whose words, inside which limits.
 * Everything in it is foreign but the limits: `granted`, `egress` and `roots` come from the person.
 */
export const proposedCall = z.object({
  tool: z.object({
    name: z.string(),
    /** `builtin` of Quarry's own tools, else the name of the service. */
    server: z.string(),
    description: z.string(),
    /** A JSON Schema of the arguments. */
    schema: z.unknown(),
    tier: toolTier,
    /** Whether the tool says that it only reads. */
    readOnly: z.boolean(),
  }),
  arguments: z.record(z.string(), z.unknown()),
  /** Whether the person granted tools of L3 for the session or project. */
  granted: z.boolean(),
  /** Whether each write asks although such tools were granted, as with Quarry's own. */
  asksEachWrite: z.boolean().optional(),
  egress: z.object({
    mode: z.enum(['offline', 'local', 'named']),
    /** Names or addresses, each with or without a port; `*.example.org` stands for every name below it. */
    hosts: z.array(z.string()),
  }),
  /** Folders that the person gave, absolute. */
  roots: z.array(z.string()),
  /** What the person asked. */
  question: z.string(),
  context: trigger,
  /** Name of the resource that it is made on. */
  resource: z.string().nullish(),
  resourceId: z.string().nullish(),
})
export type ProposedCall = z.infer<typeof proposedCall>

/** A call like the proposed one, made or refused before. */
export interface PastCall {
  readonly decision: 'allowed' | 'refused'
  /** Null where it did not run. */
  readonly succeeded: boolean | null
}

export const isBuiltIn = ({ tool }: ProposedCall): boolean => tool.server === 'builtin'
/** Whether nobody but the person's own words led to the call. */
export const isFromPerson = ({ context }: ProposedCall): boolean => context.source === 'user'

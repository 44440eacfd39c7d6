import { z } from 'zod'
import { sampleQuestion } from '../databases/sample-question'
import { errorShape } from '../error-shape'
import { mcpListing } from './mcp-purpose'
import { pluginFacts } from './plugin'
import { securityScheme } from './secret-place'

export const resourceId = z.string().min(1).max(200)

/** What a thing on this machine can be for a piece of research. */
export const resourceType = z.enum(['database', 'api', 'tool', 'knowledge_base', 'text2sql', 'mcp_server', 'model'])
export type ResourceType = z.infer<typeof resourceType>

/**
 * `ready`; `needsSecret`: waits for a password or key from a person; `unavailable`: there, but it does not answer or
 * cannot be read now; `missing`: what it was made from has vanished (kept and marked); `disabled`: a person switched it off.
 */
/** The knowledge base of the whole library, and the name that it has until somebody gives it another. */
export const libraryBase = { resourceId: 'knowledge_base:aeeecbde6a7f60de71374a92', name: 'Library' } as const

export const resourceStatus = z.enum(['ready', 'needsSecret', 'unavailable', 'missing', 'disabled'])
export type ResourceStatus = z.infer<typeof resourceStatus>

export const databaseEngine = z.enum(['sqlite', 'duckdb', 'parquet', 'csv', 'json', 'excel', 'postgresql', 'mysql'])
export type DatabaseEngine = z.infer<typeof databaseEngine>

export const tableColumn = z.object({
  name: z.string(),
  type: z.string(),
  nullable: z.boolean(),
  primaryKey: z.boolean(),
  /** Up to five distinct values as text, each clipped. */
  samples: z.array(z.string()),
  /** What the database says that it is, clipped. */
  comment: z.string().optional(),
})
export type TableColumn = z.infer<typeof tableColumn>

export const tableSchema = z.object({
  schema: z.string().nullable(),
  name: z.string(),
  kind: z.enum(['table', 'view']),
  /** Null where counting would take too long. */
  rows: z.number().int().nonnegative().nullable(),
  /** Whether `rows` is the engine's estimate. */
  rowsEstimated: z.boolean(),
  columns: z.array(tableColumn),
  comment: z.string().optional(),
  foreignKeys: z.array(z.object({ columns: z.array(z.string()), table: z.string(), references: z.array(z.string()) })),
})
export type TableSchema = z.infer<typeof tableSchema>

export const apiParameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie', 'body']),
  required: z.boolean(),
  /** In a few words, for people. */
  type: z.string(),
  description: z.string(),
  /** JSON schema of its value, within limits; absent where any text will do. */
  schema: z.record(z.string(), z.unknown()).optional(),
  /** How lists and objects are written, where not as the format has it by default. */
  style: z.string().optional(),
  explode: z.boolean().optional(),
})
export type ApiParameter = z.infer<typeof apiParameter>

/** What the file that describes an API says of it, or of one of its operations, in its own words; empty where it says nothing. */
export const apiTold = z.object({
  prose: z.string(),
  /** Its tags. */
  about: z.array(z.string()),
  /** What an operation answers. */
  answers: z.string(),
  isDeprecated: z.boolean(),
  /** Name of the API that an operation is part of; null of an API itself. */
  partOf: z.string().nullable(),
})
export type ApiTold = z.infer<typeof apiTold>

export const apiOperation = z.object({
  id: z.string(),
  method: z.string(),
  path: z.string(),
  summary: z.string(),
  parameters: z.array(apiParameter),
  /** What it takes as its body, whose fields stand among the parameters; absent where it takes none. */
  body: z
    .object({ mediaType: z.string(), required: z.boolean(), schema: z.record(z.string(), z.unknown()) })
    .optional(),
  /** Names of the security schemes that it needs. */
  auth: z.array(z.string()),
  /** Absent of an operation that is a resource of its own, which says it itself, and where an older version read the file. */
  told: apiTold.pick({ prose: true, about: true, answers: true }).optional(),
})
export type ApiOperation = z.infer<typeof apiOperation>

/** L1: always on; L2: on when the intent needs it; L3: only when a person grants it. */
export const toolTier = z.enum(['L1', 'L2', 'L3'])
export type ToolTier = z.infer<typeof toolTier>

const jsonObject = z.record(z.string(), z.unknown())

/** What is known of a resource beyond what every kind has, by its kind. No credential ever stands in here. */
export const resourceMetadata = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('database'),
    engine: databaseEngine,
    /** A path, or host, port and database name of a server. */
    location: z.string(),
    tables: z.array(tableSchema),
    /** Tables in all: more than `tables` holds where there are very many. */
    tablesTotal: z.number().int(),
    readOnly: z.literal(true),
    sizeBytes: z.number().nullable(),
  }),
  z.object({
    type: z.literal('api'),
    format: z.enum(['openapi3', 'swagger2', 'postman']),
    version: z.string(),
    servers: z.array(z.string()),
    auth: z.array(securityScheme),
    operations: z.array(apiOperation),
    operationsTotal: z.number().int(),
    /** Absent where an older version read the file. */
    told: apiTold.optional(),
  }),
  z.object({
    type: z.literal('tool'),
    builtIn: z.boolean(),
    tier: toolTier,
    inputSchema: jsonObject,
    /** Relative to the tool's folder; null of a built-in one. */
    entry: z.string().nullable(),
    /** Names of environment variables that it is given, as its manifest says; it has no others. */
    env: z.array(z.string()).optional(),
    /** Of a plugin (docs/plugins.md), whose tools these are. */
    plugin: pluginFacts.optional(),
  }),
  z.object({
    type: z.literal('knowledge_base'),
    kind: z.enum(['folder', 'domain', 'project']),
    root: z.string().nullable(),
    sources: z.number().int(),
    passages: z.number().int(),
    /** Some of what is in it. */
    titles: z.array(z.string()),
  }),
  z.object({
    type: z.literal('text2sql'),
    databaseId: resourceId,
    tables: z.array(z.string()),
    sampleQuestions: z.array(sampleQuestion),
    knownQueries: z.array(z.object({ question: z.string(), sql: z.string() })),
  }),
  z.object({
    type: z.literal('mcp_server'),
    transport: z.enum(['stdio', 'http', 'sse']),
    command: z.string().nullable(),
    args: z.array(z.string()),
    url: z.string().nullable(),
    /** Names of environment variables and headers that it needs; their values live behind the secrets port. */
    secretNames: z.array(z.string()),
    /** Absent until it was looked at by a version that keeps it. */
    listing: mcpListing.optional(),
  }),
  z.object({
    type: z.literal('model'),
    provider: z.enum(['openai-compatible', 'ollama', 'gguf']),
    location: z.string(),
    models: z.array(z.string()),
    parallelism: z.number().int().positive().nullable(),
    sizeBytes: z.number().nullable(),
  }),
])
export type ResourceMetadata = z.infer<typeof resourceMetadata>

/** Where a resource comes from, so that the monitor knows what to watch. */
export const resourceOrigin = z.object({
  kind: z.enum(['file', 'folder', 'connection', 'scan', 'builtIn', 'library']),
  path: z.string().nullable(),
})
export type ResourceOrigin = z.infer<typeof resourceOrigin>

/** What a discoverer makes of a thing: all of a resource that use does not change. */
export const resourceDraft = z.object({
  /** Stable for the same thing: found again, it is the same resource. */
  resourceId,
  type: resourceType,
  /** The resource that it is part of (an operation of an API, the questions of a database); null of a whole one. */
  parentId: resourceId.nullable(),
  name: z.string().min(1).max(300),
  description: z.string().max(8000),
  capabilities: z.array(z.string().min(1).max(200)).max(200),
  usageInfo: z.string().max(8000),
  metadata: resourceMetadata,
  origin: resourceOrigin,
  status: resourceStatus,
  error: errorShape.nullable(),
})
export type ResourceDraft = z.infer<typeof resourceDraft>

export const universalResource = resourceDraft.extend({
  isActive: z.boolean(),
  usageCount: z.number().int().nonnegative(),
  /** 0..1 over finished uses; null before the first. */
  successRate: z.number().min(0).max(1).nullable(),
  avgResponseTimeMs: z.number().nonnegative().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** When what it was made from was last looked at, whether or not it had changed; of a part, when its whole was. */
  lastLookedAt: z.string(),
  /** Null while its vectors are still to be made: until then it is matched by its words. */
  lastVectorizedAt: z.string().nullable(),
})
export type UniversalResource = z.infer<typeof universalResource>

/** A resource as a list shows it: without its metadata. */
export const resourceSummary = universalResource.omit({ metadata: true, lastLookedAt: true }).extend({
  /** Tables, operations, sources, tools: what there is of the kind's own parts; null where it has none. */
  parts: z.number().int().nullable(),
  /** The kind within the kind, for the icon and the word: `sqlite`, `openapi3`, `stdio` … */
  flavour: z.string(),
})
export type ResourceSummary = z.infer<typeof resourceSummary>

/** What a dropped, pasted or found thing would become, told before it is taken in. */
export const resourceOffer = z.object({
  /** Names the offer when it is taken; equal to the id of the resource that it becomes. */
  resourceId,
  type: resourceType,
  name: z.string(),
  flavour: z.string(),
  parts: z.number().int().nullable(),
  location: z.string(),
  sizeBytes: z.number().nullable(),
  alreadyKnown: z.boolean(),
  /** Its file is a resource only: it is not read as a document beside it. */
  exclusive: z.boolean(),
  needsSecret: z.boolean(),
  reason: errorShape.nullable(),
})
export type ResourceOffer = z.infer<typeof resourceOffer>

/** A whole resource that was taken in, as whoever dropped it is told. */
export const takenResource = z.object({
  resourceId,
  type: resourceType,
  name: z.string(),
  flavour: z.string(),
  parts: z.number().int().nullable(),
  status: resourceStatus,
})
export type TakenResource = z.infer<typeof takenResource>

/** What the window's resource page follows. `revision` grows with every change, so that a list knows to ask again. */
export const resourcesSummary = z.object({
  revision: z.number().int(),
  total: z.number().int(),
  byType: z.record(resourceType, z.number().int()),
  byStatus: z.record(resourceStatus, z.number().int()),
  /** Resources whose vectors are still to be made; null done and total while nothing is under way. */
  vectorizing: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  /** Confirmed uses that change later matches. */
  learned: z.number().int(),
  /** Whole resources that are being looked at again because a person asked for it. */
  looking: z.array(resourceId),
})
export type ResourcesSummary = z.infer<typeof resourcesSummary>

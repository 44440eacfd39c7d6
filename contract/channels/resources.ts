import { z } from 'zod'
import { errorShape } from '../error-shape'
import { pooledResource, poolSpan, poolView } from '../pool/pool'
import { apiServerChoice } from '../resources/api-server'
import { pluginHash } from '../resources/plugin'
import {
  resourceId,
  resourceOffer,
  resourceStatus,
  resourceSummary,
  resourcesSummary,
  resourceType,
  takenResource,
  universalResource,
} from '../resources/resource'
import { matchAnswer, matchHistory, matchQuery } from '../resources/resource-match'
import { resourceSecrets, secretKept, secretsAtMost } from '../resources/resource-secrets'
import { serviceView } from '../resources/service'
import { none, page } from './inputs'

const onResource = z.object({ resourceId })
const secretName = z.string().min(1).max(secretsAtMost.name)
const resourceIds = z.object({ resourceIds: z.array(resourceId).min(1).max(10_000) })
/** A pasted connection string or a whole document; an OpenAPI text may be tens of megabytes. */
const pastedText = z.object({ text: z.string().min(1).max(50_000_000) })

/** Resources, and the pool whose members they are. */
export const resourceChannels = {
  /** What a pasted text (connection string, `mcpServers` JSON, API description) would become. */
  'resources.inspectText': { input: pastedText, output: z.array(resourceOffer) },
  'resources.addText': { input: pastedText, output: z.object({ added: z.array(takenResource) }) },
  'resources.list': {
    input: page.extend({
      type: resourceType.optional(),
      status: resourceStatus.optional(),
      text: z.string().max(500).optional(),
      /** Parts of one resource; null for whole ones only; left out for both. */
      parentId: resourceId.nullable().optional(),
    }),
    output: z.object({
      resources: z.array(resourceSummary),
      total: z.number().int(),
      /** Counts under the same filter without its type. */
      byType: z.record(resourceType, z.number().int()),
    }),
  },
  'resources.get': { input: onResource, output: universalResource },
  'resources.summary': { input: none, output: resourcesSummary },
  'resources.match': {
    input: z.object({
      query: matchQuery,
      maxResources: z.number().int().min(1).max(50).default(5),
      types: z.array(resourceType).min(1).optional(),
      /** Whether it is written to the history, so that a person can say what they think of it. */
      keep: z.boolean().default(true),
    }),
    output: matchAnswer,
  },
  'resources.feedback': {
    input: z.object({ matchId: z.string().min(1).max(64), resourceId, feedback: z.enum(['helpful', 'unhelpful']) }),
    output: none,
  },
  'resources.history': {
    input: z.object({ resourceId: resourceId.optional(), limit: z.number().int().min(1).max(200) }),
    output: matchHistory,
  },
  /** Forgets what was learned, of one resource or of all. */
  'resources.forgetHistory': {
    input: z.object({ resourceId: resourceId.optional() }),
    output: z.object({ forgotten: z.number().int() }),
  },
  /** A person has read what an update removed: no history mentions it from then on. */
  'resources.dismissRemovedUses': { input: none, output: none },
  'resources.setActive': {
    /** `approved`: hash of the plugin that a person saw; a plugin is switched on with no other. */
    input: onResource.extend({ active: z.boolean(), approved: pluginHash.optional() }),
    output: none,
  },
  /** Looks again now. */
  'resources.refresh': { input: onResource, output: universalResource },
  /** Asks the service whether it is there, where that is allowed. */
  'resources.check': { input: onResource, output: serviceView },
  /** Of an MCP server. A program starts once a person allowed it. */
  'resources.restart': { input: onResource, output: serviceView },
  /** Of an MCP server: it starts again with the next call. */
  'resources.stop': { input: onResource, output: serviceView },
  /** What the resource, or the whole that it is part of, may be given of passwords and keys, and whether it was. */
  'resources.secrets': { input: onResource, output: resourceSecrets },
  'resources.unlock': {
    input: onResource.extend({ secrets: z.record(secretName, z.string().max(secretsAtMost.value)) }),
    output: z.object({ resource: universalResource, kept: secretKept }),
  },
  /** What a file or a variable has of it stays. */
  'resources.removeSecret': { input: onResource.extend({ name: secretName }), output: resourceSecrets },
  /** Chooses where an API is asked. */
  'resources.setServer': { input: onResource.extend({ choice: apiServerChoice }), output: none },
  /** What rests on a resource and its parts: reports that cite them. They keep what they cite. */
  'resources.previewRemoval': { input: onResource, output: z.object({ citingReports: z.number().int() }) },
  'resources.remove': { input: resourceIds, output: z.object({ removed: z.number().int() }) },
  /** Looks for what is already on the machine; takes nothing in. */
  'resources.scan': {
    input: none,
    output: z.object({
      offers: z.array(resourceOffer),
      /** Places that were looked at. */
      looked: z.array(z.string()),
      failures: z.array(z.object({ place: z.string(), error: errorShape })),
    }),
  },
  /** Takes offers of the last scan or `inspectText` in. */
  'resources.take': { input: resourceIds, output: z.object({ added: z.array(takenResource) }) },
  'pool.view': { scope: 'app', input: none, output: poolView },
  /** Gives a member in error back to the pool: a person has looked at it. */
  'pool.clear': { scope: 'app', input: z.object({ memberId: z.string().min(1).max(300) }), output: none },
  /** Hands out nothing more; what is held finishes. */
  'pool.stop': { scope: 'app', input: none, output: none },
  'pool.start': { scope: 'app', input: none, output: none },
  /** Spans that touch a stretch of the last hour: more of them than the view holds. */
  'pool.timeline': {
    scope: 'app',
    input: z.object({ from: z.iso.datetime(), until: z.iso.datetime() }),
    output: z.object({ spans: z.array(poolSpan), total: z.number().int() }),
  },
  /** Sets slots and levels of a resource in the pool; null: as by itself. */
  'pool.setResource': { input: onResource.extend({ chosen: pooledResource.nullable() }), output: none },
} as const

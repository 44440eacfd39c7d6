import { z } from 'zod'
import { kindOfFact } from '../fact'
import { elsewhereOf } from '../models/model-address'
import { withoutStop } from '../report/sentence-end'
import { mcpPurpose } from './mcp-purpose'
import { databaseEngine, type ResourceMetadata, type TableSchema } from './resource'
import { securityScheme } from './secret-place'

/** Named one by one; what more there is, is counted. */
const namedTables = 12
const namedColumns = 8

const titles = z.array(z.string())
const count = z.number().int().nonnegative()
const tables = z.array(
  z.object({
    name: z.string(),
    /** Null where they were not counted. */
    rows: count.nullable(),
    rowsEstimated: z.boolean(),
    columns: z.array(z.string()),
    /** Columns beyond those that are named. */
    moreColumns: count,
  }),
)

/** What a resource is and how it is used, where Quarry says so and not its maker. */
export const descriptionFact = z.discriminatedUnion('kind', [
  kindOfFact('recallDescribed', {}),
  kindOfFact('recallUsage', {}),
  kindOfFact('discoveryDescribed', {}),
  kindOfFact('discoveryUsage', {}),
  kindOfFact('libraryDescribed', { titles }),
  kindOfFact('libraryUsage', {}),
  kindOfFact('folderDescribed', { folder: z.string(), titles }),
  kindOfFact('folderUsage', { root: z.string() }),
  /** `tables` and `views` count all; both are 0 where the database could not be looked into yet. */
  kindOfFact('databaseDescribed', { engine: databaseEngine, tables: count, views: count, named: tables }),
  kindOfFact('databaseUsage', { engine: databaseEngine }),
  kindOfFact('questionsDescribed', { database: z.string(), tables: z.array(z.string()), moreTables: count }),
  kindOfFact('questionsUsage', {}),
  /** `isHere`: on this computer, and `server` is the program; else it is the host that is asked. */
  kindOfFact('modelServerDescribed', { server: z.string(), isHere: z.boolean(), models: z.array(z.string()) }),
  kindOfFact('modelServerUsage', { location: z.string() }),
  kindOfFact('modelFileDescribed', { name: z.string(), sizeBytes: z.number().nullable() }),
  /** `launch`: the command line of its program, or its address. */
  kindOfFact('mcpServerDescribed', {
    purposes: z.array(mcpPurpose),
    launch: z.string(),
    isProgram: z.boolean(),
    project: z.string().nullable(),
  }),
  kindOfFact('mcpServerUsage', { secretNames: z.array(z.string()), isDisabled: z.boolean() }),
  kindOfFact('modelFileUsage', { path: z.string() }),
  /** `prose` and `about` in the words of its file. */
  kindOfFact('apiDescribed', { name: z.string(), prose: z.string(), operations: count, about: z.array(z.string()) }),
  kindOfFact('apiScheme', securityScheme.shape),
  kindOfFact('apiUsage', {
    servers: z.array(z.string()),
    auth: z.array(securityScheme),
    operations: count,
    listed: count,
  }),
  /** `explained`: parameters with what the file says of them; `others`: those of which it says nothing. */
  kindOfFact('operationDescribed', {
    name: z.string(),
    prose: z.string(),
    isDeprecated: z.boolean(),
    explained: z.array(z.object({ name: z.string(), description: z.string() })),
    others: z.array(z.string()),
    answers: z.string(),
    api: z.string(),
    about: z.array(z.string()),
  }),
  kindOfFact('operationUsage', {
    call: z.string(),
    server: z.string().nullable(),
    required: z.array(z.string()),
    optional: z.array(z.string()),
    auth: z.array(securityScheme),
  }),
])
export type DescriptionFact = z.infer<typeof descriptionFact>

/** A description and a usage, in the language of whoever reads them. */
export interface DescriptionFacts {
  readonly description: DescriptionFact
  readonly usage: DescriptionFact
}

/**
 * What Quarry says of a resource, from what it is; null of those whose maker describes them. The text that is stored
 * beside it is what matching reads.
 */
export function describedByQuarry({
  name,
  metadata,
}: {
  readonly name: string
  readonly metadata: ResourceMetadata
}): DescriptionFacts | null {
  switch (metadata.type) {
    case 'tool':
      return metadata.builtIn ? ownTool(name) : null
    case 'knowledge_base':
      return knowledgeBase(metadata)
    case 'database':
      return database(metadata)
    case 'text2sql':
      return {
        description: {
          kind: 'questionsDescribed',
          values: {
            database: name,
            tables: metadata.tables.slice(0, namedTables),
            moreTables: Math.max(0, metadata.tables.length - namedTables),
          },
        },
        usage: { kind: 'questionsUsage', values: {} },
      }
    case 'model':
      return model(name, metadata)
    case 'mcp_server':
      return mcpServer(metadata)
    case 'api':
      return api(name, metadata)
  }
}

type Of<Type extends ResourceMetadata['type']> = Extract<ResourceMetadata, { type: Type }>

function ownTool(name: string): DescriptionFacts | null {
  if (name === 'recall')
    return { description: { kind: 'recallDescribed', values: {} }, usage: { kind: 'recallUsage', values: {} } }
  if (name === 'resource_discovery')
    return { description: { kind: 'discoveryDescribed', values: {} }, usage: { kind: 'discoveryUsage', values: {} } }
  return null
}

function knowledgeBase({ kind, root: path, titles }: Of<'knowledge_base'>): DescriptionFacts | null {
  if (kind === 'domain') return null
  if (kind === 'project')
    return {
      description: { kind: 'libraryDescribed', values: { titles } },
      usage: { kind: 'libraryUsage', values: {} },
    }
  const root = path ?? ''
  const folder = root.split(/[\\/]/).findLast((part) => part !== '') ?? root
  return {
    description: { kind: 'folderDescribed', values: { folder, titles } },
    usage: { kind: 'folderUsage', values: { root } },
  }
}

function database({ engine, tables, tablesTotal }: Of<'database'>): DescriptionFacts {
  const views = tables.filter(({ kind }) => kind === 'view').length
  const named = tables.slice(0, namedTables).map(tableNamed)
  return {
    description: { kind: 'databaseDescribed', values: { engine, tables: tablesTotal - views, views, named } },
    usage: { kind: 'databaseUsage', values: { engine } },
  }
}

const tableNamed = ({ name, rows, rowsEstimated, columns }: TableSchema) => ({
  name,
  rows,
  rowsEstimated,
  columns: columns.slice(0, namedColumns).map((column) => column.name),
  moreColumns: Math.max(0, columns.length - namedColumns),
})

function mcpServer({ command, args, url, secretNames, listing }: Of<'mcp_server'>): DescriptionFacts | null {
  if (listing === undefined) return null
  const { purposes, project, isDisabled } = listing
  const launch = (url ?? [command ?? '', ...args].join(' ')).slice(0, 2000)
  return {
    description: { kind: 'mcpServerDescribed', values: { purposes, launch, isProgram: url === null, project } },
    usage: { kind: 'mcpServerUsage', values: { secretNames, isDisabled } },
  }
}

/** Parameters that are named with what is said of them, and those that are only named. */
const toldParameters = 12
const namedParameters = 20

function api(name: string, metadata: Of<'api'>): DescriptionFacts | null {
  const { told, servers, auth, operations, operationsTotal } = metadata
  if (told === undefined) return null
  const { prose, about, answers, isDeprecated, partOf } = told
  if (partOf === null) {
    return {
      description: { kind: 'apiDescribed', values: { name, prose, operations: operationsTotal, about } },
      usage: {
        kind: 'apiUsage',
        values: { servers: servers.slice(0, 5), auth, operations: operationsTotal, listed: operations.length },
      },
    }
  }
  const [operation] = operations
  if (operation === undefined) return null
  const { method, path, parameters } = operation
  const namesOf = (isRequired: boolean): string[] =>
    parameters.filter(({ required }) => required === isRequired).map((one) => one.name)
  return {
    description: {
      kind: 'operationDescribed',
      values: {
        name: withoutStop(name),
        prose,
        isDeprecated,
        explained: parameters
          .filter(({ description }) => description !== '')
          .slice(0, toldParameters)
          .map((one) => ({ name: one.name, description: withoutStop(one.description) })),
        others: parameters
          .filter(({ description }) => description === '')
          .slice(0, namedParameters)
          .map((one) => one.name),
        answers,
        api: partOf,
        about,
      },
    },
    usage: {
      kind: 'operationUsage',
      values: {
        call: `${method} ${path}`,
        server: servers[0] ?? null,
        required: namesOf(true),
        optional: namesOf(false),
        auth,
      },
    },
  }
}

function model(name: string, { provider, location, models, sizeBytes }: Of<'model'>): DescriptionFacts {
  if (provider === 'gguf')
    return {
      description: { kind: 'modelFileDescribed', values: { name, sizeBytes } },
      usage: { kind: 'modelFileUsage', values: { path: location } },
    }
  return {
    description: {
      kind: 'modelServerDescribed',
      values: { server: name, isHere: elsewhereOf(location) === null, models: models.slice(0, 50) },
    },
    usage: { kind: 'modelServerUsage', values: { location } },
  }
}

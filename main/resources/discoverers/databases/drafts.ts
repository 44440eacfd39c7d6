import type { DatabaseInspection, DatabasePlace } from '../../../../contract/databases/database-tasks'
import type { ErrorShape } from '../../../../contract/error-shape'
import type { ResourceDraft, ResourceOrigin, ResourceStatus } from '../../../../contract/resources/resource'
import { resourceIdOf } from '../../resource-id'
import { describeDatabase, describeQuestions, describeUnseen } from './describe'

export interface SeenDatabase {
  readonly engine: DatabasePlace['engine']
  /** A path, or the address of a server's database without its password. */
  readonly location: string
  readonly name: string
  readonly origin: ResourceOrigin
}

/** The database, and what answers questions on it. */
export function draftsOf(database: SeenDatabase, found: DatabaseInspection): ResourceDraft[] {
  const { engine, location, name, origin } = database
  const databaseId = resourceIdOf('database', location)
  const whole: ResourceDraft = {
    resourceId: databaseId,
    type: 'database',
    parentId: null,
    name,
    ...describeDatabase(engine, name, found),
    metadata: {
      type: 'database',
      engine,
      location,
      tables: [...found.tables],
      tablesTotal: found.tablesTotal,
      readOnly: true,
      sizeBytes: found.sizeBytes,
    },
    origin,
    status: 'ready',
    error: null,
  }
  const questions: ResourceDraft = {
    resourceId: resourceIdOf('text2sql', location),
    type: 'text2sql',
    parentId: databaseId,
    name,
    ...describeQuestions(name, found),
    metadata: {
      type: 'text2sql',
      databaseId,
      tables: found.tables.map((table) => table.name),
      sampleQuestions: [...found.sampleQuestions],
      knownQueries: [...found.knownQueries],
    },
    origin,
    status: 'ready',
    error: null,
  }
  return [whole, questions]
}

/** A database that is there and cannot be looked into now: known, with the reason, so that it can be used later. */
export function unseenDraftOf(database: SeenDatabase, status: ResourceStatus, error: ErrorShape): ResourceDraft {
  const { engine, location, name, origin } = database
  return {
    resourceId: resourceIdOf('database', location),
    type: 'database',
    parentId: null,
    name,
    ...describeUnseen(engine, name),
    metadata: { type: 'database', engine, location, tables: [], tablesTotal: 0, readOnly: true, sizeBytes: null },
    origin,
    status,
    error,
  }
}

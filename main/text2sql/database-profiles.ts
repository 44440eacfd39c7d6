import type { DatabaseCell, DatabaseRows } from '../../contract/databases/database-tasks'
import { QuarryError } from '../../contract/errors'
import type { UniversalResource } from '../../contract/resources/resource'
import { abortable } from '../threads'
import { createText2Sql, type Text2Sql } from './question-to-query'
import { profileDatabase } from './schema/profile'

/** Time for what is read of one database before its first question. */
const longestLookMs = 120_000

export type SelectFrom = (
  resourceId: string,
  request: { sql: string; parameters?: readonly DatabaseCell[]; maxRows: number; signal?: AbortSignal },
) => Promise<DatabaseRows>

export interface DatabaseProfiles {
  /** Throws why it could not be looked at, or the signal's reason: then the look goes on. */
  of(resource: UniversalResource, signal: AbortSignal): Promise<Text2Sql>
  isUnderWay(resourceId: string): boolean
}

/**
 * What questions are read by, of each database, kept until it is looked at anew. A look goes on when who asked waits no longer:
 * a large database answers the next question then, and is not begun again with each.
 */
export function createDatabaseProfiles(select: SelectFrom): DatabaseProfiles {
  const kept = new Map<string, { readonly updatedAt: string; readonly looked: Promise<Text2Sql> }>()
  const underWay = new Set<Promise<Text2Sql>>()

  async function look({ resourceId, metadata, name }: UniversalResource): Promise<Text2Sql> {
    if (metadata.type !== 'database') {
      throw new QuarryError('resource.invalid', `“${name}” is not a database.`, { context: { resourceId } })
    }
    const signal = AbortSignal.timeout(longestLookMs)
    const told = { name, engine: metadata.engine, tables: metadata.tables }
    const profile = await profileDatabase(told, async (sql, maxRows) => {
      return (await select(resourceId, { sql, maxRows, signal })).rows
    })
    return createText2Sql(profile)
  }

  async function begin(resource: UniversalResource): Promise<Text2Sql> {
    const { resourceId, updatedAt } = resource
    const looked = look(resource)
    kept.set(resourceId, { updatedAt, looked })
    underWay.add(looked)
    try {
      return await looked
    } catch (error) {
      // The next question looks again.
      if (kept.get(resourceId)?.looked === looked) kept.delete(resourceId)
      throw error
    } finally {
      underWay.delete(looked)
    }
  }

  return {
    of(resource, signal) {
      const known = kept.get(resource.resourceId)
      return abortable(known?.updatedAt === resource.updatedAt ? known.looked : begin(resource), signal)
    },
    isUnderWay(resourceId) {
      const known = kept.get(resourceId)
      return known !== undefined && underWay.has(known.looked)
    },
  }
}

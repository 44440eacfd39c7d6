import type { ErrorShape } from '../../../contract/error-shape'
import { QuarryError, toErrorShape } from '../../../contract/errors'
import { asJson, type Database, isClaimable, type SqlExecutor } from '../../store'
import { type SourceRow, sourceColumns } from '../sources/source-row'

/** A file to be queued. `id` is used where the path is new. */
export interface QueueCandidate {
  readonly id: string
  readonly path: string
  readonly name: string
  readonly root: string | null
  readonly mediaType: string | null
  readonly sizeBytes: number
  readonly modifiedMs: number
}

export interface QueueOptions {
  readonly retryFailed: boolean
  /**
   * Has files rest that were read a short while ago, and is told in how many ms the first of them that changed is to be looked
   * at again. A log that is written to all day is read again for a small part of that day: the longer it is, the seldomer.
   */
  readonly onResting?: (ms: number) => void
}

/** 0.1 ms for each byte, at most 10 minutes, since it was queued or indexed. */
const restedAt = `greatest(sources.queued_at, sources.indexed_at)
  + least(600, sources.size_bytes * 0.0001) * interval '1 second'`

/**
 * Puts files into the queue: new ones, and known ones whose size or time changed or that were missing; failed ones
 * too when `retryFailed`. Answers how many were queued; the others are unchanged. A row under way is queued again
 * when its file changed, and its commit leaves it queued. `queued_at` differs by microseconds, so that the index
 * alone gives the order.
 */
export async function queueFiles(
  database: SqlExecutor,
  projectId: string,
  files: readonly QueueCandidate[],
  options: QueueOptions,
): Promise<number> {
  if (files.length === 0) return 0
  const { retryFailed, onResting } = options
  const rows = await database.query<{ source_id: string }>(
    `insert into sources (source_id, project_id, kind, root, path, name, media_type, size_bytes, modified_ms, state, queued_at)
     select f.id, $1, 'file', f.root, f.path, f.name, f."mediaType", f."sizeBytes", f."modifiedMs", 'queued',
            clock_timestamp() + f.n * interval '1 microsecond'
     from json_to_recordset($2::json) as f(n integer, id text, path text, name text, root text, "mediaType" text,
                                           "sizeBytes" bigint, "modifiedMs" double precision)
     on conflict (project_id, path) where path is not null do update
       set state = 'queued', queued_at = excluded.queued_at, error = null,
           size_bytes = excluded.size_bytes, modified_ms = excluded.modified_ms,
           unended_looks = least(sources.unended_looks, ${suspectLooks})
       where sources.state = 'missing' or (sources.state = 'failed' and $3)
          or (sources.size_bytes <> excluded.size_bytes or sources.modified_ms is distinct from excluded.modified_ms)
             and (not $4 or ${restedAt} <= clock_timestamp())
     returning source_id`,
    [projectId, JSON.stringify(files.map((file, n) => ({ n, ...file }))), retryFailed, onResting !== undefined],
  )
  if (onResting !== undefined) {
    const [resting] = await database.query<{ ms: number | null }>(
      `select extract(epoch from min(${restedAt}) - clock_timestamp())::double precision * 1000 as ms
       from sources join json_to_recordset($2::json) as f(path text, "sizeBytes" bigint, "modifiedMs" double precision)
         using (path)
       where project_id = $1 and state <> 'queued' and ${restedAt} > clock_timestamp()
         and (size_bytes <> f."sizeBytes" or modified_ms is distinct from f."modifiedMs")`,
      [projectId, JSON.stringify(files)],
    )
    if (resting?.ms != null) onResting(resting.ms)
  }
  return rows.length
}

/** A claimed source, with what its index was made from. */
export interface ClaimedSource extends SourceRow {
  /** Hash of what the stored extract was made from; null where there is none. */
  extract_hash: string | null
  reader: string | null
  reader_version: number | null
  /** What a person wrote, for a note. */
  note: string | null
  /** Whether some source's file is gone: then a new file may be that one, renamed. */
  some_missing: boolean
}

/**
 * Looks in the middle of which Quarry ended, of one source: with the first it is a suspect, which is read when nothing
 * else is in flight, so that the next end is its own doing; with the second it fails. A person's retry is one more look.
 */
const suspectLooks = 1

/**
 * Claims the next sources of the queue, oldest first: at most `limit`, and no more than `budgetBytes` of files
 * except that the first always comes. Suspects come last, one at a time. Sources in `excluding` are in flight already,
 * those with an owner elsewhere.
 */
export async function claimSources(
  database: SqlExecutor,
  projectId: string,
  options: { limit: number; budgetBytes: number; excluding: readonly string[] },
): Promise<ClaimedSource[]> {
  return database.query<ClaimedSource>(
    `with next as (
       select source_id, size_bytes from sources
       where project_id = $1 and state = 'queued' and ${isClaimable} and not (source_id = any($2::text[]))
         and unended_looks < ${suspectLooks}
         and not exists (select from sources where source_id = any($2::text[]) and unended_looks >= ${suspectLooks})
       order by queued_at limit $3 for update skip locked
     ), suspect as (
       select source_id, size_bytes from sources
       where project_id = $1 and state = 'queued' and ${isClaimable} and unended_looks >= ${suspectLooks}
         and $2::text[] = '{}' and not exists (select from next)
       order by queued_at limit 1 for update skip locked
     ), counted as (
       select source_id, sum(size_bytes) over (rows unbounded preceding) - size_bytes as before
       from (select * from next union all select * from suspect) as claimable
     ), claimed as (
       update sources s set state = 'reading', owner = current_owner(), error = null
       from counted c where s.source_id = c.source_id and (c.before = 0 or c.before < $4)
       returning ${sourceColumns}
     )
     select c.*, e.content_hash as extract_hash, e.reader, e.reader_version, e.metadata ->> 'note' as note,
            exists (select 1 from sources where project_id = $1 and state = 'missing') as some_missing
     from claimed c left join extracts e on e.source_id = c.source_id`,
    [projectId, options.excluding, options.limit, options.budgetBytes],
  )
}

const endedQuarryTwice = toErrorShape(
  new QuarryError('read.crashed', 'Quarry ended twice while it read and indexed this file.', {
    remedy: 'retryIfUnrelated',
    context: { endedQuarry: true },
  }),
)

/**
 * Queues again what nobody works on any more: what a run had under way that ended without closing the library, whose rows
 * have no owner by now, and what this one claimed, unless it is `excluding`, which is in flight. What two runs ended with
 * fails instead. Answers how many rows changed.
 */
export async function requeueInterrupted(
  database: SqlExecutor,
  projectId: string,
  excluding: readonly string[],
): Promise<number> {
  const rows = await database.query<{ source_id: string }>(
    `update sources set owner = null,
       state = case when owner is null and unended_looks >= ${suspectLooks} then 'failed' else 'queued' end,
       error = case when owner is null and unended_looks >= ${suspectLooks} then $3::jsonb end,
       unended_looks = unended_looks + case when owner is null then 1 else 0 end
     where project_id = $1 and state in ('reading', 'embedding') and ${isClaimable}
       and not (source_id = any($2::text[]))
     returning source_id`,
    [projectId, excluding, asJson(endedQuarryTwice)],
  )
  return rows.length
}

/** Records why a source failed. One that was queued again meanwhile, or removed, stays as it is. */
export async function recordFailure(
  database: SqlExecutor,
  projectId: string,
  sourceId: string,
  error: ErrorShape,
): Promise<void> {
  await database.query(
    `update sources set state = case when $3::jsonb ->> 'code' = 'read.notFound' and passage_count > 0 then 'missing' else 'failed' end,
            error = case when $3::jsonb ->> 'code' = 'read.notFound' and passage_count > 0 then null else $3::jsonb end, owner = null,
            unended_looks = 0
     where project_id = $1 and source_id = $2 and state = 'reading'`,
    [projectId, sourceId, JSON.stringify(error)],
  )
}

/**
 * Records that a source's file is no document, but credentials or a resource: what was indexed of it before is gone as
 * well. Answers the passages that were.
 */
export async function recordNoDocument(
  database: Database,
  projectId: string,
  sourceId: string,
  error: ErrorShape,
): Promise<number[]> {
  return database.transaction(async (transaction) => {
    await recordFailure(transaction, projectId, sourceId, error)
    const removed = await transaction.query<{ passage_id: number }>(
      'delete from passages where project_id = $1 and source_id = $2 returning passage_id',
      [projectId, sourceId],
    )
    await transaction.query(
      `delete from extracts e using sources s where s.source_id = e.source_id and s.project_id = $1 and s.source_id = $2
         and s.kind = 'file'`,
      [projectId, sourceId],
    )
    await transaction.query(
      `update sources set passage_count = 0, title = null, redacted = 0, redacted_fingerprints = '[]'
       where project_id = $1 and source_id = $2`,
      [projectId, sourceId],
    )
    return removed.map(({ passage_id }) => passage_id)
  })
}

/**
 * Queues a source to be read again, with what was masked in it: from now on its fingerprints mark no secret. Notes keep
 * nothing to be read again.
 */
export async function requeueUnredacted(database: SqlExecutor, projectId: string, sourceId: string): Promise<void> {
  await database.query(
    `with named as (
       update sources set not_secrets = not_secrets || redacted_fingerprints, state = 'queued', queued_at = clock_timestamp()
       where project_id = $1 and source_id = $2 and kind = 'file' and state = 'indexed' and redacted > 0
       returning source_id
     )
     update extracts e set reader_version = 0 from named where e.source_id = named.source_id`,
    [projectId, sourceId],
  )
}

/** Puts a claimed source back to the head of the queue, untouched. */
export async function putBack(database: SqlExecutor, projectId: string, sourceId: string): Promise<void> {
  await database.query(
    `update sources set state = 'queued', owner = null where project_id = $1 and source_id = $2 and state = 'reading'`,
    [projectId, sourceId],
  )
}

/** Records that a source's file is the one that its index was made from. */
export async function recordUnchanged(
  database: SqlExecutor,
  projectId: string,
  sourceId: string,
  file: { sizeBytes: number; modifiedMs: number },
): Promise<void> {
  await database.query(
    `update sources set state = 'indexed', error = null, owner = null, unended_looks = 0, size_bytes = $3, modified_ms = $4
     where project_id = $1 and source_id = $2 and state = 'reading'`,
    [projectId, sourceId, file.sizeBytes, file.modifiedMs],
  )
}

/** Queues sources again; with no ids, every one that failed. Those under way or whose file is gone stay. */
export async function requeueFailed(
  database: SqlExecutor,
  projectId: string,
  sourceIds: readonly string[] | null,
): Promise<number> {
  const rows = await database.query<{ source_id: string }>(
    `update sources set state = 'queued', error = null, queued_at = clock_timestamp(),
       unended_looks = least(unended_looks, ${suspectLooks})
     where project_id = $1 and ${sourceIds === null ? `state = 'failed'` : `state in ('failed', 'missing') and source_id = any($2::text[])`}
     returning source_id`,
    sourceIds === null ? [projectId] : [projectId, sourceIds],
  )
  return rows.length
}

/**
 * Queues what text recognition may read more of once it has another language: what failed as it has no text, indexed sources
 * with pages without text, and those that it has read before. Answers how many.
 */
export async function requeueForRecognition(database: SqlExecutor, projectId: string): Promise<number> {
  const rows = await database.query<{ source_id: string }>(
    `with pictured as (
       update extracts e set reader_version = 0 from sources s
       where s.source_id = e.source_id and s.project_id = $1 and s.kind = 'file' and s.state = 'indexed'
         and (e.metadata -> 'recognition' is not null or (e.metadata ->> 'pagesWithoutText')::integer > 0)
       returning e.source_id
     )
     update sources set state = 'queued', error = null, queued_at = clock_timestamp()
     where project_id = $1 and (
       source_id in (select source_id from pictured) or (state = 'failed' and error ->> 'code' = 'read.noText')
     )
     returning source_id`,
    [projectId],
  )
  return rows.length
}

/** Queues indexed sources that an older version of their reader read. Answers how many. */
export async function requeueOutdated(
  database: SqlExecutor,
  projectId: string,
  readerVersions: Readonly<Record<string, number>>,
): Promise<number> {
  const rows = await database.query<{ source_id: string }>(
    `update sources s set state = 'queued', queued_at = clock_timestamp()
     from extracts e, json_to_recordset($2::json) as r(reader text, version integer)
     where s.project_id = $1 and s.state = 'indexed' and e.source_id = s.source_id
       and e.reader = r.reader and e.reader_version <> r.version
     returning s.source_id`,
    [projectId, JSON.stringify(Object.entries(readerVersions).map(([reader, version]) => ({ reader, version })))],
  )
  return rows.length
}

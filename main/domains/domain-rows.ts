import { randomUUID } from 'node:crypto'
import { QuarryError } from '../../contract/errors'
import type { DomainDocument, DomainView } from '../../contract/library/domain'
import type { FoundCluster } from '../../contract/library/domain-build'
import { asJson, type Database, type SqlExecutor } from '../store'
import { type FormerDomain, matchClusters } from './match-clusters'
import type { ReadDocument } from './read-documents'

const keyFiles = 5

interface Row extends Omit<DomainView, 'keyFiles'> {
  readonly keyFiles: DomainDocument[]
}

/** The domains that are shown, or one of them; of removed documents nothing is left. */
export async function readDomains(
  database: SqlExecutor,
  projectId: string,
  domainId: string | null = null,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<DomainView[]> {
  return database.query<Row>(
    `select d.domain_id as "domainId", d.name, d.aliases, d.summary, d.edited, d.x, d.y, d.radius,
            own.documents::int, coalesce(own.key_files, '[]') as "keyFiles"
     from domains d cross join lateral (
       select count(*) as documents,
              jsonb_agg(jsonb_build_object('sourceId', s.source_id, 'name', s.name, 'title', s.title)
                        order by one.ordinal, s.source_id) filter (where one.rank <= ${keyFiles}) as key_files
       from (select ds.source_id, ds.ordinal, row_number() over (order by ds.ordinal, ds.source_id) as rank
             from domain_sources ds where ds.domain_id = d.domain_id) one
       join sources s on s.source_id = one.source_id
     ) own
     where d.project_id = $1 and not d.removed and own.documents > 0 and ($2::text is null or d.domain_id = $2)
     order by own.documents desc, d.name, d.domain_id`,
    [projectId, domainId],
    options,
  )
}

/** Throws `domain.notFound`. */
export async function readDomain(database: SqlExecutor, projectId: string, domainId: string): Promise<DomainView> {
  const [found] = await readDomains(database, projectId, domainId)
  if (found !== undefined) return found
  throw new QuarryError('domain.notFound', 'This domain no longer exists.', { context: { domainId } })
}

/**
 * Puts what a build found into the place of what the one before found, in one transaction: domains that share their
 * documents stay the same, with all that a person wrote.
 */
export async function writeClusters(
  database: Database,
  projectId: string,
  documents: readonly ReadDocument[],
  clusters: readonly FoundCluster[],
  at: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const formers = await readFormers(transaction, projectId)
    const byId = new Map(formers.map((former) => [former.domainId, former]))
    const keysOf = (members: readonly number[]) => members.map((member) => documents[member]!.key)
    const matched = matchClusters(
      clusters.map(({ members }) => keysOf(members)),
      formers,
    )
    const kept = new Set<string>()
    for (const { domainId, clusters: parts } of matched) {
      const id = domainId ?? randomUUID()
      kept.add(id)
      const [largest] = parts.map((part) => clusters[part]!).sort((a, b) => b.members.length - a.members.length)
      if (largest === undefined) continue
      const members = parts.flatMap((part) => clusters[part]!.members)
      const keys = new Set([...keysOf(members), ...(byId.get(id)?.removed ? byId.get(id)!.documents : [])])
      // The area is the sum of its parts' areas.
      const radius = Math.sqrt(parts.reduce((sum, part) => sum + clusters[part]!.radius ** 2, 0))
      await transaction.query(
        `insert into domains (domain_id, project_id, name, aliases, summary, documents, x, y, radius, updated_at)
         values ($1, $2, $3, $4::jsonb, $5, $6::jsonb, $7, $8, $9, $10)
         on conflict (domain_id) do update set
           name = case when domains.edited ? 'name' then domains.name else excluded.name end,
           aliases = case when domains.edited ? 'aliases' then domains.aliases else excluded.aliases end,
           summary = case when domains.edited ? 'summary' then domains.summary else excluded.summary end,
           documents = excluded.documents, x = excluded.x, y = excluded.y, radius = excluded.radius,
           updated_at = excluded.updated_at`,
        [
          id,
          projectId,
          largest.name,
          asJson(largest.aliases),
          largest.summary,
          asJson([...keys]),
          largest.x,
          largest.y,
          radius,
          at,
        ],
      )
      await transaction.query('delete from domain_sources where project_id = $1 and domain_id = $2', [projectId, id])
      await transaction.query(
        `insert into domain_sources (domain_id, source_id, project_id, ordinal)
         select $1, one.source_id, $3, one.ordinal - 1
         from unnest($2::text[]) with ordinality as one (source_id, ordinal)
         where exists (select from sources s where s.project_id = $3 and s.source_id = one.source_id)`,
        [id, members.map((member) => documents[member]!.sourceId), projectId],
      )
    }
    // What a person wrote or decided stays, also where no cluster is like it now.
    await transaction.query(
      `delete from domains where project_id = $1 and not domain_id = any($2::text[])
       and not removed and not merged and edited = '[]'`,
      [projectId, [...kept]],
    )
    await transaction.query(
      `insert into domain_builds (project_id, built_at, documents) values ($1, $2, $3)
       on conflict (project_id) do update set built_at = excluded.built_at, documents = excluded.documents`,
      [projectId, at, documents.length],
    )
  })
}

async function readFormers(transaction: SqlExecutor, projectId: string): Promise<FormerDomain[]> {
  const rows = await transaction.query<{
    domain_id: string
    removed: boolean
    merged: boolean
    documents: string[]
    present: string[] | null
  }>(
    `select d.domain_id, d.removed, d.merged, d.documents,
            (select jsonb_agg(coalesce(s.path, s.source_id)) from domain_sources ds join sources s using (source_id)
             where ds.domain_id = d.domain_id) as present
     from domains d where d.project_id = $1 order by d.domain_id`,
    [projectId],
  )
  return rows.map(({ domain_id, removed, merged, documents, present }) => ({
    domainId: domain_id,
    removed,
    merged,
    // By rows: a document that was moved has another path. After a restore there are none.
    documents: new Set(present === null || removed ? documents : present),
  }))
}

import type { Database } from '../store'
import type { PathScope } from './keyword-path'

/**
 * Sources that are a domain's key files, for each domain whose exact name stands in the query (letters' case apart).
 * Key files are paths or names of sources.
 */
export async function keySourcesOfNamedDomains(
  database: Database,
  query: string,
  { projectId, signal }: PathScope,
): Promise<Set<string>> {
  const domains = await database.query<{ domain: string; key_files: string[] }>(
    `select domain, key_files from domain_knowledge
     where project_id = $1 and position(lower(domain) in lower($2)) > 0`,
    [projectId, query],
    { signal },
  )
  const files = domains.filter(({ domain }) => namesWhole(query, domain)).flatMap(({ key_files }) => key_files)
  if (files.length === 0) return new Set()
  const sources = await database.query<{ source_id: string }>(
    'select source_id from sources where project_id = $1 and (path = any($2::text[]) or name = any($2::text[]))',
    [projectId, files],
    { signal },
  )
  return new Set(sources.map(({ source_id }) => source_id))
}

/** Whether the name stands in the query as whole words: “art” is not in “start”. */
export function namesWhole(query: string, name: string): boolean {
  const escaped = name.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const spaced = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(name)
  const pattern = spaced ? `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])` : escaped
  return escaped !== '' && new RegExp(pattern, 'iu').test(query)
}

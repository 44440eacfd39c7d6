import type { RedactedText } from '../../contract/library/extract'
import type { FactsEdit, ProjectFacts, TechStack } from '../../contract/library/project-facts'
import { asJson, type Database, noteRemoval } from '../store'
import { type Manifest, manifestEnding, manifestNames, readManifest } from './manifests'

/** What a project is. */
export interface Facts {
  /** As its sources say now, with what a person wrote. */
  read(): Promise<ProjectFacts>
  edit(edit: FactsEdit): Promise<ProjectFacts>
}

export interface FactsPorts {
  readonly database: Database
  readonly projectId: string
  /** Texts with their secrets masked. */
  redact(texts: readonly string[]): Promise<RedactedText[]>
  /** After a person took back what they wrote: dumps that still hold it go. */
  forgetRemoved(): Promise<void>
}

/** Among the settings of a project: they are in its dumps, and go with it. */
const settingOf = { name: 'facts.name', description: 'facts.description', notes: 'facts.notes' } as const
type Field = keyof typeof settingOf
const fields = Object.keys(settingOf) as Field[]

const mostManifests = 50
const mostDependencies = 40
const mostFolders = 20
/** Of what a manifest says of itself. */
const mostDescription = 500
const mostManifestText = 200_000
/** What holds settings and data is no language that a project is written in. */
const dataLanguages = ['yaml', 'toml', 'ini', 'xml']

export function createFacts({ database, projectId, redact, forgetRemoved }: FactsPorts): Facts {
  async function readWritten(): Promise<Partial<Record<Field, string>>> {
    const rows = await database.query<{ key: string; value: unknown }>(
      'select key, value from project_settings where project_id = $1 and key = any($2::text[])',
      [projectId, Object.values(settingOf)],
    )
    return Object.fromEntries(
      fields.flatMap((field) => {
        const value = rows.find(({ key }) => key === settingOf[field])?.value
        return typeof value === 'string' && value !== '' ? [[field, value]] : []
      }),
    )
  }

  /** Those nearest to the top of what was added first: they say most of the whole. */
  async function readManifests(): Promise<(Manifest & { readonly fileName: string })[]> {
    const rows = await database.query<{ name: string; text: string }>(
      `select s.name, left(e.text, $4) as text from sources s join extracts e using (source_id)
       where s.project_id = $1 and s.state = 'indexed' and s.path is not null
         and (lower(s.name) = any($2::text[]) or right(lower(s.name), length($3)) = $3)
       order by length(s.path) - length(translate(s.path, '/\\', '')), array_position($2::text[], lower(s.name)), s.path
       limit $5`,
      [projectId, [...manifestNames], manifestEnding, mostManifestText, mostManifests],
    )
    return rows.flatMap(({ name, text }) => {
      const manifest = readManifest(name, text)
      return manifest === null ? [] : [{ ...manifest, fileName: name }]
    })
  }

  async function readCode(): Promise<ProjectFacts['code']> {
    const rows = await database.query<{ language: string; characters: number }>(
      `select s.language, sum(last.end_offset)::float8 as characters
       from sources s, lateral (
         select p.end_offset from passages p where p.source_id = s.source_id order by p.ordinal desc limit 1) last
       where s.project_id = $1 and s.state = 'indexed' and s.media_type = 'code' and s.language is not null
         and s.language <> all($2::text[])
       group by s.language order by characters desc, s.language`,
      [projectId, dataLanguages],
    )
    const total = rows.reduce((sum, { characters }) => sum + characters, 0)
    return total === 0 ? [] : rows.map(({ language, characters }) => ({ language, share: characters / total }))
  }

  async function readCounts(): Promise<Pick<ProjectFacts, 'sources' | 'types' | 'languages' | 'span'>> {
    const rows = await database.query<{
      type: string
      language: string | null
      count: number
      first: string
      last: string
    }>(
      `select case when s.kind = 'note' then 'note' else s.media_type end as type, s.language, count(*)::int as count,
         to_char(min(at) at time zone 'UTC', 'YYYY-MM-DD') as first, to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD') as last
       from sources s, lateral (select coalesce(to_timestamp(s.modified_ms / 1000), s.added_at) as at) changed
       where s.project_id = $1 and s.state = 'indexed' and (s.kind = 'note' or s.media_type is not null)
       group by 1, 2`,
      [projectId],
    )
    const days = rows.flatMap(({ first, last }) => [first, last]).sort()
    const [from] = days
    const to = days.at(-1)
    return {
      sources: rows.reduce((sum, { count }) => sum + count, 0),
      types: counted(rows.map(({ type, count }) => [type, count])).map(([type, count]) => ({ type, count })),
      languages: counted(
        rows.flatMap(({ type, language, count }): [string, number][] =>
          language === null || type === 'code' ? [] : [[language, count]],
        ),
      ).map(([language, count]) => ({ language, count })),
      span: from === undefined || to === undefined ? null : { from, to },
    }
  }

  async function read(): Promise<ProjectFacts> {
    const written = await readWritten()
    const manifests = await readManifests()
    const roots = await database.query<{ path: string }>(
      `select path from roots where project_id = $1 and kind = 'folder' order by path limit $2`,
      [projectId, mostFolders],
    )
    const [project] = await database.query<{ name: string }>('select name from projects where project_id = $1', [
      projectId,
    ])
    const found = (field: 'name' | 'description'): string | null =>
      manifests.find((manifest) => manifest[field] !== null)?.[field] ?? null
    return {
      name: written.name ?? found('name') ?? project?.name ?? '',
      description: written.description ?? (found('description') ?? '').slice(0, mostDescription),
      notes: written.notes ?? '',
      edited: fields.filter((field) => written[field] !== undefined),
      folders: roots.map(({ path }) => path),
      stack: stackOf(manifests),
      code: await readCode(),
      ...(await readCounts()),
    }
  }

  /** What a person writes is given to language models, and printed. */
  async function withoutSecrets(edit: FactsEdit): Promise<FactsEdit> {
    const told = fields.flatMap((field) => (edit[field] ? [[field, edit[field]] as const] : []))
    const masked = told.length === 0 ? [] : await redact(told.map(([, text]) => text))
    return { ...edit, ...Object.fromEntries(told.map(([field, text], at) => [field, masked[at]?.text ?? text])) }
  }

  return {
    read,
    async edit(given) {
      const edit = await withoutSecrets(given)
      const before = await readWritten()
      const isLess = fields.some((field) => edit[field] !== undefined && before[field] !== undefined)
      await database.transaction(async (transaction) => {
        for (const field of fields) {
          const value = edit[field]
          if (value === undefined) continue
          if (value === null || value === '') {
            await transaction.query('delete from project_settings where project_id = $1 and key = $2', [
              projectId,
              settingOf[field],
            ])
            continue
          }
          await transaction.query(
            `insert into project_settings (project_id, key, value) values ($1, $2, $3::jsonb)
             on conflict (project_id, key) do update set value = excluded.value, updated_at = now()`,
            [projectId, settingOf[field], asJson(value)],
          )
        }
        if (isLess) await noteRemoval(transaction)
      })
      if (isLess) await forgetRemoved()
      return read()
    },
  }
}

function counted(pairs: readonly (readonly [string, number])[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const [key, count] of pairs) counts.set(key, (counts.get(key) ?? 0) + count)
  return [...counts].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
}

/** Manifests of one ecosystem together, in the order of the first of each. */
function stackOf(manifests: readonly (Manifest & { readonly fileName: string })[]): TechStack[] {
  const ecosystems = [...new Set(manifests.map(({ ecosystem }) => ecosystem))]
  return ecosystems.map((ecosystem) => {
    const its = manifests.filter((manifest) => manifest.ecosystem === ecosystem)
    const dependencies = [...new Set(its.flatMap((manifest) => manifest.dependencies))]
    return {
      ecosystem,
      manifests: [...new Set(its.map(({ fileName }) => fileName))],
      dependencies: dependencies.slice(0, mostDependencies),
      total: dependencies.length,
    }
  })
}

import type { LabelKind, LibraryFacets, SourceType } from '../../../contract/library/source'
import type { Database } from '../../store'

const columnOf = { tag: 'tags', collection: 'collections' } as const satisfies Record<LabelKind, string>

/** A tag or collection as a project writes it already, whatever its letters' case. */
async function known(database: Database, projectId: string, kind: LabelKind, name: string): Promise<string> {
  const [row] = await database.query<{ name: string }>(
    `select one as name from sources, unnest(${columnOf[kind]}) as one
     where project_id = $1 and lower(one) = lower($2) limit 1`,
    [projectId, name],
  )
  return row?.name ?? name
}

/** Gives sources a tag or collection, or takes it from them. */
export async function labelSources(
  database: Database,
  projectId: string,
  { kind, name, sourceIds, has }: { kind: LabelKind; name: string; sourceIds: readonly string[]; has: boolean },
): Promise<void> {
  const column = columnOf[kind]
  const written = await known(database, projectId, kind, name)
  const without = `array_remove(${column}, $3)`
  await database.query(
    `update sources set ${column} = ${has ? `array_append(${without}, $3)` : without}
     where project_id = $1 and source_id = any($2::text[])`,
    [projectId, [...sourceIds], written],
  )
}

/** Renames a tag or collection on all sources; to the name of another one: both are one then. */
export async function renameLabel(
  database: Database,
  projectId: string,
  { kind, name, to }: { kind: LabelKind; name: string; to: string },
): Promise<void> {
  const column = columnOf[kind]
  const other = await known(database, projectId, kind, to)
  // In other letters it is the same one.
  const written = other.toLowerCase() === name.toLowerCase() ? to : other
  await database.query(
    `update sources set ${column} = array_append(array_remove(array_remove(${column}, $2), $3), $3)
     where project_id = $1 and ${column} && array[$2]`,
    [projectId, name, written],
  )
}

/** Takes a tag or collection from all sources. */
export async function removeLabel(
  database: Database,
  projectId: string,
  { kind, name }: { kind: LabelKind; name: string },
): Promise<void> {
  const column = columnOf[kind]
  await database.query(
    `update sources set ${column} = array_remove(${column}, $2) where project_id = $1 and ${column} && array[$2]`,
    [projectId, name],
  )
}

/** What search can be narrowed by, counted over all sources. */
export async function libraryFacets(database: Database, projectId: string): Promise<LibraryFacets> {
  const rows = await database.query<{ facet: keyof LibraryFacets; value: string; sources: number }>(
    `select facet, value, count(*) as sources
     from sources, lateral (
       values ('types', case when kind = 'note' then 'note' else media_type end), ('folders', root), ('languages', language)
       union all select 'tags', unnest(tags)
       union all select 'collections', unnest(collections)
     ) as one (facet, value)
     where project_id = $1 and value is not null and value <> ''
     group by facet, value order by facet, sources desc, value`,
    [projectId],
  )
  const of = <Value extends string = string>(wanted: keyof LibraryFacets) =>
    rows.flatMap(({ facet, value, sources }) => (facet === wanted ? [{ value: value as Value, sources }] : []))
  return {
    types: of<SourceType>('types'),
    folders: of('folders'),
    languages: of('languages'),
    tags: of('tags'),
    collections: of('collections'),
  }
}

import { basename } from 'node:path'
import type { ResourceDraft } from '../../../contract/resources/resource'
import type { SqlExecutor } from '../../store'
import { resourceIdOf } from '../resource-id'

/** Titles that say what a folder is about: enough for a vector, which reads about 900 characters. */
const titlesShown = 12

interface Counts {
  readonly sources: number
  readonly passages: number
  readonly titles: readonly string[]
}

const nothing: Counts = { sources: 0, passages: 0, titles: [] }

/** Id of the knowledge base that a folder of the library is. */
export const folderBaseId = (root: string): string => resourceIdOf('knowledge_base', root)

/** A folder as a knowledge base; before it is indexed there is nothing to say of it but its name. */
export function folderBaseDraft(root: string, { sources, passages, titles }: Counts = nothing): ResourceDraft {
  return {
    resourceId: folderBaseId(root),
    type: 'knowledge_base',
    parentId: null,
    name: basename(root) || root,
    description: describeBase(`Documents of the folder ${basename(root) || root}.`, titles),
    capabilities: ['recall', 'search documents', 'answer from documents'],
    usageInfo: `Search it with recall; its documents lie in ${root}.`,
    metadata: { type: 'knowledge_base', kind: 'folder', root, sources, passages, titles: [...titles] },
    origin: { kind: 'library', path: root },
    status: 'ready',
    error: null,
  }
}

/** The library's folders and its project, as they are in the store now. */
export async function knowledgeBaseDrafts(database: SqlExecutor, projectId: string): Promise<ResourceDraft[]> {
  const roots = await database.query<{ path: string; sources: number; passages: number }>(
    `select r.path, count(s.source_id) as sources, coalesce(sum(s.passage_count), 0) as passages
     from roots r left join sources s on s.project_id = r.project_id and s.root = r.path and s.state <> 'missing'
     where r.project_id = $1 and r.kind = 'folder' group by r.path order by r.path`,
    [projectId],
  )
  const titles = await database.query<{ root: string; title: string }>(
    `select root, title from (
       select root, coalesce(title, name) as title,
         row_number() over (partition by root order by name, source_id) as position
       from sources where project_id = $1 and root is not null and state <> 'missing') t
     where position <= $2 order by root, position`,
    [projectId, titlesShown],
  )
  const drafts = roots.map(({ path, sources, passages }) =>
    folderBaseDraft(path, {
      sources,
      passages,
      titles: titles.filter(({ root }) => root === path).map(({ title }) => title),
    }),
  )
  return [...drafts, ...(await projectBase(database, projectId))]
}

async function projectBase(database: SqlExecutor, projectId: string): Promise<ResourceDraft[]> {
  const [project] = await database.query<{ name: string; sources: number; passages: number }>(
    `select p.name, count(s.source_id) as sources, coalesce(sum(s.passage_count), 0) as passages
     from projects p left join sources s on s.project_id = p.project_id where p.project_id = $1 group by p.name`,
    [projectId],
  )
  if (project === undefined) return []
  const loose = await database.query<{ title: string }>(
    `select coalesce(title, name) as title from sources where project_id = $1 and root is null
     order by added_at, source_id limit $2`,
    [projectId, titlesShown],
  )
  const titles = loose.map(({ title }) => title)
  return [
    {
      resourceId: resourceIdOf('knowledge_base', `project:${projectId}`),
      type: 'knowledge_base',
      parentId: null,
      name: project.name,
      description: describeBase('All documents and notes that were added to this project, over all folders.', titles),
      capabilities: ['recall', 'search documents', 'answer from documents', 'search notes'],
      usageInfo: 'Search it with recall.',
      metadata: {
        type: 'knowledge_base',
        kind: 'project',
        root: null,
        sources: project.sources,
        passages: project.passages,
        titles,
      },
      origin: { kind: 'library', path: null },
      status: 'ready',
      error: null,
    },
  ]
}

function describeBase(what: string, titles: readonly string[]): string {
  return titles.length === 0 ? what : `${what} Among them: ${titles.join('; ')}.`
}

import { expect, it } from 'vitest'
import { labelSources, libraryFacets, removeLabel, renameLabel } from '../../../main/knowledge/sources/labels'
import { moveRows } from '../../../main/projects/move-sources'
import { sourcesThatFit } from '../../../main/recall/source-filter'
import { dumpDaily, restoreDump } from '../../../main/store'
import { databaseBefore, emptyDatabase, newDirectory } from './support'

const project = 'default'
const scope = { projectId: project, sourceIds: undefined, signal: undefined }

async function addSources({ database }: Awaited<ReturnType<typeof databaseBefore>>): Promise<void> {
  await database.query(
    `insert into sources (source_id, project_id, kind, root, path, name, media_type, language, modified_ms, added_at, state)
     values ('a', 'default', 'file', '/m/law', '/m/law/a.pdf', 'a.pdf', 'pdf', 'en', 1714521600000, '2026-01-01', 'indexed'),
            ('b', 'default', 'file', '/m/law', '/m/law/old_1/b.md', 'b.md', 'markdown', 'zh', 1577836800000, '2026-01-01', 'indexed'),
            ('c', 'default', 'file', null, '/m/lawless.py', 'lawless.py', 'code', 'python', null, '2026-02-01', 'indexed'),
            ('n', 'default', 'note', null, null, 'A note', 'markdown', 'en', null, '2026-03-01', 'indexed')`,
  )
}

it('sources of the version before have neither tags nor collections, and are given them', async () => {
  const older = await databaseBefore('labels')
  await addSources(older)
  await older.upgrade()
  const { database } = older
  const all = { types: [], folders: [], languages: [], tags: [], collections: [] }
  expect(await libraryFacets(database, project)).toEqual({
    ...all,
    types: ['code', 'markdown', 'note', 'pdf'].map((value) => ({ value, sources: 1 })),
    folders: [{ value: '/m/law', sources: 2 }],
    languages: [
      { value: 'en', sources: 2 },
      { value: 'python', sources: 1 },
      { value: 'zh', sources: 1 },
    ],
  })

  const tag = (name: string, sourceIds: string[], has = true) =>
    labelSources(database, project, { kind: 'tag', name, sourceIds, has })
  const tags = async () =>
    (await libraryFacets(database, project)).tags.map(({ value, sources }) => `${value} ${sources}`)
  await tag('Draft', ['a', 'b'])
  // The same one, whatever its letters' case, and once on each.
  await tag('draft', ['b', 'c'])
  await tag('待读', ['c'])
  expect(await tags()).toEqual(['Draft 3', '待读 1'])
  await tag('Draft', ['a'], false)
  await renameLabel(database, project, { kind: 'tag', name: 'Draft', to: 'draft' })
  expect(await tags()).toEqual(['draft 2', '待读 1'])
  await renameLabel(database, project, { kind: 'tag', name: '待读', to: 'DRAFT' })
  expect(await tags()).toEqual(['draft 2'])
  await labelSources(database, project, { kind: 'collection', name: 'draft', sourceIds: ['a'], has: true })
  await removeLabel(database, project, { kind: 'tag', name: 'draft' })
  expect(await libraryFacets(database, project)).toMatchObject({ tags: [], collections: [{ value: 'draft' }] })
})

it('a filter lets through the sources that every condition fits', async () => {
  const older = await emptyDatabase()
  await addSources(older)
  const { database } = older
  await labelSources(database, project, { kind: 'tag', name: 'x', sourceIds: ['a', 'n'], has: true })
  await labelSources(database, project, { kind: 'collection', name: 'y', sourceIds: ['a', 'b'], has: true })
  const passing = async (filter: Parameters<typeof sourcesThatFit>[1], sourceIds?: string[]) =>
    ((await sourcesThatFit(database, filter, { ...scope, sourceIds })) ?? ['everything']).toSorted().join(' ')
  expect(await passing({})).toBe('everything')
  expect(await passing({ types: ['pdf', 'note'] })).toBe('a n')
  expect(await passing({ types: ['markdown'] })).toBe('b')
  expect(await passing({ folders: ['/m/law'] })).toBe('a b')
  expect(await passing({ folders: ['/m/law/old_1/', '/m/lawless.py'] })).toBe('b c')
  expect(await passing({ folders: ['/'] })).toBe('a b c')
  expect(await passing({ within: { folders: ['/m/law'], sourceIds: ['n'] } })).toBe('a b n')
  expect(await passing({ types: ['markdown'], within: { folders: [], sourceIds: ['a', 'b'] } })).toBe('b')
  expect(await passing({ within: { folders: [], sourceIds: [] } })).toBe('')
  expect(await passing({ languages: ['en'], tags: ['x'] })).toBe('a n')
  expect(await passing({ tags: ['x'], collections: ['y'] })).toBe('a')
  expect(await passing({ since: '2024-05-01', until: '2024-05-02' })).toBe('a')
  expect(await passing({ since: '2026-01-15' })).toBe('c n')
  expect(await passing({ until: '2020-01-01T00:00:00Z' })).toBe('')
  expect(await passing({ until: '2020-01-01T01:00:00+00:30' })).toBe('b')
  expect(await passing({ tags: ['x'] }, ['n', 'b'])).toBe('n')
  expect(await passing({ tags: ["'; drop table sources"] })).toBe('')
})

it('tags and collections go with a source to another project and into dumps, and leave with it', async () => {
  const older = await emptyDatabase()
  await addSources(older)
  const { database } = older
  await labelSources(database, project, { kind: 'tag', name: 'x', sourceIds: ['a', 'b'], has: true })
  await labelSources(database, project, { kind: 'collection', name: 'y', sourceIds: ['c'], has: true })
  await database.query(`insert into projects (project_id, name) values ('p', 'Other')`)
  await moveRows(database, project, 'p', ['b'])
  expect(await libraryFacets(database, 'p')).toMatchObject({ tags: [{ value: 'x', sources: 1 }] })
  const path = await dumpDaily(database, await newDirectory(), new Date('2026-11-21T10:00:00Z'))
  await database.query('delete from sources')
  expect((await libraryFacets(database, project)).tags).toEqual([])
  await restoreDump(database, path!)
  expect(await libraryFacets(database, project)).toMatchObject({
    tags: [{ value: 'x', sources: 1 }],
    collections: [{ value: 'y', sources: 1 }],
  })
  expect(await libraryFacets(database, 'p')).toMatchObject({ tags: [{ value: 'x', sources: 1 }] })
})

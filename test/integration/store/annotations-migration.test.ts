import { expect, it } from 'vitest'
import {
  anchorAgain,
  annotate,
  annotationsOf,
  editAnnotation,
  placeOfQuote,
  removeAnnotation,
} from '../../../main/knowledge/sources/annotations'
import { moveRows } from '../../../main/projects/move-sources'
import { searchAnnotations } from '../../../main/recall/annotation-search'
import { type Database, dumpDaily, restoreDump } from '../../../main/store'
import { databaseBefore, emptyDatabase, newDirectory } from './support'

const project = 'default'
const scope = { projectId: project, sourceIds: undefined, signal: undefined }
const text = 'Heat pumps need little power.\nTheir price is high. Power is dear.'

async function addSource(database: Database, sourceId: string, ofProject = project): Promise<void> {
  await database.query(
    `insert into sources (source_id, project_id, kind, path, name, state) values ($1, $2, 'file', '/m/' || $1, $1, 'indexed')`,
    [sourceId, ofProject],
  )
  await database.query(
    `insert into extracts (source_id, text, reader, reader_version, content_hash) values ($1, $2, 'text', 1, 'h')`,
    [sourceId, text],
  )
}

it('a source of the version before is highlighted and noted on, and its notes are found by their words', async () => {
  const { database, upgrade } = await databaseBefore('annotations')
  await addSource(database, 'a')
  await upgrade()
  expect(await annotationsOf(database, project, 'a')).toEqual([])
  const range = { start: 30, end: 50 }
  const highlight = await annotate(database, project, { sourceId: 'a', range, note: '' })
  expect(highlight).toMatchObject({ range, quote: 'Their price is high.', note: '' })
  const noted = await annotate(database, project, {
    sourceId: 'a',
    range: null,
    note: 'Ask the plumber about subsidies',
  })
  const chinese = await annotate(database, project, {
    sourceId: 'a',
    range: { start: 0, end: 10 },
    note: '注意力机制很重要',
  })
  expect((await annotationsOf(database, project, 'a')).map(({ id }) => id)).toEqual([
    noted.id,
    chinese.id,
    highlight.id,
  ])

  const found = async (query: string, sourceIds?: string[]) =>
    (await searchAnnotations(database, query, { ...scope, sourceIds })).map(({ id }) => id)
  expect(await found('what does the plumber say of a subsidy?')).toEqual([noted.id])
  // The last word may be the beginning of one; of the others half suffice.
  expect(await found('plumb')).toEqual([noted.id])
  expect(await found('prices of heat pumps')).toEqual([chinese.id])
  expect(await found('price')).toEqual([highlight.id])
  expect(await found('注意力')).toEqual([chinese.id])
  expect(await found('the of and')).toEqual([])
  expect(await found("'; & | ! :*")).toEqual([])
  expect(await found('plumber', ['b'])).toEqual([])

  await editAnnotation(database, project, { annotationId: noted.id, note: 'Done' })
  expect(await found('plumber')).toEqual([])
  expect(await found('done')).toEqual([noted.id])
  await removeAnnotation(database, project, noted.id)
  expect(await found('done')).toEqual([])
  await expect(editAnnotation(database, project, { annotationId: noted.id, note: 'x' })).rejects.toMatchObject({
    code: 'source.notFound',
  })
  const beyond = { start: 60, end: 600 }
  await expect(annotate(database, project, { sourceId: 'a', range: beyond, note: '' })).rejects.toMatchObject({
    code: 'input.invalid',
  })
  await expect(annotate(database, 'other', { sourceId: 'a', range: null, note: 'x' })).rejects.toMatchObject({
    code: 'source.notFound',
  })
})

it('finds its passage again when the source is read anew, and says where that is gone', async () => {
  const { database } = await emptyDatabase()
  await addSource(database, 'a')
  await annotate(database, project, { sourceId: 'a', range: { start: 30, end: 50 }, note: 'dear' })
  const read = async (again: string) => {
    await database.transaction((transaction) => anchorAgain(transaction, project, [{ sourceId: 'a', text: again }]))
    return (await annotationsOf(database, project, 'a')).map(({ range, quote }) => [range, quote])
  }
  const quote = 'Their price is high.'
  expect(await read(`New. ${text}`)).toEqual([[{ start: 35, end: 55 }, quote]])
  expect(await read('All else.')).toEqual([[null, quote]])
  expect(await read('Their\nprice is  high. So.')).toEqual([[{ start: 0, end: 21 }, quote]])
  // The nearest of several.
  expect(placeOfQuote('ab ab ab', 'ab', 4)).toEqual({ start: 3, end: 5 })
  expect(placeOfQuote('a (b) [c]', '(b)  [c]', 0)).toEqual({ start: 2, end: 9 })
})

it('goes with its source to another project and into dumps, and leaves with it', async () => {
  const { database } = await emptyDatabase()
  await database.query(`insert into projects (project_id, name) values ('p', 'Other')`)
  for (const id of ['a', 'b', 'c']) await addSource(database, id)
  for (const id of ['a', 'b']) {
    await annotate(database, project, { sourceId: id, range: { start: 0, end: 10 }, note: `on ${id}` })
  }
  await moveRows(database, project, 'p', ['a'])
  expect(await annotationsOf(database, project, 'a')).toEqual([])
  expect(await annotationsOf(database, 'p', 'a')).toMatchObject([{ note: 'on a' }])
  const path = await dumpDaily(database, await newDirectory(), new Date('2026-11-21T10:00:00Z'))
  await database.query('delete from sources')
  expect(await database.query('select from annotations')).toEqual([])
  // The file of one was added again before, as another source: its note has none to be on.
  await database.query(
    `insert into sources (source_id, project_id, kind, path, name, state) values ('new', 'default', 'file', '/m/b', 'b', 'indexed')`,
  )
  expect(await restoreDump(database, path!)).toMatchObject({ sources: 1, annotations: 1 })
  expect(await annotationsOf(database, 'p', 'a')).toMatchObject([{ note: 'on a', range: { start: 0, end: 10 } }])
  expect(await searchAnnotations(database, 'heat', { ...scope, projectId: 'p' })).toHaveLength(1)
})

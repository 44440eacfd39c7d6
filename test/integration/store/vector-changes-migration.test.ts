import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('vectors and passages of before are there, and what comes and goes from then on is noted', async () => {
  const { database, upgrade } = await databaseBefore('vector changes')
  await database.query(`insert into projects (project_id, name) values ('other', 'Other')`)
  await database.query(`insert into embedding_models (model, dimensions) values ('m', 2)`)
  await database.query(
    `insert into sources (source_id, project_id, kind, name, state) values ('s', 'default', 'note', 's', 'indexed')`,
  )
  const addPassages = (ordinals: number[]) =>
    database.query(
      `insert into passages (project_id, source_id, ordinal, start_offset, end_offset, line_start, line_end, text,
         text_hash, words, search_text)
       select 'default', 's', n, 0, 1, 1, 1, 't', '', 1, 't' from unnest($1::integer[]) n`,
      [ordinals],
    )
  const addVectors = () =>
    database.query(
      `insert into passage_vectors (passage_id, model, dimensions, embedding)
       select passage_id, 'm', 2, '[1,0]' from passages on conflict do nothing`,
    )
  await addPassages([0, 1])
  await addVectors()
  await upgrade()
  const noted = () => database.query('select project_id, passage_id from vector_changes order by change_id')
  expect(await noted()).toEqual([])
  expect(await database.query('select vector_changes_dropped as dropped from projects')).toEqual([
    { dropped: 0 },
    { dropped: 0 },
  ])
  await addPassages([2])
  await addVectors()
  expect(await noted()).toEqual([{ project_id: 'default', passage_id: 3 }])
  await database.query('delete from passages where ordinal = 0')
  await database.query(`delete from sources where source_id = 's'`)
  expect(await noted()).toEqual([3, 1, 2, 3].map((passage_id) => ({ project_id: 'default', passage_id })))
})

import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('counts the words of the sections there are, and of those that come, change and go', async () => {
  const { database, upgrade } = await databaseBefore('words')
  await database.query(
    `insert into sources (source_id, project_id, kind, name, state)
     select id, 'default', 'note', id, 'indexed' from unnest(array['a', 'b', 'c']) as id`,
  )
  const add = (source: string, text: string) =>
    database.query(
      `insert into sections (project_id, source_id, first_ordinal, last_ordinal, search_text)
       values ('default', $1, 0, 0, $2)`,
      [source, text],
    )
  const counted = async () =>
    Object.fromEntries(
      (await database.query<{ word: string; sections: number }>('select word, sections from words')).map(
        ({ word, sections }) => [word, sections],
      ),
    )
  await add('a', `Heat, heated HEAT 1742 ${'x'.repeat(41)}`)
  await upgrade()
  expect(await counted()).toEqual({ heat: 1, heated: 1 })
  await add('b', '知识 库 heat')
  await add('c', 'R-290 pump')
  expect(await counted()).toMatchObject({ heat: 2, heated: 1, 知识: 1, 库: 1, pump: 1 })
  await database.query(`update sections set search_text = 'heat pipe' where source_id = 'a'`)
  expect(await counted()).toMatchObject({ heat: 2, pipe: 1 })
  expect(await counted()).not.toHaveProperty('heated')
  await database.query(`delete from sources where source_id in ('a', 'c')`)
  expect(await counted()).toEqual({ heat: 1, 知识: 1, 库: 1 })
})

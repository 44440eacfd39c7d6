import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('sample questions of the version before stay in their words and order, as facts; other resources stay as they were', async () => {
  const { database, upgrade } = await databaseBefore('sample questions')
  await database.query(
    `insert into resource_registry (resource_id, project_id, resource_type, name, description, usage_info, metadata,
       flavour, origin, status, texts_hash)
     select id, 'default', type, id, '', '', metadata::jsonb, '', '{}', 'ready', 'h'
     from (values
       ('text2sql:a', 'text2sql', '{"type":"text2sql","sampleQuestions":["How many runs are there?","What are some of the runs?"]}'),
       ('text2sql:b', 'text2sql', '{"type":"text2sql","sampleQuestions":[]}'),
       ('tool:c', 'tool', '{"type":"tool"}')) as kept (id, type, metadata)`,
  )
  await upgrade()
  const told = (text: string): unknown => ({ kind: 'told', values: { text } })
  expect(
    await database.query('select resource_id as id, metadata from resource_registry order by resource_id'),
  ).toEqual([
    {
      id: 'text2sql:a',
      metadata: {
        type: 'text2sql',
        sampleQuestions: [told('How many runs are there?'), told('What are some of the runs?')],
      },
    },
    { id: 'text2sql:b', metadata: { type: 'text2sql', sampleQuestions: [] } },
    { id: 'tool:c', metadata: { type: 'tool' } },
  ])
})

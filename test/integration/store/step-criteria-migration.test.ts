import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('criteria of rules become facts in either language; words of persons and models, and none, stay', async () => {
  const { database, upgrade } = await databaseBefore('step criteria')
  await database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ('s', 'default', 't', 'q', 'done', '{}', 'extractive')`,
  )
  await database.query(`insert into plans (plan_id, session_id, project_id, version) values ('p', 's', 'default', 1)`)
  const add = (position: number, doneWhen?: string) =>
    database.query(
      `insert into steps (step_id, plan_id, session_id, project_id, position, title, query, origin, state${doneWhen === undefined ? '' : ', done_when'})
       values ($1, 'p', 's', 'default', $2, 'a', 'a', 'question', 'observed'${doneWhen === undefined ? '' : ', $3'})`,
      [String(position), position, ...(doneWhen === undefined ? [] : [doneWhen])],
    )
  const kept = [
    'At least one sentence of the sources is kept as evidence.',
    '所查询的资源至少返回一行数据或一个值。',
    '已用先前步骤找到的内容算出数值。',
    'Three sources agree, and say “why”.',
    '',
  ]
  for (const [at, doneWhen] of kept.entries()) await add(at, doneWhen)
  await upgrade()
  await add(kept.length)
  const steps = await database.query<{ done_when: unknown }>('select done_when from steps order by position')
  expect(steps.map((step) => step.done_when)).toEqual([
    { kind: 'keepsEvidence', values: {} },
    { kind: 'bringsAnswer', values: {} },
    { kind: 'calculatesFigure', values: {} },
    'Three sources agree, and say “why”.',
    '',
    '',
  ])
})

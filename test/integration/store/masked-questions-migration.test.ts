import { expect, it } from 'vitest'
import { asJson } from '../../../main/store'
import { databaseBefore } from './support'

it('masks in questions of calls of the version before what is masked in their arguments', async () => {
  const { database, upgrade } = await databaseBefore('masked questions')
  const add = (
    id: string,
    { question, input = {}, server = 'builtin', caller = 'program', state = 'done', past = [] }: Called,
  ) =>
    database.query(
      `insert into tool_call_history (call_id, project_id, caller, tool, server, question, input, state, similar_calls)
       values ($1, 'default', $2, 'send', $3, $4, $5::jsonb, $6, $7::jsonb)`,
      [id, caller, server, question, asJson(input), state, asJson(past.map((one) => ({ question: one, at: 'x' })))],
    )
  const sent = '{"api_key":"k-1","city":"Chur"}'
  const masked = { api_key: '•••', city: 'Chur' }
  await add('1', { question: sent, input: masked })
  await add('2', { question: sent, input: JSON.parse(sent), state: 'inDoubt', caller: 'session' })
  await add('3', { question: 'Send k-1 to Chur.', input: JSON.parse(sent), server: 'mailer', state: 'inDoubt' })
  await add('4', { question: 'Log in with the password hunter2!', input: { city: 'Chur' }, server: 'mailer' })
  await add('5', { question: 'Mail Ada.', server: 'mailer', past: ['Mail Bob.', sent, 'Use token t-77 for it.'] })
  await add('6', { question: 'Which passwords are weak?', caller: 'session', past: ['Which tokens are there?'] })
  const reason = (word: string) => [{ fact: { kind: 'sqlUnreadable', values: { word } } }]
  await database.query(
    `update tool_call_history set reasons = case call_id when '1' then $1::jsonb else $2::jsonb end where call_id in ('1', '5')`,
    [asJson(reason('my password is "hunter2!"')), asJson(reason('show "pumps"'))],
  )
  await upgrade()
  expect(
    await database.query(`select reasons from tool_call_history where call_id in ('1', '5') order by call_id`),
  ).toEqual([{ reasons: reason('•••') }, { reasons: reason('show "pumps"') }])
  const past = (...questions: string[]) => questions.map((question) => ({ question, at: 'x' }))
  expect(
    await database.query('select question, input, similar_calls as past from tool_call_history order by call_id'),
  ).toEqual([
    { question: '{"city": "Chur", "api_key": "•••"}', input: masked, past: [] },
    { question: '{}', input: JSON.parse(sent), past: [] },
    { question: '•••', input: masked, past: [] },
    { question: '•••', input: { city: 'Chur' }, past: [] },
    { question: 'Mail Ada.', input: {}, past: past('Mail Bob.', '{}', '•••') },
    { question: 'Which passwords are weak?', input: {}, past: past('Which tokens are there?') },
  ])
})

interface Called {
  readonly question: string
  readonly input?: object
  readonly server?: string
  readonly caller?: string
  readonly state?: string
  readonly past?: readonly string[]
}

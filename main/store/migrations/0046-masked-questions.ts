import type { Migration } from './migration'

/** How arguments are called that hold a secret, as the record of calls knew them in this version. */
const secretKey = 'pass(word|wd|phrase)?$|secret|token$|api_?key|credential|authorization|cookie'
/** What a secret is called in a question, or looks like. */
const secretWords =
  'password|passphrase|secret|token|api[ _-]?key|credential|\\mpin\\M|密码|口令|验证码|密钥|\\m(sk|pk|rk|gh[pousr]|hf|npm|xox[a-z])[-_][A-Za-z0-9_-]{8,}|://[^ /:@]+:[^ /@]+@'

const rowRepairs = [
  // Of a call that nobody asked for the question is its arguments. One that is not over has them as they are sent.
  `update tool_call_history set question = case when state in ('done', 'failed', 'denied') then input::text else '{}' end
   where plan_id is null and question like '{%'`,
  // What a program said of a call: what was masked in its arguments may be in it, and nobody knows any more what that was.
  `update tool_call_history set question = '•••'
   where caller = 'program' and server <> 'builtin'
     and (question ~* '${secretWords}' or input::text like '%"•••"%'
       or exists (select from jsonb_object_keys(input) key where key ~* '${secretKey}'))`,
  `update tool_call_history set input = (
     select jsonb_object_agg(key, case when key ~* '${secretKey}' then '"•••"'::jsonb else value end) from jsonb_each(input))
   where caller = 'program' and server <> 'builtin' and exists (select from jsonb_object_keys(input) key where key ~* '${secretKey}')`,
  `update tool_call_history t set similar_calls = (
     select jsonb_agg(case when call ->> 'question' like '{%' then jsonb_set(call, '{question}', '"{}"')
         when t.caller = 'program' and call ->> 'question' ~* '${secretWords}' then jsonb_set(call, '{question}', '"•••"')
         else call end order by place)
     from jsonb_array_elements(t.similar_calls) with ordinality as past (call, place))
   where similar_calls <> '[]'`,
  `update tool_call_history set reasons = regexp_replace(reasons::text, '"word": "([^"\\\\]|\\\\.)*"', '"word": "•••"', 'g')::jsonb
   where reasons::text ~* '${secretWords}'`,
]

/** Questions of calls, and reasons that quote arguments, kept them as they were sent. */
export const maskedQuestions: Migration = {
  version: 46,
  name: 'masked questions',
  sql: rowRepairs.join(';\n'),
  rowRepairs,
}

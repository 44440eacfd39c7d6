import type { Migration } from './migration'

/** How arguments are called that hold a secret, as the record of calls knew them in this version. */
const secretKey = 'pass(word|wd|phrase)?$|secret|token$|api_?key|credential|authorization|cookie'

const maskedIn = (table: string): string => `
update ${table} t set place = jsonb_set(t.place, '{arguments}', (
  select jsonb_object_agg(key, case when key ~* '${secretKey}' then '"•••"'::jsonb else value end)
  from jsonb_each(t.place -> 'arguments')))
where t.place_kind = 'call'
  and exists (select from jsonb_object_keys(t.place -> 'arguments') key where key ~* '${secretKey}')`

const repairs = ['citations', 'observations'].map(maskedIn)

/** Citations and evidence kept the arguments of calls as they were sent. */
export const maskedArguments: Migration = {
  version: 43,
  name: 'masked arguments',
  sql: repairs.join(';\n'),
  rowRepairs: repairs,
}

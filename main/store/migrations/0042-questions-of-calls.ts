import type { Migration } from './migration'

/** A person is asked for arguments that a call lacks, and a service may ask them something while its call runs. */
export const questionsOfCalls: Migration = {
  version: 42,
  name: 'questions of calls',
  sql: `
alter table confirmations drop constraint confirmations_reason_check;
alter table confirmations add constraint confirmations_reason_check check (reason in ('asks', 'inDoubt', 'missing'));
-- What is missing, and where the other arguments are from.
alter table confirmations add column lacking jsonb;
-- What the service asked meanwhile, and what the person answered, without secrets.
alter table tool_call_history add column exchanges jsonb not null default '[]';
`,
}

import type { Migration } from './migration'

/**
 * Earlier versions counted a resource that a step only held as a success. Real calls are timed, so that what has no time
 * was none. A person's word on a match stays, without the outcome that was made up beside it.
 */
const rowRepairs = [
  `update resource_match_history set execution_success = null
   where execution_success and response_time_ms is null and user_feedback is not null`,
  `delete from resource_match_history
   where execution_success and response_time_ms is null and user_feedback is null`,
  `update resource_registry set removed_uses = removed_uses + usage_count - timed_uses, uses_removed_at = now(),
     success_rate = case when timed_uses > 0
       then greatest(0, success_rate * usage_count - (usage_count - timed_uses)) / timed_uses end,
     usage_count = timed_uses
   where usage_count > timed_uses`,
]

export const calledUses: Migration = {
  version: 5,
  name: 'called-uses',
  sql: `
-- What came of a call, beside whether it succeeded and how long it took.
alter table resource_match_history add column step_id text;
alter table resource_match_history add column result_rows integer;
alter table resource_match_history add column error jsonb;
-- What this version removed, so that the window says it until what was learned is forgotten.
alter table resource_registry add column removed_uses integer not null default 0;
alter table resource_registry add column uses_removed_at timestamptz;
-- Each use that is counted ended.
alter table resource_registry drop column finished_uses;
${rowRepairs.join(';\n')}`,
  rowRepairs,
}

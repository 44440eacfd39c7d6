import type { Migration } from './migration'

/** Only a person answers: that there is an answer says the same. */
export const answeredBy: Migration = {
  version: 47,
  name: 'answered by',
  sql: 'alter table confirmations drop column answered_by;',
}

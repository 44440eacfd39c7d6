import type { Migration } from './migration'

/** A step that a plugin added to a plan was said to come from the question. Which of the older ones did is not known. */
export const stepsOfPlugins: Migration = {
  version: 41,
  name: 'steps of plugins',
  sql: `
    alter table steps drop constraint steps_origin_check;
    alter table steps add constraint steps_origin_check check (origin in ('question', 'theme', 'person', 'plugin'));
  `,
}

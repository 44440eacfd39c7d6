import type { Migration } from './migration'

export const keywordOnlyPassages: Migration = {
  version: 3,
  name: 'keyword-only-passages',
  sql: `
-- They are counted at each start, before the library is shown, and by a scan of all passages without it.
create index passages_keyword_only on passages (project_id) where coverage = 'keyword'`,
}

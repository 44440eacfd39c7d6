import type { Migration } from './migration'

/** Each file that is read or renamed asks which others have its content. */
export const contentHashes: Migration = {
  version: 30,
  name: 'content hashes',
  sql: `
create index sources_content on sources (project_id, content_hash);
`,
}

/**
 * The version of each reader, by the name that its extracts carry. A reader that reads better gets the next number
 * here, and sources that an older one read are read again at the next start.
 */
export const readerVersions = {
  pdf: 1,
  docx: 1,
  html: 1,
  markdown: 1,
  'plain-text': 1,
  table: 1,
  json: 1,
  'source-code': 1,
} as const

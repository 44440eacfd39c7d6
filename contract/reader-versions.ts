/**
 * The version of each reader, by the name that its extracts carry. A reader that reads better gets the next number
 * here, and sources that an older one read are read again at the next start.
 */
export const readerVersions = {
  pdf: 2,
  docx: 2,
  html: 3,
  markdown: 2,
  'plain-text': 2,
  table: 2,
  json: 2,
  'source-code': 4,
  email: 2,
  pptx: 1,
  'open-document': 2,
  epub: 1,
  notebook: 1,
  rtf: 2,
  workbook: 2,
  'reference-list': 1,
} as const

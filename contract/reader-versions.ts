/**
 * The version of each reader, by the name that its extracts carry. A reader that reads better gets the next number
 * here, and sources that an older one read are read again at the next start.
 */
export const readerVersions = {
  pdf: 4,
  docx: 3,
  html: 5,
  markdown: 3,
  'plain-text': 3,
  table: 2,
  json: 2,
  'source-code': 7,
  email: 3,
  pptx: 1,
  'open-document': 2,
  epub: 2,
  notebook: 2,
  rtf: 2,
  workbook: 2,
  'reference-list': 1,
  image: 1,
} as const

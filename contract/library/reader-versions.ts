/**
 * The version of each reader, by the name that its extracts carry. A reader that reads better gets the next number
 * here, and sources that an older one read are read again at the next start.
 */
export const readerVersions = {
  pdf: 8,
  docx: 4,
  html: 7,
  markdown: 4,
  'plain-text': 6,
  asciidoc: 1,
  latex: 1,
  table: 2,
  json: 3,
  'source-code': 8,
  email: 4,
  pptx: 1,
  'open-document': 2,
  epub: 4,
  notebook: 2,
  rtf: 2,
  workbook: 2,
  'reference-list': 1,
  image: 1,
  'restructured-text': 1,
} as const

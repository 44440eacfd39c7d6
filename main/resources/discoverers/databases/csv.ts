import { type FileKind, hasExtension, looksLikeText } from './file-discoverer'

/** A document as well: its rows are found by their words, too. */
export const csvFiles: FileKind = {
  engine: 'csv',
  exclusive: false,
  takesPassword: false,
  recognises: (target) => hasExtension(target, ['.csv', '.tsv', '.tab', '.psv']) && looksLikeText(target),
}

import { extname } from 'node:path'
import { fileError } from './file-errors'

/** Endings of files that hold text and that no system runs. */
const endings: ReadonlySet<string> = new Set(
  'md markdown txt rst tex csv tsv json jsonl geojson xml yaml yml html svg bib ris ics'
    .split(' ')
    .map((one) => `.${one}`),
)

/** Letters, digits, blanks, and signs that mean nothing to a file system, a shell or the eye. */
const plain = /^[\p{L}\p{M}\p{N} ._()[\]（）【】《》“”，、&+#=@',-]+$/u
const reserved = /^(?:con|prn|aux|nul|conin|conout|com[0-9¹²³]|lpt[0-9¹²³])(?:[ .]|$)/i
/** Most file systems end a name there. */
const bytesAtMost = 200

/**
 * Refuses what is no plain name of a text file: folders, hidden files, names that Windows keeps to itself, signs that look
 * like others or cannot be seen, and endings of anything that is run. Throws `file.badName`.
 */
export function checkFileName(name: string): void {
  const isPlain =
    plain.test(name) &&
    name === name.normalize('NFC') &&
    !/^[ .\-~]|[ .]$/.test(name) &&
    !reserved.test(name) &&
    endings.has(extname(name).toLowerCase()) &&
    Buffer.byteLength(name) <= bytesAtMost
  if (!isPlain) throw fileError('file.badName', name, 'plainFileName', { context: { name } })
}

/** The n-th name to try: `summary.md`, `summary (2).md`, … */
export function numberedName(name: string, n: number): string {
  const ending = extname(name)
  return n === 1 ? name : `${name.slice(0, name.length - ending.length)} (${n})${ending}`
}

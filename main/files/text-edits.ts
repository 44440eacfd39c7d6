import { fileError } from './file-errors'

export interface Edit {
  readonly find: string
  readonly replace: string
}

/** A stretch of a text, and what stands there instead. */
export interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A text file as its edits see it: with one kind of line ending, where it has one. */
export interface ReadText {
  readonly text: string
  readonly hasMark: boolean
  /** Whether each of its lines ends as on Windows: `text` then has plain ends. */
  readonly endsInCrlf: boolean
}

const mark = '\ufeff'

/** Reads a file's bytes as UTF-8. Throws `file.notText` for anything else, and for what holds a zero byte. */
export function readText(bytes: Uint8Array, path: string): ReadText {
  let whole: string
  try {
    whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw fileError('file.notText', path, 'changeByHand', { cause })
  }
  if (whole.includes('\0')) throw fileError('file.notText', path, 'changeByHand')
  const hasMark = whole.startsWith(mark)
  const text = hasMark ? whole.slice(mark.length) : whole
  const endsInCrlf = text.includes('\r\n') && !/(?<!\r)\n|\r(?!\n)/.test(text)
  return { text: endsInCrlf ? text.replaceAll('\r\n', '\n') : text, hasMark, endsInCrlf }
}

/** The bytes of a changed text, with the mark and the line endings that the file has. */
export function bytesOf(text: string, { hasMark, endsInCrlf }: Omit<ReadText, 'text'>): Buffer {
  return Buffer.from(`${hasMark ? mark : ''}${endsInCrlf ? text.replaceAll('\n', '\r\n') : text}`)
}

/**
 * Where edits change a text, in its order. Each `find` is looked for in the text as it is, never in what another edit made.
 * Throws `file.noMatch` where one is not there exactly once or two touch each other, and `file.unchanged`.
 */
export function replacementsIn({ text, endsInCrlf }: ReadText, edits: readonly Edit[], path: string): Replacement[] {
  // A file that mixes line endings is taken as it is.
  const inItsEnds = (part: string): string =>
    endsInCrlf || !text.includes('\r') ? part.replaceAll('\r\n', '\n') : part
  const found = edits.map((edit, at) => {
    const find = inItsEnds(edit.find)
    const start = text.indexOf(find)
    const refuse = (reason: string) =>
      fileError('file.noMatch', path, 'quoteMore', { context: { edit: at + 1, reason } })
    if (start < 0) throw refuse('none')
    if (text.indexOf(find, start + 1) >= 0) throw refuse('several')
    return { start, end: start + find.length, text: inItsEnds(edit.replace), edit: at + 1 }
  })
  const ordered = found.toSorted((one, other) => one.start - other.start)
  for (const [at, { start, edit }] of ordered.entries()) {
    if (start < (ordered[at - 1]?.end ?? 0))
      throw fileError('file.noMatch', path, 'quoteMore', { context: { edit, reason: 'overlap' } })
  }
  if (ordered.every(({ start, end, text: next }) => text.slice(start, end) === next))
    throw fileError('file.unchanged', path, 'askForChangeAgain')
  return ordered.map(({ start, end, text: next }) => ({ start, end, text: next }))
}

/** A stretch of a text with what stands there instead. The replacements are those within it, in order. */
export function replaced(text: string, replacements: readonly Replacement[], from = 0, to = text.length): string {
  let result = ''
  let at = from
  for (const { start, end, text: next } of replacements) {
    result += text.slice(at, start) + next
    at = end
  }
  return result + text.slice(at, to)
}

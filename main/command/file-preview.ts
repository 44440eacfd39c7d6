import type { ConfirmationView } from '../../contract/calls'
import type { DiffPart, FilePreview } from '../../contract/file-change'
import { shownLine, shownParts } from '../../contract/shown-text'
import type { Connection } from '../api'
import type { ProgressLine } from './terminal'

const signs: Readonly<Record<DiffPart['kind'], string>> = { same: ' ', removed: '-', added: '+' }

/** A line of a file behind a sign: what a terminal would obey, or the eye not see, is escaped. */
const marked = (sign: string, line: string): string => `  ${sign} ${shownParts(line).join('')}`

function linesOf(preview: FilePreview, { words, speech }: ProgressLine): string[] {
  const { confirm } = words
  switch (preview.kind) {
    case 'failure':
      return [confirm.file.fails(shownLine(speech.error(preview.error)))]
    case 'new':
      return [
        confirm.file.new(shownLine(preview.path)),
        ...preview.content.split('\n').map((line) => marked('+', line)),
      ]
    case 'change':
      return [
        confirm.file.change(shownLine(preview.path)),
        ...preview.hunks.flatMap(({ line, parts }) => [
          `  ${confirm.file.line(speech.format.number(line))}`,
          ...parts.flatMap(({ kind, lines }) => lines.map((one) => marked(signs[kind], one))),
        ]),
      ]
  }
}

/** What a call that is asked for would do to a file, as lines for the terminal; empty of a call that writes none. */
export async function filePreviewText(
  connection: Connection,
  sessionId: string,
  { id, server, effect, input }: ConfirmationView,
  progress: ProgressLine,
): Promise<string> {
  if (server !== 'builtin' || effect !== 'changes') return ''
  const preview = await connection.call('session.previewConfirmation', { sessionId, confirmationId: id, input })
  return preview === null ? '' : `${linesOf(preview, progress).join('\n')}\n`
}

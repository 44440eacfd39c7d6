import { randomUUID } from 'node:crypto'
import { QuarryError } from '../../../contract/errors'
import { storable } from '../../../contract/storable'
import type { Database } from '../../store'
import { hashText } from '../files/content-hash'
import type { SourceReaders } from '../ports'

const nameLength = 80

/**
 * Keeps a note without its secrets and queues it. Its own words are kept from the first moment, as there is no file to read again.
 * Answers its id. Throws `input.empty`.
 */
export async function createNote(
  database: Database,
  projectId: string,
  note: { title?: string | undefined; text: string },
  redact: SourceReaders['redact'],
): Promise<string> {
  if (storable(note.text).trim() === '') throw new QuarryError('input.empty', 'The note is empty.')
  const [given, title] = await redact([storable(note.text), storable(note.title ?? '')])
  const text = given!.text
  const name = nameOf(title!.text) || nameOf(text) || 'Note'
  const sourceId = randomUUID()
  await database.transaction(async (transaction) => {
    await transaction.query(
      `insert into sources (source_id, project_id, kind, name, title, size_bytes, state, redacted, queued_at)
       values ($1, $2, 'note', $3, $3, $4, 'queued', $5, clock_timestamp())`,
      [sourceId, projectId, name, Buffer.byteLength(text), given!.secrets + title!.secrets],
    )
    await transaction.query(
      `insert into extracts (source_id, text, reader, reader_version, content_hash, metadata)
       values ($1, $2, 'note', 0, $3, $4::jsonb)`,
      [sourceId, text, hashText(text), JSON.stringify({ note: text })],
    )
  })
  return sourceId
}

/** The first line with words, cut at a word. */
function nameOf(text: string): string {
  const line =
    storable(text)
      .split('\n')
      .map((one) => one.replace(/^[#>\-*\s]+/, '').trim())
      .find((one) => one !== '') ?? ''
  if (line.length <= nameLength) return line
  const cut = line.slice(0, nameLength)
  const space = cut.lastIndexOf(' ')
  return `${(space > nameLength / 2 ? cut.slice(0, space) : cut).replace(/\p{Surrogate}$/u, '')}…`
}

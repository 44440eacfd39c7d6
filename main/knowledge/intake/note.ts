import { randomUUID } from 'node:crypto'
import { QuarryError } from '../../../contract/errors'
import { storable } from '../../../contract/storable'
import type { Database } from '../../store'
import { hashText } from '../files/content-hash'
import type { SourceReaders } from '../ports'

const nameLength = 80
/** Characters in which a name is looked for. */
const namedWithin = 10_000

/** A note as a person gives it. */
export interface GivenNote {
  readonly title?: string | undefined
  readonly text: string
  /** The note that was made of this text before: what was redacted there is no secret. */
  readonly notSecretsOf?: string | undefined
}

/**
 * Keeps a note without its secrets and queues it. Its own words are kept from the first moment, as there is no file to read again.
 * Answers its id. Throws `input.empty`.
 */
export async function createNote(
  database: Database,
  projectId: string,
  note: GivenNote,
  redact: SourceReaders['redact'],
): Promise<string> {
  if (storable(note.text).trim() === '') throw new QuarryError('input.empty', 'The note is empty.')
  const given = [storable(note.text), storable(note.title ?? '')]
  const redacted = await redact(given)
  const isKept = note.notSecretsOf !== undefined
  const [text = '', title = ''] = isKept ? given : redacted.map((one) => one.text)
  const redactions = redacted.map((one) => one.redactions)
  const notSecrets = isKept ? redactions.flatMap(({ fingerprints }) => fingerprints) : []
  const name = nameOf(title) || nameOf(text) || 'Note'
  const sourceId = randomUUID()
  await database.transaction(async (transaction) => {
    await transaction.query(
      `insert into sources (source_id, project_id, kind, name, title, size_bytes, state, redacted, not_secrets, queued_at)
       values ($1, $2, 'note', $3, $3, $4, 'queued', $5, $6::jsonb, clock_timestamp())`,
      [
        sourceId,
        projectId,
        name,
        Buffer.byteLength(text),
        isKept ? 0 : redactions.reduce((sum, { count }) => sum + count, 0),
        JSON.stringify(notSecrets),
      ],
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
    storable(text.slice(0, namedWithin))
      .split('\n')
      .map((one) => one.replace(/^[#>\-*\s]+/, '').trim())
      .find((one) => one !== '') ?? ''
  if (line.length <= nameLength) return line
  const cut = line.slice(0, nameLength)
  const space = cut.lastIndexOf(' ')
  return `${(space > nameLength / 2 ? cut.slice(0, space) : cut).replace(/\p{Surrogate}$/u, '')}…`
}

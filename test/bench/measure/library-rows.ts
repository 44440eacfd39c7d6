import { type Database, registerModel, type SqlValue } from '../../../main/store'

const rowsPerStatement = 500

interface Passages {
  readonly texts: readonly string[]
  readonly vectors: readonly Float32Array[]
  readonly model: string
}

/** Fills a library with passages and vectors without reading files, 100 passages to a source. */
export async function fillLibrary(database: Database, { texts, vectors, model }: Passages): Promise<void> {
  const sources = Math.ceil(texts.length / 100)
  await database.query(
    `insert into sources (source_id, project_id, kind, name, state, media_type, passage_count)
     select 's' || n, 'default', 'note', 'note ' || n, 'indexed', 'text', 100 from generate_series(0, $1::int - 1) n`,
    [sources],
  )
  for (let from = 0; from < texts.length; from += rowsPerStatement) {
    const slice = texts.slice(from, from + rowsPerStatement)
    const rows = slice.map((_, index) => {
      const at = index * 3
      return `('default', 's' || ($${at + 1}::int / 100), $${at + 1}::int, 0, 1, 1, 1, $${at + 2}, $${at + 3}, 80, $${at + 2})`
    })
    const inserted = await database.query<{ passage_id: number }>(
      `insert into passages (project_id, source_id, ordinal, start_offset, end_offset, line_start, line_end, text,
         text_hash, words, search_text) values ${rows.join(',')} returning passage_id`,
      slice.flatMap((text, index): SqlValue[] => [from + index, text, String(from + index)]),
    )
    if (vectors.length > 0)
      await insertVectors(
        database,
        inserted.map((row) => row.passage_id),
        vectors.slice(from),
        model,
      )
  }
}

/** The product's way: multi-row insert of binary parameters. */
export async function insertVectors(
  database: Pick<Database, 'query'>,
  passageIds: readonly number[],
  vectors: readonly Float32Array[],
  model: string,
): Promise<void> {
  await registerModel(database, { id: model, dimensions: 512 })
  for (let from = 0; from < passageIds.length; from += rowsPerStatement) {
    const slice = passageIds.slice(from, from + rowsPerStatement)
    await database.query(
      `insert into passage_vectors (model, dimensions, passage_id, embedding) values
       ${slice.map((_, index) => `($1, 512, $${index * 2 + 2}, $${index * 2 + 3})`).join(',')}`,
      [model, ...slice.flatMap((id, index): SqlValue[] => [id, vectors[from + index] ?? new Float32Array(512)])],
    )
  }
}

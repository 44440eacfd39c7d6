import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const collectionSchema = z.object({
  name: z.string().optional(),
  docs: z.array(z.object({ id: z.string(), title: z.string().optional(), text: z.string() })).min(1),
  queries: z.array(z.object({ id: z.string(), text: z.string() })).min(1),
  /** [query id, document id, grade]; absent where nothing has been judged. */
  qrels: z.array(z.tuple([z.string(), z.string(), z.number()])).default([]),
})
export type Collection = z.infer<typeof collectionSchema>

/** @throws ZodError where the file is no collection of documents, queries and judgements */
export async function readCollection(path: string): Promise<Collection> {
  return collectionSchema.parse(JSON.parse(await readFile(path, 'utf8')))
}

/** One file per document. File names are positions: a document's id may be no file name. Answers name → id. */
export async function writeDocuments(collection: Collection, folder: string): Promise<Map<string, string>> {
  await mkdir(folder, { recursive: true })
  const idByName = new Map<string, string>()
  for (const [at, { id, title, text }] of collection.docs.entries()) {
    const name = `${String(at).padStart(6, '0')}.md`
    idByName.set(name, id)
    await writeFile(join(folder, name), title ? `# ${title}\n\n${text}\n` : `${text}\n`)
  }
  return idByName
}

export function relevantByQuery(collection: Collection): Map<string, Set<string>> {
  const relevant = new Map<string, Set<string>>()
  for (const [query, document, grade] of collection.qrels) {
    if (grade <= 0) continue
    relevant.set(query, (relevant.get(query) ?? new Set()).add(document))
  }
  return relevant
}

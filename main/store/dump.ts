import { existsSync } from 'node:fs'
import { readdir, readFile, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { QuarryError } from '../../contract/errors'
import { asJson, type Database } from './database'
import { migrations } from './migrations'
import { makePrivateFolder, writePrivateFile } from './private-files'

/** Days kept. */
const keptDumps = 10

interface DumpedTable {
  readonly name: string
  /** The columns that identify a row. */
  readonly key: string
  /** Where a row may refer to another one of the table: what puts that before it. */
  readonly first?: string
  /** Columns that are made again from the others. */
  readonly without?: readonly string[]
  /** Which rows `t` are dumped; all where nothing is said. */
  readonly where?: string
  /** Rows that are dumped as well, where the schema has this table. */
  readonly also?: { readonly table: string; readonly where: string }
  /** The table whose row each refers to: without that it is not put back. */
  readonly of?: { readonly table: string; readonly key: string }
  /** What members of a row are in its dump instead of what they are in the table. */
  readonly instead?: Readonly<Record<string, string | number | null>>
  /** Columns that are dumped of sessions that go on, and not of those that are done. */
  readonly whileOpen?: readonly string[]
}

/** A session that may go on: what was made for it is not to be made again. */
const isOpen = "exists (select from sessions s where s.session_id = t.session_id and s.state <> 'done')"

/**
 * What cannot be rebuilt from the sources, parents before children. Columns are dumped as they are, so that a later
 * migration's columns come along by themselves.
 */
const tables: readonly DumpedTable[] = [
  { name: 'projects', key: 'project_id' },
  { name: 'settings', key: 'key' },
  { name: 'project_settings', key: 'project_id, key' },
  { name: 'exclusions', key: 'project_id, path' },
  { name: 'roots', key: 'root_id' },
  {
    name: 'sources',
    key: 'source_id',
    // What a person wrote or said of them. Other files are read anew when they are dropped again.
    // By name, as an older schema has no such columns.
    where:
      "t.kind = 'note' or to_jsonb(t) ->> 'work' is not null or to_jsonb(t) -> 'not_secrets' <> '[]' " +
      "or to_jsonb(t) -> 'tags' <> '[]' or to_jsonb(t) -> 'collections' <> '[]'",
    also: { table: 'annotations', where: 'exists (select from annotations a where a.source_id = t.source_id)' },
    without: ['owner', 'name_stem'],
    // To be read once they are back.
    instead: { state: 'queued', error: null, passage_count: 0, indexed_at: null, unended_looks: 0 },
  },
  {
    name: 'extracts',
    key: 'source_id',
    where: "exists (select from sources s where s.source_id = t.source_id and s.kind = 'note')",
  },
  {
    name: 'annotations',
    key: 'annotation_id',
    without: ['search'],
    // The file was added before, as another source.
    of: { table: 'sources', key: 'source_id' },
  },
  {
    name: 'domains',
    key: 'domain_id',
    // What a person made of them; the others are found anew.
    where: "t.removed or t.merged or t.edited <> '[]'",
  },
  { name: 'sessions', key: 'session_id', without: ['owner'] },
  { name: 'messages', key: 'message_id' },
  { name: 'plans', key: 'plan_id' },
  { name: 'steps', key: 'plan_id, step_id' },
  { name: 'observations', key: 'plan_id, step_id, ordinal' },
  { name: 'reports', key: 'session_id, version' },
  { name: 'citations', key: 'session_id, version, n' },
  { name: 'session_events', key: 'event_id' },
  // What a report cites of a result is in its citation; whole results of years would be larger than all the rest.
  { name: 'tool_call_history', key: 'call_id', without: ['embedding', 'model'], whileOpen: ['output'] },
  { name: 'confirmations', key: 'confirmation_id' },
  { name: 'model_turns', key: 'turn_id', where: isOpen },
  { name: 'given_contexts', key: 'session_id, version, part, step', where: isOpen },
  { name: 'memories', key: 'memory_id', without: ['embedding', 'model'] },
  {
    name: 'learning_records',
    key: 'record_id',
    without: ['embedding', 'model'],
    // What the background learner found rests on sources by their ids: it finds that again.
    where: "coalesce(to_jsonb(t) ->> 'origin', 'session') = 'session'",
  },
  // What a person does not want asked again: it has no words.
  { name: 'learner_questions', key: 'question_id', where: "t.state = 'removed'", instead: { record_id: null } },
  { name: 'learners', key: 'project_id' },
  {
    name: 'resource_registry',
    key: 'resource_id',
    first: 'parent_id is not null',
    // Without them it is due to be embedded.
    without: ['vectorized_hash', 'vectorized_model', 'vector_error', 'last_vectorized_at'],
    // Those of the library are made from it again: they name documents, also such as are being removed.
    where: "t.origin->>'kind' <> 'library'",
  },
  {
    name: 'known_queries',
    key: 'query_id',
    // Of what is not dumped itself nothing can be known.
    where:
      "exists (select from resource_registry r where r.resource_id = t.resource_id and r.origin->>'kind' <> 'library')",
  },
  {
    name: 'resource_match_history',
    key: 'match_id',
    without: ['query_embedding', 'model', 'dimensions'],
    // Of a session that is being removed the sentences go a moment later.
    where: 't.session_id is null or exists (select from sessions s where s.session_id = t.session_id)',
  },
]

/** Files of rules in the data directory: a name that a dump states leads nowhere else. */
const ruleFile = /^(?:rules|rules\/[\w-]{1,100})\.json$/

const dumpFile = z.object({
  format: z.literal('quarry-dump'),
  schemaVersion: z.number().int().positive(),
  dumpedAt: z.string(),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  /** The rules of all projects and of each, by their names in the data directory; a dump of an earlier version has none. */
  files: z.record(z.string().regex(ruleFile), z.string()).default({}),
})

const namePattern = /^quarry-\d{4}-\d{2}-\d{2}\.json\.gz$/

/**
 * Writes sessions, reports, calls, memories, notes, settings, rules, resources and what was learned or corrected of them as plain JSON (gzip) to
 * `<directory>/dumps/quarry-YYYY-MM-DD.json.gz`, at most once a day (UTC), and keeps the last ten: a PostgreSQL major cannot open the cluster of another.
 * @param directory the data directory
 * @returns the new file's path, or null where today's is there already
 */
export async function dumpDaily(database: Database, directory: string, now: Date): Promise<string | null> {
  const folder = join(directory, 'dumps')
  makePrivateFolder(folder)
  const name = `quarry-${now.toISOString().slice(0, 10)}.json.gz`
  const present = (await readdir(folder)).filter((entry) => namePattern.test(entry))
  if (present.includes(name)) return null
  const rows = await database.transaction(async (transaction) => {
    const collected: Record<string, object[]> = {}
    const present = await transaction.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    // An older schema lacks some.
    const known = tables.filter(({ name }) => present.some((one) => one.name === name))
    for (const { name: table, key, first, without = [], where = 'true', also, instead = {}, whileOpen = [] } of known) {
      const hasAlso = also !== undefined && present.some((one) => one.name === also.table)
      const condition = hasAlso ? `${where} or ${also.where}` : where
      const order = first === undefined ? key : `${first}, ${key}`
      const found = await transaction.query<{ row: object }>(
        `select (to_jsonb(t) - $1::text[] - case when ${whileOpen.length > 0 ? isOpen : 'true'} then '{}' else $3::text[] end)
           || $2::jsonb as row from ${table} t where ${condition} order by ${order}`,
        [[...without], asJson(instead), [...whileOpen]],
      )
      collected[table] = found.map(({ row }) => row)
    }
    return collected
  })
  const files = await readRuleFiles(directory)
  const content = {
    format: 'quarry-dump',
    schemaVersion: migrations.length,
    dumpedAt: now.toISOString(),
    tables: rows,
    files,
  }
  const path = join(folder, name)
  await writePrivateFile(path, gzipSync(JSON.stringify(content)))
  const outdated = [...present, name].sort().slice(0, -keptDumps)
  for (const entry of outdated) await unlink(join(folder, entry))
  return path
}

/**
 * Puts the rows of a dump into an open store; rows that are there already stay as they are. What later versions mended in
 * the rows is mended in those of an older dump.
 * @returns how many rows were added, by table
 * @throws QuarryError `read.notFound`, `store.corrupt` if the file is no dump, `store.newerVersion` if its schema is newer
 */
export async function restoreDump(database: Database, path: string): Promise<Record<string, number>> {
  const dump = await readDump(path)
  if (dump.schemaVersion > migrations.length) {
    const message = `The dump is of schema ${dump.schemaVersion}; this version of Quarry knows ${migrations.length}.`
    throw new QuarryError('store.newerVersion', message, { remedy: 'restoreWithLater' })
  }
  return database.transaction(async (transaction) => {
    const added: Record<string, number> = {}
    for (const { name, key, of } of tables) {
      const rows = dump.tables[name] ?? []
      added[name] = 0
      // What is generated is made from the other columns again.
      const columns = await transaction.query<{ name: string; identity: string }>(
        `select attname as name, attidentity::text as identity from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
        [name],
      )
      const upgrades = migrations
        .filter(({ version }) => version > dump.schemaVersion)
        .flatMap((one) => one.upgradeRow?.[name] ?? [])
      for (const dumped of rows) {
        let row = dumped
        for (const upgrade of upgrades) {
          const made = await transaction.query<{ row: typeof row }>(
            `select ${upgrade('dumped.row')} as row from (select $1::jsonb as row) dumped`,
            [asJson(row)],
          )
          row = made[0]?.row ?? row
        }
        const present = columns.filter((column) => column.name in row).map((column) => column.name)
        const inserted = await transaction.query(
          `insert into ${name} (${present.join(', ')}) overriding system value
           select ${present.join(', ')} from jsonb_populate_record(null::${name}, $1::jsonb) r
           ${of === undefined ? '' : `where exists (select from ${of.table} o where o.${of.key} = r.${of.key})`}
           on conflict do nothing returning ${key}`,
          [asJson(row)],
        )
        added[name] += inserted.length
      }
      for (const { name: column } of columns.filter(({ identity }) => identity !== '')) {
        await transaction.query(
          `select setval(pg_get_serial_sequence('${name}', '${column}'), greatest((select max(${column}) from ${name}), 1))`,
        )
      }
    }
    for (const { rowRepairs = [] } of migrations.slice(dump.schemaVersion)) {
      for (const statement of rowRepairs) await transaction.query(statement)
    }
    return added
  })
}

/**
 * Puts the files of rules of a dump into a data directory; a file that is there already stays as it is.
 * @returns how many were added
 * @throws QuarryError as `restoreDump`
 */
export async function restoreRuleFiles(directory: string, path: string): Promise<number> {
  const { files } = await readDump(path)
  let added = 0
  for (const [name, text] of Object.entries(files)) {
    const own = join(directory, name)
    if (existsSync(own)) continue
    makePrivateFolder(dirname(own))
    await writePrivateFile(own, text)
    added += 1
  }
  return added
}

async function readRuleFiles(directory: string): Promise<Record<string, string>> {
  const own = existsSync(join(directory, 'rules')) ? await readdir(join(directory, 'rules')) : []
  const files: Record<string, string> = {}
  for (const name of ['rules.json', ...own.map((file) => `rules/${file}`)]) {
    const path = join(directory, name)
    if (ruleFile.test(name) && existsSync(path)) files[name] = await readFile(path, 'utf8')
  }
  return files
}

async function readDump(path: string): Promise<z.infer<typeof dumpFile>> {
  try {
    return dumpFile.parse(JSON.parse(gunzipSync(await readFile(path)).toString('utf8')))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new QuarryError('read.notFound', `File not found: ${path}`, { cause })
    }
    throw new QuarryError('store.corrupt', `${path} is not a readable backup.`, {
      remedy: 'otherDump',
      cause,
    })
  }
}

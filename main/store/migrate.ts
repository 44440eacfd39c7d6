import { QuarryError } from '../../contract/errors'
import type { Database } from './database'
import { checksumOf, type Migration } from './migrations'
import type { PGliteDatabase } from './pglite-database'
import { newerVersionError } from './version-file'

interface AppliedMigration {
  readonly version: number
  readonly name: string
  readonly checksum: string
}

/** What was applied to this database, in order; empty for a new one. */
async function appliedMigrations(database: Database): Promise<AppliedMigration[]> {
  const [table] = await database.query<{ present: boolean }>(
    "select to_regclass('public.schema_migrations') is not null as present",
  )
  if (table?.present !== true) return []
  return database.query<AppliedMigration>('select version, name, checksum from schema_migrations order by version')
}

/**
 * Brings the schema to the last of `migrations`, each in one transaction with its record. Answers the version.
 * @throws QuarryError `store.newerVersion` if the database knows more migrations; `store.corrupt` if one that was
 * applied is not the one known under its number
 */
export async function migrate(database: PGliteDatabase, migrations: readonly Migration[]): Promise<number> {
  const applied = await appliedMigrations(database)
  const known = migrations.length
  const latest = applied.at(-1)?.version ?? 0
  if (latest > known) throw newerVersionError(latest, known)
  for (const record of applied) {
    const migration = migrations[record.version - 1]
    if (migration !== undefined && checksumOf(migration) === record.checksum) continue
    throw new QuarryError(
      'store.corrupt',
      `The database was made with another migration ${record.version} ("${record.name}") than this version knows.`,
      { remedy: 'openWithItsVersion', context: { version: record.version } },
    )
  }
  for (const migration of migrations.slice(latest)) await apply(database, migration)
  return known
}

/** A script without `begin` is one implicit transaction: nothing of it stays where a part fails. */
async function apply(database: PGliteDatabase, migration: Migration): Promise<void> {
  const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
  await database.runScript(`create table if not exists schema_migrations (
  version integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now()
);
${migration.sql};
insert into schema_migrations (version, name, checksum)
values (${migration.version}, ${quoted(migration.name)}, ${quoted(checksumOf(migration))});`)
}

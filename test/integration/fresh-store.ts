import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '../../main/store'
import { templateDirectory, workersDir } from '../prepared-store'

/** Ends with the process; its folder goes with those of all tests. */
let opened: Promise<Store> | undefined

/** All rows but those that migrations made and the lease of the process that has the store open. */
const emptyEverything = `do $$ declare filled text[] := '{}'; has_rows boolean; one record; begin
  for one in select oid::regclass as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not in ('schema_migrations', 'projects', 'process_owners')
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
  loop
    execute format('select exists (select from %s)', one.name) into has_rows;
    if has_rows then filled := filled || one.name::text; end if;
  end loop;
  if cardinality(filled) > 0 then execute 'truncate ' || array_to_string(filled, ', ') || ' cascade'; end if;
  for one in select oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'
  loop perform setval(one.name, 1, false); end loop;
  delete from projects;
  insert into projects (project_id, name) values ('default', 'Library');
end $$`

/**
 * A store as its first start leaves it. All of a process are one after the other in one engine, whose start costs a second
 * of processor time: each ends the former one, and `close` leaves the engine to the next.
 */
export async function openFreshStore(): Promise<Store> {
  opened ??= mkdtemp(join(tmpdir(), 'quarry-store-')).then((directory) =>
    openStore({ directory, workersDir, templateDirectory }),
  )
  const store = await opened
  await store.database.query(emptyEverything)
  return { ...store, close: async () => undefined }
}

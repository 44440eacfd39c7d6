import { resolve } from 'node:path'
import type { LibraryHolder } from '../../contract/app/doctor'
import { lockHolder } from './lock'
import { migrations } from './migrations'
import { readVersionFile, refuseNewerVersion } from './version-file'

/**
 * What can be told of a store without opening it; nothing is changed. Schema null: none is there yet. Holder null: it
 * is open nowhere.
 * @throws QuarryError `store.newerVersion`, `store.corrupt`; file errors as they are
 */
export function inspectStore(directory: string): {
  readonly schema: number | null
  readonly holder: LibraryHolder | null
} {
  const path = resolve(directory)
  refuseNewerVersion(path, migrations.length)
  const recorded = readVersionFile(path)
  return { schema: recorded?.schemaVersion ?? null, holder: lockHolder(path) }
}

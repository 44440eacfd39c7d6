import { resolve } from 'node:path'
import { lockHolder } from './lock'
import { migrations } from './migrations'
import { readVersionFile, refuseNewerVersion } from './version-file'

/**
 * What can be told of a store without opening it; nothing is changed. Schema null: none is there yet. Holder null: it
 * is open nowhere.
 * @throws QuarryError `store.newerVersion`, `store.corrupt`; file errors as they are
 */
export async function inspectStore(directory: string): Promise<{ schema: number | null; holder: string | null }> {
  const path = resolve(directory)
  await refuseNewerVersion(path, migrations.length)
  const recorded = await readVersionFile(path)
  return { schema: recorded?.schemaVersion ?? null, holder: await lockHolder(path) }
}

import { createHash } from 'node:crypto'
import { cpSync } from 'node:fs'
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openStore } from '../main/store'
import { checksumOf, migrations } from '../main/store/migrations'
import { writeVersionFile } from '../main/store/version-file'
import { templateVersions } from '../workers/store/cluster'

export const project = resolve(import.meta.dirname, '..')
export const workersDir = join(project, 'out/workers')

/** As the product uses it: without any migration. */
export const bareTemplateDirectory = join(project, '.cache/test/bare-template')

const schema = createHash('sha256').update(migrations.map(checksumOf).join()).digest('hex').slice(0, 12)

/**
 * The template of stores that tests open: a cluster with all migrations, so that a start neither makes nor migrates one.
 * Made by `prepareTemplate`, for each schema anew.
 */
export const templateDirectory = join(project, `.cache/test/template-${schema}`)
const template = join(templateDirectory, templateVersions)

/** Called by the global set-ups: where it is there already, nothing is done. */
export async function prepareTemplate(): Promise<void> {
  if (
    await access(template).then(
      () => true,
      () => false,
    )
  )
    return
  await mkdir(templateDirectory, { recursive: true })
  const directory = await mkdtemp(join(templateDirectory, 'unfinished-'))
  try {
    await (await openStore({ directory, workersDir, templateDirectory: bareTemplateDirectory })).close()
    await rename(join(directory, 'pg'), template)
  } catch (error) {
    // Another run was faster: its template is as good.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY')) throw error
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** A store is a thousand small files: copied through promises they take four times the processor time. */
export const copyData = (from: string, to: string): void => cpSync(from, to, { recursive: true })

/** Makes the empty folder `directory` a data folder whose store was opened and closed once. */
export function prepareDataFolder(directory: string): void {
  copyData(template, join(directory, 'pg'))
  writeVersionFile(directory, { schemaVersion: migrations.length, postgresMajor: 18 })
}

import { closeSync, constants, copyFileSync, fsync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { EngineModules } from '../../contract/processes/store-protocol'
import { Engine } from './engine'

/** Of what a template is made; another combination gets another template. Checked against package.json by a test. */
export const templateVersions = 'pglite-0.5.14-pgvector-0.0.15-pg_textsearch-0.0.16'

/** A cluster is built under a name with this suffix and renamed when it is whole. */
export const unfinishedSuffix = '.unfinished-'

const exists = async (path: string): Promise<boolean> => {
  try {
    await access(path, constants.F_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Makes sure that a whole cluster stands in `directory`: copied from the template (0.5 s), which is built where it is
 * missing, or made by initdb (1.8 s) where there is no template directory. A start that is cut off leaves nothing
 * but a directory with `unfinishedSuffix`.
 */
export async function provideCluster(
  directory: string,
  templateDirectory: string | null,
  modules: Promise<EngineModules>,
): Promise<'no' | 'template' | 'initdb'> {
  if (await exists(directory)) return 'no'
  if (templateDirectory === null) {
    await buildCluster(directory, modules)
    return 'initdb'
  }
  const template = join(templateDirectory, templateVersions)
  if (!(await exists(template))) {
    await mkdir(templateDirectory, { recursive: true })
    await buildCluster(template, modules)
  }
  const unfinished = await mkdtemp(`${directory}${unfinishedSuffix}`)
  try {
    copyTree(template, unfinished)
    await syncTree(unfinished)
    await finish(unfinished, directory)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
  return 'template'
}

/** A thousand small files: the synchronous calls take half as long as the others, and this thread has nothing else. */
function copyTree(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      mkdirSync(target, { mode: 0o700 })
      copyTree(source, target)
    } else copyFileSync(source, target, constants.COPYFILE_FICLONE)
  }
}

/** initdb with the extensions created, so that a copy starts with them. */
async function buildCluster(target: string, modules: Promise<EngineModules>): Promise<void> {
  const unfinished = await mkdtemp(`${target}${unfinishedSuffix}`)
  try {
    const engine = await Engine.open(unfinished, 'template', await modules)
    await engine.script('create extension if not exists vector; create extension if not exists pg_textsearch;')
    await engine.close()
    await syncTree(unfinished)
    await finish(unfinished, target)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

async function finish(unfinished: string, target: string): Promise<void> {
  try {
    await rename(unfinished, target)
  } catch (error) {
    // Another process was faster with the same template: theirs is as good.
    if (basename(target) !== templateVersions || !(await exists(target))) throw error
    await rm(unfinished, { recursive: true, force: true })
  }
  await syncPath(dirname(target))
}

const sync = promisify(fsync)

/** Only the sync itself waits for the disk: opening and closing through promises takes three times the processor time. */
async function syncPath(path: string): Promise<void> {
  const opened = openSync(path, 'r')
  try {
    await sync(opened)
  } finally {
    closeSync(opened)
  }
}

/** A power cut after the first start must not find empty catalogue files under a log that relies on them. */
async function syncTree(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries.map((entry) => join(entry.parentPath, entry.name))
  for (let from = 0; from < paths.length; from += 64) await Promise.all(paths.slice(from, from + 64).map(syncPath))
  await syncPath(directory)
}

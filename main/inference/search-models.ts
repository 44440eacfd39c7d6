import { existsSync } from 'node:fs'
import { lstat, mkdir, readdir, readFile, realpath, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { QuarryError } from '../../contract/errors'
import type { EncodersView, SearchModel, SearchModelKind } from '../../contract/recall/search-models'
import { TaskPool } from './task-pool'

/** `num_labels` is in the file where it is not two; one label is what a reranker has. */
const configFile = z.object({
  architectures: z.array(z.string()).default([]),
  num_labels: z.number().optional(),
  id2label: z.record(z.string(), z.unknown()).optional(),
})

/** What a folder has the files of; null where it is no model that search can use. A broken description makes it none. */
export async function kindOfModel(directory: string): Promise<SearchModelKind | null> {
  const has = (...path: string[]): boolean => existsSync(join(directory, ...path))
  if (!has('tokenizer.json') || !has('config.json')) return null
  let config: z.infer<typeof configFile>
  try {
    config = configFile.parse(JSON.parse(await readFile(join(directory, 'config.json'), 'utf8')))
  } catch {
    return null
  }
  const { architectures, num_labels: stated, id2label } = config
  if (architectures.some((name) => name.endsWith('ForSequenceClassification'))) {
    const labels = stated ?? (id2label === undefined ? 2 : Object.keys(id2label).length)
    return labels === 1 ? 'crossEncoder' : null
  }
  const isOfWriters = architectures.some((name) => /(?:CausalLM|ConditionalGeneration)$/.test(name))
  return !isOfWriters && (has('model.onnx') || has('onnx', 'model.onnx')) ? 'encoder' : null
}

/** The models for search in a folder, each in a folder of its own or linked from there. */
export interface SearchModels {
  kindOf(directory: string): Promise<SearchModelKind | null>
  /**
   * Makes a model directory known, by a link: such files are large, and stay where they are. Taken twice, it is one. Throws
   * `input.invalid` where it is no model, and what the file system throws.
   */
  take(directory: string): Promise<SearchModel>
  encoders(): Promise<EncodersView>
  /** Loads an encoder once, to see that it works. Throws `model.missing`, `model.invalid`, `inference.crashed`. */
  tryEncoder(name: string): Promise<void>
}

export function createSearchModels({
  folder,
  workersDir,
  inUse,
  isFixed,
}: {
  readonly folder: string
  readonly workersDir: string
  readonly inUse: EncodersView['inUse']
  readonly isFixed: boolean
}): SearchModels {
  return {
    kindOf: kindOfModel,
    take: (directory) => takeModel(folder, directory),
    encoders: async () => ({ names: await listModels(folder, 'encoder'), inUse, isFixed }),
    async tryEncoder(name) {
      const filename = join(workersDir, 'inference.js')
      const workerData = { modelDirectory: join(folder, name) }
      const pool = new TaskPool({ filename, threads: 1, queueLimit: 1, workerData })
      try {
        await pool.run('describe', null)
      } finally {
        await pool.close()
      }
    },
  }
}

/** Names of the models of a kind in the folders of a folder. */
export async function listModels(folder: string, kind: SearchModelKind): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => [])
  const kinds = await Promise.all(names.map((name) => kindOfModel(join(folder, name))))
  return names.filter((_, at) => kinds[at] === kind).sort()
}

async function takeModel(folder: string, directory: string): Promise<SearchModel> {
  const path = await realpath(directory)
  const kind = await kindOfModel(path)
  if (kind === null) throw new QuarryError('input.invalid', `This folder has no model that search can use: ${path}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (let count = 1; ; count++) {
    const name = count === 1 ? basename(path) : `${basename(path)}-${count}`
    const place = join(folder, name)
    if (!(await lstat(place).catch(() => null))) {
      // Windows lets everybody make junctions, but not links.
      await symlink(path, place, 'junction')
      return { name, kind }
    }
    if ((await realpath(place).catch(() => null)) === path) return { name, kind }
  }
}

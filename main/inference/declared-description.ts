import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { EncoderDescription } from '../../contract/processes/inference'
import { readModelDirectory } from '../../workers/inference/model-directory'

const declaration = z.object({
  quarry: z.object({
    id: z.string().min(1),
    dimensions: z.number().int().positive(),
    maxTokens: z.number().int().positive(),
    languages: z.array(z.string()),
    scripts: z.array(z.string()).min(1),
  }),
})

/**
 * What a model's config.json says of it under `quarry`, where it says all and its files are there; null else: then only
 * the loaded model can tell. With it nobody waits for the threads to load before the first text is to be encoded.
 */
export async function readDeclaredDescription(modelDirectory: string): Promise<EncoderDescription | null> {
  if (!['model.onnx', 'tokenizer.json'].every((name) => existsSync(join(modelDirectory, name)))) return null
  try {
    const parsed = declaration.safeParse(JSON.parse(await readFile(join(modelDirectory, 'config.json'), 'utf8')))
    return parsed.success ? parsed.data.quarry : null
  } catch {
    // The threads read the same file and say what is wrong with it.
    return null
  }
}

/** The folder of the model with this id among the folders of some folders; null where none is called so. */
export async function findModelDirectory(modelId: string, folders: readonly string[]): Promise<string | null> {
  for (const folder of folders) {
    const names = await readdir(folder).catch((): string[] => [])
    for (const directory of names.map((name) => join(folder, name))) {
      const declared = await readDeclaredDescription(directory)
      const id = declared?.id ?? (await readModelDirectory(directory).catch(() => null))?.id
      if (id === modelId) return directory
    }
  }
  return null
}

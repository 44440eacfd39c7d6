import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { QuarryError } from '../../contract/errors'
import { openRegular } from '../system'

export const pluginManifestName = 'quarry-plugin.json'
export const maxPluginManifestBytes = 256 * 1024
const maxCodeBytes = 1024 * 1024

/**
 * The code of a plugin with the hash that a person approves: over its manifest and the very text that is run.
 * @param main path of the code, relative to the folder; a link is not followed
 * @throws QuarryError `resource.invalid` where a file is missing or no regular one, `resource.tooLarge`
 */
export async function readPluginFiles(
  folder: string,
  main: string,
): Promise<{ readonly code: string; readonly hash: string }> {
  const manifest = await readText(folder, pluginManifestName, maxPluginManifestBytes)
  const code = await readText(folder, main, maxCodeBytes)
  const hash = createHash('sha256').update(manifest).update('\0').update(code).digest('hex')
  return { code, hash }
}

async function readText(folder: string, name: string, maxBytes: number): Promise<string> {
  const file = await openRegular(join(folder, name)).catch((cause: unknown) => {
    throw new QuarryError('resource.invalid', `“${name}” of the plugin cannot be read.`, { cause, context: { name } })
  })
  if (file === null) {
    throw new QuarryError('resource.invalid', `“${name}” of the plugin is not a file.`, { context: { name } })
  }
  try {
    const bytes = Buffer.alloc(maxBytes + 1)
    let length = 0
    for (let read = -1; read !== 0 && length <= maxBytes; length += read)
      read = (await file.read(bytes, length, bytes.length - length, length)).bytesRead
    if (length > maxBytes)
      throw new QuarryError('resource.tooLarge', `“${name}” of the plugin has more than ${maxBytes} bytes.`)
    return bytes.toString('utf8', 0, length)
  } finally {
    await file.close()
  }
}

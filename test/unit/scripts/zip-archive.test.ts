import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZipArchive } from '../../../scripts/electron/zip-archive.mjs'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quarry-zip-'))
})
afterAll(() => rm(directory, { recursive: true }))

async function archiveOf(name: string, bytes: Uint8Array): Promise<ZipArchive> {
  const path = join(directory, name)
  await writeFile(path, bytes)
  return ZipArchive.open(path)
}

test('packed, stored and empty members come out as they went in', async () => {
  const text = 'the same words again and again '.repeat(5000)
  const bytes = zipSync({
    'App/run': [strToU8(text), { os: 3, attrs: 0o755 << 16 }],
    'App/stored.txt': [strToU8('as it is'), { level: 0 }],
    'App/empty': new Uint8Array(0),
  })
  const archive = await archiveOf('good.zip', bytes)
  expect(archive.members.map(({ name }) => name)).toEqual(['App/run', 'App/stored.txt', 'App/empty'])
  for (const member of archive.members)
    await archive.extract(member, join(directory, member.name), member.mode || 0o644)
  await archive.close()
  expect(await readFile(join(directory, 'App/run'), 'utf8')).toBe(text)
  expect((await stat(join(directory, 'App/run'))).mode & 0o777).toBe(0o755)
  expect(await readFile(join(directory, 'App/stored.txt'), 'utf8')).toBe('as it is')
  expect((await stat(join(directory, 'App/empty'))).size).toBe(0)
})

test('what is no archive, or one cut short, is refused', async () => {
  await expect(archiveOf('none.zip', strToU8('no archive at all'))).rejects.toThrow('Not a zip archive')
  const bytes = zipSync({ a: strToU8('content') })
  await expect(archiveOf('short.zip', bytes.slice(0, -10))).rejects.toThrow()
})

import { chmod, mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createProjectHandlers } from '../../../main/api'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-original-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** What the window gets of a source whose file lies there. */
function bytesOf(path: string): Promise<unknown> {
  const library = { originalPath: async () => path }
  const [project, app] = [{ library }, {}] as unknown as Parameters<typeof createProjectHandlers>
  const handlers = createProjectHandlers(project, app)
  return handlers['library.bytes']({ sourceId: 's' })
}

it('gives the bytes of the file', async () => {
  await writeFile(join(folder, 'a.pdf'), 'bytes')
  expect(String(await bytesOf(join(folder, 'a.pdf')))).toBe('bytes')
})

it('refuses a file that is too large before it is read', async () => {
  const file = await open(join(folder, 'large.pdf'), 'w')
  // All hole, and more than readFile takes: read first, it would fail with Node's own error.
  await file.truncate(4 * 1024 ** 3)
  await file.close()
  await expect(bytesOf(join(folder, 'large.pdf'))).rejects.toMatchObject({ code: 'read.tooLarge' })
})

it('says where the file is gone, itself or the folder that it was in', async () => {
  await writeFile(join(folder, 'file'), '')
  for (const path of [join(folder, 'gone.pdf'), join(folder, 'file', 'inside.pdf')]) {
    await expect(bytesOf(path)).rejects.toMatchObject({ code: 'read.notFound', remedy: { kind: 'textShownInstead' } })
  }
})

it.skipIf(process.platform === 'win32')('follows no link that was put in its place', async () => {
  await writeFile(join(folder, 'given-to-nobody'), 'x')
  await symlink(join(folder, 'given-to-nobody'), join(folder, 'a.pdf'))
  await expect(bytesOf(join(folder, 'a.pdf'))).rejects.toMatchObject({ code: 'read.notFound' })
})

it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')('says where it may not be read', async () => {
  await writeFile(join(folder, 'secret.pdf'), 'x')
  await chmod(join(folder, 'secret.pdf'), 0)
  await expect(bytesOf(join(folder, 'secret.pdf'))).rejects.toMatchObject({
    code: 'read.forbidden',
    remedy: { kind: 'textShownInstead' },
  })
})

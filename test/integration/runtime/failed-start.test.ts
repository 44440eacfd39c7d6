import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runtimePaths } from '../../../main/system/paths'
import { templateDirectory } from '../../prepared-store'

it('a start that fails says why it failed, and gives the data folder back', async () => {
  const work = await mkdtemp(join(tmpdir(), 'quarry-start-'))
  onTestFinished(async () => {
    await rm(work, { recursive: true, force: true })
  })
  const { startRuntime } = await import('../../../main/runtime')
  const paths = {
    ...runtimePaths(resolve('.'), join(work, 'library')),
    template: templateDirectory,
    model: join(work, 'no model'),
  }
  const background: unknown[] = []
  const start = () =>
    startRuntime({ paths, onBackgroundError: (error) => background.push(error), resumeSessions: false })
  await expect(start()).rejects.toMatchObject({ code: 'model.missing' })
  expect(await readdir(paths.data)).not.toContain('lock')

  // Where the socket cannot be served everything else is open already, and is closed again.
  const complete = { ...paths, model: runtimePaths(resolve('.'), '').model }
  await mkdir(join(paths.data, 'socket-token'))
  await expect(
    startRuntime({ paths: complete, onBackgroundError: (error) => background.push(error), resumeSessions: false }),
  ).rejects.toMatchObject({ code: 'ERR_FS_EISDIR' })
  expect(await readdir(paths.data)).not.toContain('lock')
  expect(background).toEqual([])
})

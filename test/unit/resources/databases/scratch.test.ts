import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { makeScratch, sweepScratch } from '../../../../main/resources/discoverers/databases/scratch'

it('folders that a killed process left are swept, those of living ones, young ones and links are not', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'quarry-scratch-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  vi.stubEnv('TMPDIR', directory)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  const old = new Date(Date.now() - 2 * 60 * 60_000)
  const left = [`quarry-database-${dead}-old`, `quarry-window-${dead}-old`, `quarry-database-${dead}-young`]
  for (const name of [...left, 'quarry-database-x-y', 'else']) {
    await mkdir(join(directory, name))
    if (!name.endsWith('young')) await utimes(join(directory, name), old, old)
  }
  await symlink(join(directory, 'else'), join(directory, `quarry-database-${dead}-link`))
  const own = await makeScratch()
  await utimes(own, old, old)
  await sweepScratch()
  expect((await readdir(directory)).sort()).toEqual(
    [
      own.slice(directory.length + 1),
      'else',
      `quarry-database-${dead}-link`,
      `quarry-database-${dead}-young`,
      'quarry-database-x-y',
    ].sort(),
  )
})

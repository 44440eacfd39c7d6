import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dumpDaily } from '../../../main/store'
import { newDirectory, open } from './support'

const openTo = async (path: string): Promise<number> => (await stat(path)).mode & 0o077

it('a data folder that others can enter is closed, and what is in it is its user’s alone', async () => {
  const directory = join(await newDirectory(), 'data')
  await mkdir(directory, { mode: 0o755 })
  const victim = join(directory, '..', 'victim')
  await writeFile(victim, 'mine')
  // Planted while the folder was open: neither is written through.
  await symlink(victim, join(directory, 'version.json.new'))
  await mkdir(join(directory, 'dumps'), { mode: 0o755 })
  const now = new Date(Date.UTC(2026, 10, 22, 12))
  await symlink(victim, join(directory, 'dumps', 'quarry-2026-11-22.json.gz.new'))

  const store = await open(directory)
  const dump = (await dumpDaily(store.database, directory, now))!
  for (const path of [
    directory,
    join(directory, 'dumps'),
    dump,
    join(directory, 'lock'),
    join(directory, 'version.json'),
  ]) {
    expect([path, await openTo(path)]).toEqual([path, 0])
  }
  expect(await readFile(victim, 'utf8')).toBe('mine')
})

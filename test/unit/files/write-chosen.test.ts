import { spawnSync } from 'node:child_process'
import { chmod, lstat, mkdir, mkdtemp, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeChosen } from '../../../main/files'

let work: string
let path: string
beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), 'quarry-chosen-'))
  path = join(work, 'report.md')
})
afterEach(() => rm(work, { recursive: true, force: true }))

const failed = expect.objectContaining({ code: 'export.failed' })

describe.skipIf(process.platform === 'win32')('a file where a person chose', () => {
  it('is new, with the mode of new files, or replaced, with its own', async () => {
    await writeChosen(path, { content: 'one' })
    await writeFile(join(work, 'usual'), '')
    expect((await stat(path)).mode).toBe((await stat(join(work, 'usual'))).mode)
    await chmod(path, 0o640)
    const before = await open(path)
    await writeChosen(path, { content: 'two' })
    expect([await readFile(path, 'utf8'), (await stat(path)).mode & 0o777]).toEqual(['two', 0o640])
    // Whoever reads it meanwhile reads one of the two, not a mixture.
    expect(await before.readFile('utf8')).toBe('one')
    await before.close()
    expect((await readdir(work)).sort()).toEqual(['report.md', 'usual'])
  })

  it('is written through links, which stay, also to what is not there yet', async () => {
    await mkdir(join(work, 'far'))
    await symlink('far/linked.md', path)
    await symlink('report.md', join(work, 'again.md'))
    for (const content of ['one', 'two']) {
      await writeChosen(join(work, 'again.md'), { content })
      expect([await readFile(join(work, 'far/linked.md'), 'utf8'), (await lstat(path)).isSymbolicLink()]).toEqual([
        content,
        true,
      ])
    }
    expect([await readdir(work), await readdir(join(work, 'far'))]).toEqual([
      ['again.md', 'far', 'report.md'],
      ['linked.md'],
    ])
  })

  it('takes the content as it comes where it is a pipe, a device, or what is open already', async () => {
    spawnSync('mkfifo', [path])
    const [read] = await Promise.all([readFile(path, 'utf8'), writeChosen(path, { content: 'piped' })])
    expect([read, (await lstat(path)).isFIFO()]).toEqual(['piped', true])
    await writeChosen('/dev/null', { content: 'gone' })
    const there = await open(join(work, 'open.md'), 'w+')
    await writeChosen(`/dev/fd/${there.fd}`, { content: 'mine' })
    expect(await there.readFile('utf8')).toBe('mine')
    await there.close()
  })

  it('is refused, and left as it is, where it cannot be written', async () => {
    await expect(writeChosen(join(work, 'no/such.md'), { content: '' })).rejects.toEqual(failed)
    await expect(
      writeChosen(work, { content: '', remedy: { kind: 'resumeElsewhere', values: { sessionId: 's1' } } }),
    ).rejects.toMatchObject({
      code: 'export.failed',
      remedy: { kind: 'resumeElsewhere' },
    })
    await symlink('round', join(work, 'round'))
    await expect(writeChosen(join(work, 'round'), { content: '' })).rejects.toEqual(failed)
    if (process.getuid?.() === 0) return
    await writeFile(path, 'mine', { mode: 0o444 })
    await expect(writeChosen(path, { content: '' })).rejects.toEqual(failed)
  })

  it('that has to be new replaces nothing and is for its user alone', async () => {
    await writeChosen(path, { content: 'one', isNewAndPrivate: true })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    await expect(writeChosen(path, { content: 'two', isNewAndPrivate: true })).rejects.toEqual(failed)
    expect([await readFile(path, 'utf8'), await readdir(work)]).toEqual(['one', ['report.md']])
  })
})

import { createHash } from 'node:crypto'
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChangedFile, SavedFile } from '../../../contract/calls/file-change'
import { createFileTools } from '../../../main/files'
import { fileErrorOf } from '../../../main/files/file-errors'
import { createKeptBytes } from '../../../main/files/kept-bytes'
import { writeWhole } from '../../../main/files/write-whole'
import type { Tool } from '../../../main/tools'

let work: string
let papers: string
let data: string
let save: Tool
let change: Tool

beforeEach(async () => {
  work = await realpath(await mkdtemp(join(tmpdir(), 'quarry-files-')))
  papers = join(work, 'papers')
  data = join(papers, 'quarry')
  await mkdir(data, { recursive: true })
  const tools = createFileTools({
    dataDirectory: data,
    projectId: 'p',
    roots: async () => [papers, join(work, 'gone')],
    exportFolder: () => join(work, 'exports'),
    now: () => '2026-01-01T00:00:00.000Z',
  })
  save = tools.find(({ name }) => name === 'save_file')!
  change = tools.find(({ name }) => name === 'apply_change')!
})
afterEach(() => rm(work, { recursive: true, force: true }))

const options = { resourceId: null, signal: new AbortController().signal }
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const code = (of: string) => expect.objectContaining({ code: of })
const edits = [{ find: 'one', replace: 'two' }]
async function written(name: string, text = 'one\n'): Promise<{ path: string; hash: string; edits: typeof edits }> {
  const path = join(papers, name)
  await writeFile(path, text)
  return { path, hash: hashOf(text), edits }
}

describe('a change of a file', () => {
  it('is made in one step, keeps the mode, leaves nothing beside it, and is undone', async () => {
    const input = await written('notes.md')
    await chmod(input.path, 0o640)
    const output = (await change.run(input, options)) as ChangedFile
    expect(output).toEqual({
      path: input.path,
      bytes: 4,
      hash: hashOf('two\n'),
      before: input.hash,
      at: '2026-01-01T00:00:00.000Z',
      linesAdded: 1,
      linesRemoved: 1,
    })
    expect([await readFile(input.path, 'utf8'), (await stat(input.path)).mode & 0o777]).toEqual(['two\n', 0o640])
    expect((await readdir(papers)).toSorted()).toEqual(['notes.md', 'quarry'])
    expect((await stat(join(data, 'changes', 'p', input.hash))).mode & 0o777).toBe(0o600)
    expect(await change.takeBack?.(output)).toEqual({ path: input.path, hash: input.hash })
    expect(await readFile(input.path, 'utf8')).toBe('one\n')
    // It is as it was before the call: undoing that again would undo something else.
    await expect(change.takeBack?.(output)).rejects.toEqual(code('file.changed'))
  })

  it('is refused where the file is not what was read, or what was there is no longer kept', async () => {
    const input = await written('notes.md')
    await expect(change.run({ ...input, hash: hashOf('other') }, options)).rejects.toEqual(code('file.changed'))
    const output = await change.run(input, options)
    await createKeptBytes(join(data, 'changes', 'p')).keepOnly(new Set())
    await expect(change.takeBack?.(output)).rejects.toEqual(code('file.notUndone'))
    expect(await readFile(input.path, 'utf8')).toBe('two\n')
  })

  it('reaches no file outside of the folders that were given, by no way', async () => {
    const outside = join(work, 'outside.md')
    await writeFile(outside, 'one\n')
    await writeFile(join(data, 'settings.yaml'), 'one\n')
    await mkdir(join(papers, '.git'))
    await writeFile(join(papers, '.git', 'config'), 'one\n')
    await symlink(outside, join(papers, 'link.md'))
    await symlink(work, join(papers, 'up'))
    for (const path of [
      outside,
      join(papers, 'link.md'),
      `${papers}/up/outside.md`,
      `${papers}/../outside.md`,
      join(papers, '.git', 'config'),
      join(data, 'settings.yaml'),
      'notes.md',
      `${papers}x/notes.md`,
      papers,
      `${papers}/a\u202e.md`,
      '/etc/passwd',
      join(work, 'nothing.md'),
    ]) {
      const input = { path, hash: hashOf('one\n'), edits }
      await expect(change.run(input, options), path).rejects.toEqual(code('file.outside'))
      await expect(change.preview?.(input), path).rejects.toEqual(code('file.outside'))
    }
    expect(await readFile(outside, 'utf8')).toBe('one\n')
  })

  it('follows a link that stays inside, and leaves the other name of a file with two as it was', async () => {
    const input = await written('notes.md')
    await symlink(input.path, join(papers, 'link.md'))
    await link(input.path, join(work, 'twin.md'))
    expect(await change.run({ ...input, path: join(papers, 'link.md') }, options)).toMatchObject({ path: input.path })
    expect([await readFile(input.path, 'utf8'), await readFile(join(work, 'twin.md'), 'utf8')]).toEqual([
      'two\n',
      'one\n',
    ])
    expect((await stat(join(papers, 'link.md'))).isFile()).toBe(true)
  })

  it('says what is wrong with a file that cannot be changed', async () => {
    await mkdir(join(papers, 'folder'))
    const at = async (input: object, of: string) =>
      expect(change.run({ edits, hash: hashOf('x'), ...input }, options)).rejects.toEqual(code(of))
    await at({ path: join(papers, 'folder') }, 'file.notText')
    await at({ path: join(papers, 'vanished.md') }, 'file.notFound')
    await at(await written('binary.md', 'one\0'), 'file.notText')
    await at(await written('huge.md', `one${'x'.repeat(1_000_000)}`), 'file.tooLarge')
    const grown = await written('grown.md', `one${'x'.repeat(999_000)}`)
    await at({ ...grown, edits: [{ find: 'one', replace: 'y'.repeat(50_000) }] }, 'file.tooLarge')
    const fixed = await written('fixed.md')
    await chmod(fixed.path, 0o444)
    await at(fixed, 'file.readOnly')
    await at({ path: fixed.path, hash: 'no hash' }, 'input.invalid')
    await at({ path: fixed.path, edits: [] }, 'input.invalid')
    await at({ path: fixed.path, edits: Array(4).fill({ find: 'x'.repeat(60_000), replace: '' }) }, 'input.invalid')
    expect(fileErrorOf(Object.assign(new Error(), { code: 'ENOSPC' }), '/x')).toMatchObject({
      code: 'file.diskFull',
      remedy: { kind: 'freeSpaceRetry' },
    })
  })

  it('does not reach a file that another one took the place of while it was written', async () => {
    const input = await written('notes.md')
    const other = join(papers, 'other.md')
    await writeFile(other, 'mine\n')
    const late = writeWhole(input.path, Buffer.from('two\n'), 0o644, async () => {
      await rename(other, input.path)
      throw new Error('changed')
    })
    await expect(late).rejects.toEqual(code('file.failed'))
    expect([await readFile(input.path, 'utf8'), await readdir(papers)]).toEqual(['mine\n', ['notes.md', 'quarry']])
  })

  it('that was cut off is told by the hash of its file', async () => {
    const input = await written('notes.md')
    await writeFile(join(papers, '.notes.md.quarry.tmp'), 'tw')
    expect(await change.settle?.(input)).toEqual({ kind: 'notMade' })
    expect(await readdir(papers)).toEqual(['notes.md', 'quarry'])
    const output = await change.run(input, options)
    expect(await change.settle?.(input)).toEqual({ kind: 'made', output })
    await writeFile(input.path, 'three\n')
    expect(await change.settle?.(input)).toEqual({ kind: 'unknown' })
  })

  it('that is stopped changes nothing', async () => {
    const input = await written('notes.md')
    await expect(change.run(input, { ...options, signal: AbortSignal.abort() })).rejects.toThrow()
    expect([await readFile(input.path, 'utf8'), await readdir(papers)]).toEqual(['one\n', ['notes.md', 'quarry']])
  })
})

describe('a saved file', () => {
  const input = { name: 'summary.md', content: '# 总结\n' }

  it('is new: a taken name gets a number, and what has the name stays', async () => {
    await mkdir(join(work, 'exports'))
    await symlink(join(work, 'nowhere'), join(work, 'exports', 'summary.md'))
    expect(await save.preview?.(input)).toEqual({
      kind: 'new',
      path: join(work, 'exports', 'summary (2).md'),
      content: input.content,
    })
    const made = (await Promise.all([save.run(input, options), save.run(input, options)])) as SavedFile[]
    expect(made.map(({ path }) => path)).toEqual([2, 3].map((n) => join(work, 'exports', `summary (${n}).md`)))
    expect(made[0]).toMatchObject({ bytes: 9, hash: hashOf(input.content) })
    expect(await readFile(made[1]!.path, 'utf8')).toBe(input.content)
    await expect(stat(join(work, 'nowhere'))).rejects.toThrow()
  })

  it('is removed when that is undone, unless somebody wrote into it', async () => {
    const [one, other] = [(await save.run(input, options)) as SavedFile, (await save.run(input, options)) as SavedFile]
    expect(await save.takeBack?.(one)).toEqual({ path: one.path, hash: null })
    await writeFile(other.path, 'More.')
    await expect(save.takeBack?.(other)).rejects.toEqual(code('file.changed'))
    expect(await readdir(join(work, 'exports'))).toEqual(['summary (2).md'])
  })

  it('that was cut off is told by its name and hash', async () => {
    expect(await save.settle?.(input)).toEqual({ kind: 'notMade' })
    const output = await save.run(input, options)
    expect(await save.settle?.(input)).toEqual({ kind: 'made', output })
    await writeFile(join(work, 'exports', 'summary.md'), 'Other.')
    expect(await save.settle?.(input)).toEqual({ kind: 'unknown' })
  })

  it('says what is wrong with it', async () => {
    const at = async (given: object, of: string) =>
      expect(save.run({ ...input, ...given }, options)).rejects.toEqual(code(of))
    await at({ name: '../x.md' }, 'file.badName')
    await at({ content: 'a\ud800b' }, 'file.notText')
    await at({ content: 'x'.repeat(100_001) }, 'input.invalid')
    await writeFile(join(work, 'exports'), 'a file')
    await at({}, 'file.failed')
  })
})

import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { walkFolder } from '../../../main/knowledge/files/walk'

let root: string

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'quarry-walk-')))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function write(...paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(join(root, path, '..'), { recursive: true })
    await writeFile(join(root, path), 'some text')
  }
}

type Met = Record<'files' | 'ignored' | 'linksOut' | 'refused', string[]>

async function walk(folder = root): Promise<Met> {
  const met: Met = { files: [], ignored: [], linksOut: [], refused: [] }
  for await (const event of walkFolder(folder)) {
    if (event.type === 'file') met.files.push(relative(root, event.file.path))
    else if (event.type === 'ignored') met.ignored.push(relative(root, event.path))
    else if (event.type === 'linkOut') met.linksOut.push(`${relative(root, event.path)} → ${event.target}`)
    else met.refused.push(`${relative(root, event.path)} ${event.error.code}`)
  }
  return met
}

it('finds files in the order of names and passes over what nobody means', async () => {
  await write(
    'b.md',
    'a.md',
    'c/d.txt',
    '.hidden/x.md',
    'node_modules/lib/readme.md',
    '.DS_Store',
    '~$letter.docx',
    'photo.JPG',
    'package.json',
    'package-lock.json',
    'build/out.js',
  )
  const { files, ignored } = await walk()
  expect(files).toEqual(['a.md', 'b.md', 'package.json', 'c/d.txt'])
  expect(ignored.sort()).toEqual(
    ['.DS_Store', '.hidden', 'build', 'node_modules', 'package-lock.json', 'photo.JPG', '~$letter.docx'].sort(),
  )
})

it('passes over what a maker of manuals lays beside its pages', async () => {
  await write(
    'manual/index.html',
    'manual/objects.inv',
    'manual/searchindex.js',
    'manual/_sources/index.rst.txt',
    'manual/_static/jquery.js',
    'manual/js/highlight.min.js',
    'own/_sources/notes.rst',
    'own/app.js',
  )
  const { files, ignored } = await walk()
  expect(files).toEqual(['manual/index.html', 'own/app.js', 'own/_sources/notes.rst'])
  expect(ignored).toEqual(expect.arrayContaining(['manual/_sources', 'manual/_static', 'manual/searchindex.js']))
})

it('passes over lists of MCP servers, whose tokens nobody wants quoted', async () => {
  await write('claude_desktop_config.json', 'tools/MCP.json', 'measurements.json')
  expect((await walk()).files).toEqual(['measurements.json'])
})

it('takes a folder named build where nothing is built', async () => {
  await write('build/plan.md', 'target/goals.md')
  expect((await walk()).files).toEqual(['build/plan.md', 'target/goals.md'])
})

it('follows .gitignore, deeper rules over higher ones, and those above a folder of a repository', async () => {
  await mkdir(join(root, '.git'))
  await write('notes/keep.log', 'notes/a.log', 'notes/a.md', 'drafts/x.md', 'a.log')
  await writeFile(join(root, '.gitignore'), '*.log\ndrafts/\n')
  await writeFile(join(root, 'notes/.gitignore'), '!keep.log\n')
  expect((await walk()).files).toEqual(['notes/a.md', 'notes/keep.log'])
  expect((await walk(join(root, 'notes'))).files).toEqual(['notes/a.md', 'notes/keep.log'])
  // Dropped by itself, an ignored folder is what the person wants.
  expect((await walk(join(root, 'drafts'))).files).toEqual(['drafts/x.md'])
})

it('obeys no rules that would take for ever', { timeout: 20_000 }, async () => {
  await write(`${'a'.repeat(250)}.log`, 'b.log')
  const slow = `${'a*'.repeat(60)}c\n${'a/**/'.repeat(40)}c\n`
  await writeFile(join(root, '.gitignore'), `${slow.repeat(100)}b.log\n`)
  expect((await walk()).files).toEqual([`${'a'.repeat(250)}.log`])
  await rm(join(root, '.gitignore'))
  await symlink('/dev/zero', join(root, '.gitignore'))
  expect((await walk()).files).toHaveLength(2)
})

it('comes to an end in a circle of links and meets each file once', async () => {
  await write('a/one.md')
  await symlink(root, join(root, 'a/up'))
  await symlink(join(root, 'a'), join(root, 'b'))
  await symlink(join(root, 'a/one.md'), join(root, 'link.md'))
  await symlink(join(root, 'nowhere'), join(root, 'dangling.md'))
  expect((await walk()).files).toEqual(['a/one.md'])
})

it('passes over links that lead out of the folder, and says where to', async () => {
  const outside = await realpath(await mkdtemp(join(tmpdir(), 'quarry-outside-')))
  try {
    await writeFile(join(outside, 'far.md'), 'far')
    await symlink(outside, join(root, 'first'))
    await symlink(outside, join(root, 'second'))
    await symlink(join(outside, 'far.md'), join(root, 'third.md'))
    expect(await walk()).toEqual({
      files: [],
      ignored: [],
      linksOut: [`first → ${outside}`, `second → ${outside}`, `third.md → ${join(outside, 'far.md')}`],
      refused: [],
    })
  } finally {
    await rm(outside, { recursive: true })
  }
})

it.skipIf(process.getuid?.() === 0)('reports a folder that it may not open, and goes on', async () => {
  await write('closed/x.md', 'open/y.md')
  await chmod(join(root, 'closed'), 0)
  try {
    expect(await walk()).toMatchObject({ files: ['open/y.md'], refused: ['closed read.forbidden'] })
  } finally {
    await chmod(join(root, 'closed'), 0o700)
  }
})

it('reports a folder that is not there', async () => {
  expect((await walk(join(root, 'gone'))).refused).toEqual(['gone read.notFound'])
})

it('stops when told to', async () => {
  await write('a.md', 'b/c.md')
  const stopping = new AbortController()
  const seen: string[] = []
  await expect(async () => {
    for await (const event of walkFolder(root, stopping.signal)) {
      seen.push(event.type)
      stopping.abort()
    }
  }).rejects.toThrow()
  expect(seen).toHaveLength(1)
})

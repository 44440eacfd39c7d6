import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProjectSummary } from '../../../contract/app/project'
import { prepareDataFolder } from '../../prepared-store'
import { openLibrary, quarry } from './quarry'

/** The commands attach to a library that is open already: none has to open one. */
describe('quarry projects', () => {
  let work: string
  let owner: Awaited<ReturnType<typeof openLibrary>>
  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'quarry-projects-'))
    prepareDataFolder(join(work, 'data'))
    owner = await openLibrary(join(work, 'data'))
  })
  afterAll(async () => {
    await owner.close()
    await rm(work, { recursive: true, force: true })
  })
  const run = (...parameters: string[]) => quarry(['--data', join(work, 'data'), ...parameters])
  const listed = async (): Promise<ProjectSummary[]> =>
    (await run('projects', '--json')).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as ProjectSummary)

  it('creates, renames and archives one, and says so in the list', async () => {
    const created = await run('projects', 'create', 'Trade')
    expect(created).toMatchObject({ code: 0, stderr: '' })
    const id = created.stdout.trim()
    const twice = await run('projects', 'create', 'trade')
    expect(twice).toMatchObject({ code: 1, stdout: '' })
    expect(twice.stderr).toContain('A project named “trade” already exists.')
    expect((await run('projects', 'rename', 'trade', 'Cloves')).code).toBe(0)
    expect((await run('projects', 'archive', 'Cloves')).code).toBe(0)
    const archived = await run('projects')
    expect(archived.stdout).toContain(`\nCloves (archived)\t0 sources\t0 sessions\t${id}\n`)
    expect((await run('--language', 'zh-CN', 'projects')).stdout).toContain(
      `\nCloves（已归档）\t0 份资料\t0 个会话\t${id}\n`,
    )
    expect((await run('projects', 'archive', id, '--restore')).code).toBe(0)
    expect((await listed()).map(({ name, archived }) => [name, archived])).toEqual([
      ['Library', false],
      ['Cloves', false],
    ])
    const unknown = await run('projects', 'rename', 'Nobody', 'x')
    expect(unknown).toMatchObject({ code: 1, stdout: '' })
    expect(unknown.stderr).toContain('quarry projects')
  })

  it('has its own sources, and gives them to another', async () => {
    const folder = join(work, 'trade')
    await mkdir(folder)
    await writeFile(join(folder, 'cloves.md'), '# Cloves\n\nPemba exported 812 tons of cloves in 1911.\n')
    const note = join(work, 'copra.md')
    await writeFile(note, '# Copra\n\nMafia exported 97 tons of copra in 1911.\n')
    expect((await run('--project', 'Cloves', 'add', folder, note)).code).toBe(0)
    expect((await run('sources')).stdout).toBe('')
    const nothing = await run('--project', 'Cloves', 'projects', 'move', 'Library', join(work, 'gone'))
    expect(nothing).toMatchObject({ code: 1, stdout: '' })
    expect(nothing.stderr).toContain('gone')
    const moved = await run('--project', 'Cloves', 'projects', 'move', 'Library', folder)
    expect(moved).toMatchObject({ code: 0, stdout: '1 moved\n' })
    expect((await run('sources')).stdout).toMatch(/^indexed\t\d+\t.*cloves\.md\n$/)
    expect((await run('--project', 'Cloves', 'sources')).stdout).toMatch(/^indexed\t\d+\t.*copra\.md\n$/)
  })

  it('says what a removal takes with it, and removes it only where that is confirmed', async () => {
    const asked = await run('projects', 'remove', 'Cloves')
    expect(asked.code).toBe(2)
    expect(asked.stdout).toMatch(/^“Cloves” contains 1 source, .*0 sessions, .*Add --yes/)
    expect(await listed()).toHaveLength(2)
    const removed = await run('projects', 'remove', 'Cloves', '--yes')
    expect(removed).toMatchObject({ code: 0, stderr: '' })
    expect(removed.stdout).toMatch(/^Deleted “Cloves”: 1 source, /)
    expect((await listed()).map(({ name }) => name)).toEqual(['Library'])
    const last = await run('projects', 'remove', 'Library', '--yes')
    expect(last).toMatchObject({ code: 1, stdout: '' })
    expect(last.stderr).toContain('The only project cannot be deleted.')
  })
})

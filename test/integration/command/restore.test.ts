import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { restore } from '../../../main/command/library/restore'
import { dumpDaily, openStore } from '../../../main/store'
import { runtimePaths } from '../../../main/system/paths'
import { runtimeOn } from '../../fixtures/runtime'
import { templateDirectory } from '../../prepared-store'

let work: string
beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), 'quarry-restore-'))
})
afterEach(() => rm(work, { recursive: true, force: true }))

const paths = (data: string) => ({
  ...runtimePaths(resolve('.'), join(work, data)),
  template: templateDirectory,
})
const open = (data: string) =>
  openStore({
    directory: join(work, data),
    workersDir: paths(data).workers,
    templateDirectory: paths(data).template,
  })

it('takes the sessions of a dump into another library, and says how many; not beside an open one', async () => {
  const store = await open('first')
  await store.database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ('a', 'default', 'Title', 'Why?', 'done', '{}', 'extractive')`,
  )
  await mkdir(join(work, 'first', 'rules'))
  await writeFile(join(work, 'first', 'rules.json'), '{"rules": []}')
  await writeFile(join(work, 'first', 'rules', 'default.json'), '{"rules": [ ]}')
  await writeFile(join(work, 'first', 'rules', 'default.json.new'), 'cut off')
  const dump = (await dumpDaily(store.database, join(work, 'first'), new Date())) ?? ''
  await expect(restore(paths('first'), dump)).rejects.toMatchObject({ code: 'store.locked' })
  await store.close()

  expect(await restore(paths('second'), dump)).toEqual({
    sessions: 1,
    reports: 0,
    roots: 0,
    settings: 0,
    resources: 0,
    calls: 0,
    matches: 0,
    ruleFiles: 2,
  })
  expect(await readFile(join(work, 'second', 'rules', 'default.json'), 'utf8')).toBe('{"rules": [ ]}')
  // What is there stays.
  await writeFile(join(work, 'second', 'rules.json'), 'mine')
  expect(await restore(paths('second'), dump)).toMatchObject({ sessions: 0, ruleFiles: 0 })
  expect(await readFile(join(work, 'second', 'rules.json'), 'utf8')).toBe('mine')
  const second = await open('second')
  expect(await second.database.query('select title from sessions')).toEqual([{ title: 'Title' }])
  await second.close()

  await expect(restore(paths('second'), join(work, 'gone'))).rejects.toMatchObject({ code: 'read.notFound' })
  await writeFile(join(work, 'noise'), 'noise')
  const leadsOut = {
    format: 'quarry-dump',
    schemaVersion: 1,
    dumpedAt: '',
    tables: {},
    files: { 'rules/../../a.json': '' },
  }
  await writeFile(join(work, 'leads-out'), gzipSync(JSON.stringify(leadsOut)))
  await expect(restore(paths('second'), join(work, 'leads-out'))).rejects.toMatchObject({ code: 'store.corrupt' })
  await expect(restore(paths('second'), join(work, 'noise'))).rejects.toMatchObject({ code: 'store.corrupt' })
})

it('a library that was deleted by hand is rebuilt from its files, once its backup is restored', async () => {
  const data = join(work, 'library')
  const folder = join(work, 'papers')
  await mkdir(folder)
  await writeFile(join(folder, 'tides.md'), '# Tides\n\nZanzibar has a spring tide of four metres.\n')
  const indexed = async ({ call }: Awaited<ReturnType<typeof runtimeOn>>['connection']): Promise<void> => {
    const isIndexed = async () => {
      const { sources } = await call('library.list', { offset: 0, limit: 5 })
      return sources.some(({ state, passages }) => state === 'indexed' && passages > 0)
    }
    await vi.waitUntil(isIndexed, { timeout: 60_000 })
  }
  const first = await runtimeOn(data)
  await first.connection.call('library.add', { paths: [folder] })
  await indexed(first.connection)
  await first.close()
  const backup = join(work, 'backup.json.gz')
  await writeFile(backup, await dumpOf('library'))
  await rm(data, { recursive: true })

  expect(await restore(paths('library'), backup)).toMatchObject({ roots: 1 })
  const second = await runtimeOn(data)
  await indexed(second.connection)
  const { hits } = await second.connection.call('recall.search', { query: 'spring tide Zanzibar', top: 3 })
  expect(hits[0]?.text).toContain('four metres')
  await second.close()
})

async function dumpOf(data: string): Promise<Buffer> {
  const store = await open(data)
  const tomorrow = new Date(Date.now() + 86_400_000)
  const dump = (await dumpDaily(store.database, join(work, data), tomorrow)) ?? ''
  await store.close()
  return readFile(dump)
}

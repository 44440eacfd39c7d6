import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { restore } from '../../../main/command/restore'
import { dumpDaily, openStore } from '../../../main/store'
import { runtimePaths } from '../../../main/system/paths'
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
  const dump = (await dumpDaily(store.database, join(work, 'first'), new Date())) ?? ''
  await expect(restore(paths('first'), dump)).rejects.toMatchObject({ code: 'store.locked' })
  await store.close()

  expect(await restore(paths('second'), dump)).toEqual({
    sessions: 1,
    reports: 0,
    roots: 0,
    settings: 0,
    resources: 0,
    matches: 0,
  })
  expect(await restore(paths('second'), dump)).toMatchObject({ sessions: 0 })
  const second = await open('second')
  expect(await second.database.query('select title from sessions')).toEqual([{ title: 'Title' }])
  await second.close()

  await expect(restore(paths('second'), join(work, 'gone'))).rejects.toMatchObject({ code: 'read.notFound' })
  await writeFile(join(work, 'noise'), 'noise')
  await expect(restore(paths('second'), join(work, 'noise'))).rejects.toMatchObject({ code: 'store.corrupt' })
})

import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lockDirectory } from '../../../main/store/lock'
import { writeVersionFile } from '../../../main/store/version-file'
import { diagnose } from '../../../main/system/doctor'
import { runtimePaths } from '../../../main/system/paths'

let project: string
let data: string
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'quarry-doctor-'))
  data = join(project, 'library')
  await mkdir(data)
  await mkdir(join(project, '.cache'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(project, { recursive: true, force: true })
})

async function check(name: string): Promise<unknown> {
  const { checks } = await diagnose({ paths: runtimePaths(project, data), version: '0.0.0' })
  return checks.find((candidate) => candidate.name === name)
}

describe('the doctor on the database', () => {
  it('says that there is none yet', async () => {
    expect(await check('database')).toMatchObject({ status: 'ok', finding: { kind: 'libraryNotYet' } })
  })

  it('says what is there, and who has it open', async () => {
    await writeVersionFile(data, { schemaVersion: 1, postgresMajor: 18 })
    const finding = { kind: 'libraryClosed', values: { schema: 1, path: data, holder: null } }
    expect(await check('database')).toEqual({ name: 'database', status: 'ok', finding })
    const lock = await lockDirectory(data)
    expect(await check('database')).toMatchObject({
      finding: { kind: 'libraryClosed', values: { holder: { pid: process.pid, sameProcess: true } } },
    })
    await lock.release()
  })

  it.each([
    ['a newer schema', 'version.json', JSON.stringify({ schemaVersion: 999, postgresMajor: 18 }), /newer version.*999/],
    ['another PostgreSQL', join('pg', 'PG_VERSION'), '19\n', /PostgreSQL 19/],
    ['a record that says nothing', 'version.json', '{', /cannot be read/],
  ])('does not call %s ok, and says what to do', async (_name, file, content, detail) => {
    await mkdir(join(data, 'pg'))
    await writeFile(join(data, file), content)
    expect(await check('database')).toMatchObject({
      status: 'missing',
      finding: { kind: 'libraryUnusable', values: { error: { message: expect.stringMatching(detail) } } },
      remedy: { kind: expect.any(String) },
    })
  })
})

describe('the doctor on threads', () => {
  it('names those whose code is not there, and knows all that are built', async () => {
    const built = readdirSync('workers').filter((name) => existsSync(join('workers', name, 'worker.ts')))
    expect(await check('threads')).toMatchObject({ status: 'missing', remedy: { kind: expect.any(String) } })
    await mkdir(join(project, 'out', 'workers'), { recursive: true })
    for (const name of built.slice(1)) await writeFile(join(project, 'out', 'workers', `${name}.js`), '')
    expect(await check('threads')).toMatchObject({
      status: 'missing',
      finding: { kind: 'threadsMissing', values: { names: [built[0]] } },
    })
    await writeFile(join(project, 'out', 'workers', `${built[0]}.js`), '')
    expect(await check('threads')).toMatchObject({
      status: 'ok',
      finding: { kind: 'threadsFound', values: { names: expect.arrayContaining(built) } },
    })
  })
})

describe('the doctor on Electron', () => {
  const record = (content: object): Promise<void> =>
    writeFile(join(project, '.cache', 'electron.json'), JSON.stringify(content))

  it('says that it is not set up', async () => {
    expect(await check('electron')).toMatchObject({ status: 'warning', remedy: { kind: 'startOnce' } })
  })

  it('finds what set-up wrote, also where the model lies elsewhere', async () => {
    vi.stubEnv('QUARRY_MODEL', join(tmpdir(), 'elsewhere', 'model'))
    await record({ version: '45.4.1', origin: 'official' })
    expect(await check('electron')).toMatchObject({
      name: 'electron',
      status: 'ok',
      finding: { kind: 'electronFound', values: { version: '45.4.1', origin: 'official' } },
    })
  })

  it('notes a fallback, and how to get the official one', async () => {
    await record({ version: '33.2.1', origin: 'fallback' })
    expect(await check('electron')).toMatchObject({
      status: 'warning',
      finding: { kind: 'electronFound', values: { version: '33.2.1', origin: 'fallback' } },
      remedy: { kind: 'electronRetry' },
    })
  })
})

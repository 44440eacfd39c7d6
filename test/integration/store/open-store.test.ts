import { access, mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStore } from '../../../main/store'
import { migrations } from '../../../main/store/migrations'
import { copyData, prepareDataFolder } from '../../prepared-store'
import {
  addSource,
  bareTemplateDirectory,
  fingerprint,
  newDirectory,
  open,
  templateDirectory,
  workersDir,
} from './support'

async function closedStore(): Promise<string> {
  const directory = await newDirectory()
  prepareDataFolder(directory)
  return directory
}

describe('openStore', () => {
  it('makes a store from the template, keeps what was written, and opens it again', async () => {
    const directory = join(await newDirectory(), 'not', 'there', 'yet')
    const first = await open(directory, { templateDirectory: bareTemplateDirectory })
    expect(first).toMatchObject({ created: 'template', version: migrations.length, directory })
    await addSource(first)
    await first.close()
    expect((await readdir(directory)).sort()).toEqual(['pg', 'version.json'])
    const second = await open(directory)
    expect(second.created).toBe('no')
    expect(await second.database.query('select name from sources')).toEqual([{ name: 'A note' }])
    expect(second.latencyMs()).toBeGreaterThan(0)
  })

  it('works without a template, by initdb', async () => {
    const { created, database } = await open(await newDirectory(), { templateDirectory: undefined })
    expect(created).toBe('initdb')
    expect(await database.query('select count(*) as projects from projects')).toEqual([{ projects: 1 }])
  })

  it('refuses a second opener in the same process', async () => {
    const directory = await closedStore()
    const store = await open(directory)
    await expect(openStore({ directory, workersDir })).rejects.toMatchObject({
      code: 'store.locked',
      message: expect.stringContaining('this process'),
      context: { pid: process.pid, sameProcess: true },
    })
    expect(await store.database.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('clears away a first start that was cut off', async () => {
    const directory = await newDirectory()
    await mkdir(join(directory, 'pg.unfinished-a', 'base'), { recursive: true })
    await open(directory)
    expect((await readdir(directory)).sort()).toEqual(['lock', 'pg', 'version.json'])
  })

  it('stops when it is cancelled, and leaves no lock', async () => {
    const directory = await newDirectory()
    const signal = AbortSignal.abort()
    await expect(openStore({ directory, workersDir, templateDirectory, signal })).rejects.toMatchObject({
      code: 'cancelled',
    })
    const during = new AbortController()
    const opening = openStore({ directory, workersDir, templateDirectory, signal: during.signal })
    during.abort()
    await expect(opening).rejects.toMatchObject({ code: 'cancelled' })
    await open(directory)
  })
})

describe('a database from a newer version', () => {
  it('is refused and not touched', async () => {
    const directory = await closedStore()
    await writeFile(join(directory, 'version.json'), JSON.stringify({ schemaVersion: 999, postgresMajor: 18 }))
    const before = await fingerprint(directory)
    await expect(open(directory)).rejects.toMatchObject({
      code: 'store.newerVersion',
      message: expect.stringContaining('schema 999'),
      remedy: { kind: 'openWithNewer' },
      context: { found: 999, known: migrations.length },
    })
    expect(await fingerprint(directory)).toEqual(before)
  })

  it('of a later PostgreSQL is refused and not touched', async () => {
    const directory = await closedStore()
    await writeFile(join(directory, 'pg', 'PG_VERSION'), '19\n')
    const before = await fingerprint(directory)
    await expect(open(directory)).rejects.toMatchObject({ code: 'store.newerVersion', context: { found: 19 } })
    expect(await fingerprint(directory)).toEqual(before)
  })

  it('is refused by its own record too, where the file beside it is lost', async () => {
    const directory = await closedStore()
    const store = await open(directory)
    await store.database.query(
      `insert into schema_migrations (version, name, checksum) values (${migrations.length + 1}, 'later', 'x')`,
    )
    await store.close()
    await expect(open(directory)).rejects.toMatchObject({
      code: 'store.newerVersion',
      context: { found: migrations.length + 1 },
    })
  })
})

describe('a damaged data folder', () => {
  const damages: Record<string, (pg: string) => Promise<void>> = {
    'an empty control file': (pg) => truncate(join(pg, 'global', 'pg_control'), 0),
    'a control file of noise': (pg) => writeFile(join(pg, 'global', 'pg_control'), Buffer.alloc(8192, 0xa5)),
    'a missing log': async (pg) => {
      for (const name of await readdir(join(pg, 'pg_wal'))) {
        if (/^[0-9A-F]{24}$/.test(name)) await truncate(join(pg, 'pg_wal', name), 0)
      }
    },
    'an empty catalogue': async (pg) => {
      for (const name of await readdir(join(pg, 'global'))) {
        if (/^\d+$/.test(name)) await truncate(join(pg, 'global', name), 0)
      }
    },
    'no version': (pg) => writeFile(join(pg, 'PG_VERSION'), ''),
  }
  for (const [damage, apply] of Object.entries(damages)) {
    it(`with ${damage} is reported with a remedy, and the lock given back`, async () => {
      const directory = await closedStore()
      await apply(join(directory, 'pg'))
      await expect(open(directory)).rejects.toMatchObject({
        code: 'store.corrupt',
        remedy: { kind: 'restoreDumps' },
      })
      await expect(access(join(directory, 'lock'))).rejects.toMatchObject({ code: 'ENOENT' })
    })
  }

  it('with a version file of noise says which file', async () => {
    const directory = await newDirectory()
    await writeFile(join(directory, 'version.json'), '{"schem')
    await expect(open(directory)).rejects.toMatchObject({
      code: 'store.corrupt',
      message: expect.stringContaining('version.json'),
    })
  })

  it('that is a copy of a running one is recovered from its log', async () => {
    const directory = await closedStore()
    const store = await open(directory)
    await addSource(store)
    const copy = await newDirectory()
    copyData(directory, copy)
    const lock = JSON.parse(await readFile(join(copy, 'lock'), 'utf8')) as { pid: number }
    await writeFile(join(copy, 'lock'), JSON.stringify({ ...lock, processStart: 'another process', pid: process.pid }))
    const { database } = await open(copy)
    expect(await database.query('select source_id from sources')).toEqual([{ source_id: 's1' }])
  })
})

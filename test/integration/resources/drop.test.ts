import { mkdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inspectDrop, takeDrop } from '../../../main/api/intake'
import { createSearchModels, type Inference } from '../../../main/inference'
import { createLibrary, type Library } from '../../../main/knowledge'
import { registerRoot } from '../../../main/knowledge/intake/roots'
import { createReaderPool, type ReaderPool } from '../../../main/knowledge/reading'
import { startChildProcess } from '../../../main/processes'
import { createCitationIndex } from '../../../main/research'
import { createDiscoverers, type Resources } from '../../../main/resources'
import type { Store } from '../../../main/store'
import { newFolder, openFreshStore, openResources, secretsInMemory, startEncoder, workersDir } from './support'

let store: Store
let inference: Inference
let readers: ReaderPool
let found: ReturnType<typeof createDiscoverers>
let library: Library
let resources: Resources
let folder: string
let secrets: ReturnType<typeof secretsInMemory>
const searchModels = createSearchModels({
  folder: '/nowhere',
  workersDir,
  inUse: { id: 'any', dimensions: 1, name: null },
  isFixed: false,
})

const openApi = `openapi: 3.0.3
info: { title: Harbour Tides, version: '1.0', description: Tide tables of harbours. }
servers: [{ url: 'http://127.0.0.1:9/api' }]
paths:
  /tides/{harbour}:
    get:
      summary: Tide table of a harbour
      parameters:
        - { name: harbour, in: path, required: true, schema: { type: string } }
      responses: { '200': { description: OK } }
`
const mcpServers = JSON.stringify({
  mcpServers: {
    files: { command: 'npx', args: ['server-files', '/srv'] },
    notes: { url: 'http://127.0.0.1:9/mcp', headers: { Authorization: 'Bearer topsecret-12345' } },
  },
})

async function makeSqlite(path: string): Promise<void> {
  const database = new sqlite.Database(path)
  database.exec("create table ships (name text primary key, length_m real); insert into ships values ('Gorm', 41.5)")
  database.close()
}

beforeAll(async () => {
  store = await openFreshStore()
  inference = await startEncoder()
  readers = createReaderPool({ workersDir })
  found = createDiscoverers({ workersDir, start: startChildProcess, egress: () => 'local' })
})
afterAll(async () => {
  await found.close()
  await readers.close()
  await inference.close()
  await store.close()
})
beforeEach(async () => {
  folder = await newFolder('drop')
  secrets = secretsInMemory()
  library = createLibrary({
    database: store.database,
    readers,
    inference,
    projectId: 'default',
    citations: createCitationIndex(store.database, 'default'),
    watch: false,
    onBackgroundError: (error) => {
      throw error
    },
  })
  library.start()
  resources = openResources(store, inference, { discoverers: found.discoverers, secrets })
  await resources.start()
})
afterEach(async () => {
  await resources.close()
  await library.close()
  await store.database.query('truncate resource_registry, resource_match_history, sources, roots cascade')
  await rm(folder, { recursive: true, force: true })
})

describe('a drop', () => {
  test('becomes what was promised, each thing of its kind', async () => {
    const at = (name: string): string => join(folder, name)
    await makeSqlite(at('ships.sqlite'))
    await writeFile(at('catch.csv'), 'species,tons\nherring,12\ncod,7\n')
    await writeFile(at('tides.yaml'), openApi)
    await writeFile(at('mcp.json'), mcpServers)
    await mkdir(at('papers'))
    await writeFile(join(at('papers'), 'herring.md'), '# Herring\n\nHerring spawn in spring near the coast.\n')
    const paths = ['ships.sqlite', 'catch.csv', 'tides.yaml', 'mcp.json', 'papers'].map(at)

    const items = await inspectDrop({ library, resources, searchModels }, paths)
    expect(
      items.map(({ name, becomes, resources: offers }) => [name, becomes, offers.map(({ type }) => type)]),
    ).toEqual([
      ['ships.sqlite', 'resource', ['database']],
      ['catch.csv', 'document', ['database']],
      ['tides.yaml', 'resource', ['api']],
      ['mcp.json', 'resource', ['mcp_server', 'mcp_server']],
      ['papers', 'folder', ['knowledge_base']],
    ])
    expect((await resources.list({ type: 'database', offset: 0, limit: 10 })).total).toBe(0)

    const taken = await takeDrop({ library, resources, searchModels }, paths)
    expect(taken.added).toBe(2)
    expect(new Set(taken.resources.map(({ resourceId }) => resourceId))).toEqual(
      new Set(items.flatMap(({ resources: offers }) => offers.map(({ resourceId }) => resourceId))),
    )
    await library.whenIdle()
    await resources.whenVectorized()
    expect(
      (await inspectDrop({ library, resources, searchModels }, paths)).every(({ resources: offers }) =>
        offers.every(({ alreadyKnown }) => alreadyKnown),
      ),
    ).toBe(true)

    const answer = await resources.match('when is high water at the harbour?', { maxResources: 3 })
    expect(answer.matches[0]?.resource.type).toBe('api')
    // The key went behind the secrets port, and nowhere into the rows.
    expect([...secrets.held.values()].some((value) => value.includes('topsecret-12345'))).toBe(true)
    const rows = await store.database.query<{ row: string }>('select to_jsonb(r)::text as row from resource_registry r')
    expect(rows.some(({ row }) => row.includes('topsecret'))).toBe(false)
  })

  test('a folder becomes what is described in it, too, as the sheet says', async () => {
    const work = join(folder, 'work')
    await mkdir(join(work, 'services'), { recursive: true })
    await writeFile(join(work, 'services', 'tides.yaml'), openApi)
    await writeFile(join(work, '.mcp.json'), mcpServers)
    await writeFile(join(work, 'half.json'), '{"mcpServers": {"a": {"comm')
    await writeFile(join(work, 'about.md'), '# About\n\nHerring and tides.\n')
    const [item] = await inspectDrop({ library, resources, searchModels }, [work])
    expect(item).toMatchObject({ becomes: 'folder' })
    expect(item?.resources.map(({ type, name, exclusive }) => [type, name, exclusive])).toEqual([
      ['knowledge_base', 'work', false],
      ['mcp_server', 'files', false],
      ['mcp_server', 'notes', false],
      ['api', 'Harbour Tides', false],
    ])
    expect((await resources.list({ type: 'api', offset: 0, limit: 10 })).total).toBe(0)

    const taken = await takeDrop({ library, resources, searchModels }, [work])
    expect(new Set(taken.resources.map(({ resourceId }) => resourceId))).toEqual(
      new Set(item?.resources.map(({ resourceId }) => resourceId)),
    )
    expect([...secrets.held.values()]).toEqual(['Bearer topsecret-12345'])
    await library.whenIdle()
    await resources.whenVectorized()
    const api = taken.resources.find(({ type }) => type === 'api')!
    // Watched and looked at again as one that was dropped by itself.
    await writeFile(join(work, 'services', 'tides.yaml'), openApi.replace('Harbour Tides', 'Port Tides'))
    expect(await resources.refresh(api.resourceId)).toMatchObject({ name: 'Port Tides', origin: { kind: 'file' } })
    const [again] = await inspectDrop({ library, resources, searchModels }, [work])
    expect(again?.resources.map(({ name, alreadyKnown }) => [name, alreadyKnown])).toEqual([
      ['work', true],
      ['files', true],
      ['notes', true],
      ['Port Tides', true],
    ])
  })

  test('JSON that is a table is asked as one, too, settings of programs are not; of more tables than are taken that is said', async () => {
    const work = join(folder, 'data')
    await mkdir(work)
    const rows = Array.from({ length: 12 }, (_none, at) => ({ species: ['cod', 'herring'][at % 2], tons: at }))
    await writeFile(join(work, 'catches.json'), JSON.stringify(rows))
    await writeFile(join(work, 'ports.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'))
    await writeFile(join(work, 'few.json'), JSON.stringify(rows.slice(0, 3)))
    await writeFile(join(work, 'rules.json'), JSON.stringify(rows.map((row) => ({ ...row, when: { any: [row] } }))))
    const inspected = async () => (await inspectDrop({ library, resources, searchModels }, [work]))[0]!
    const few = await inspected()
    const names = few.resources.flatMap(({ type, name }) => (type === 'database' ? [name] : []))
    expect(names.toSorted()).toEqual(['catches', 'ports'])
    expect(few.mayHoldMoreTables).toBe(false)

    for (let at = 0; at < 24; at += 1) await writeFile(join(work, `more-${at}.csv`), `species,tons\nplaice,${at}\n`)
    const many = await inspected()
    expect(many.resources.filter(({ type }) => type === 'database').length).toBeLessThanOrEqual(24)
    expect(many.mayHoldMoreTables).toBe(true)
  })

  test('databases of a folder are asked whatever SQLite’s extension is; what other programs keep in a .db is not', async () => {
    const work = join(folder, 'ships')
    await mkdir(work)
    for (const name of ['a.db', 'b.DB', 'c.sl3', 'd.s3db', 'e.sqlite3']) await makeSqlite(join(work, name))
    await writeFile(join(work, 'empty.db'), '')
    await writeFile(
      join(work, 'mail.db'),
      Buffer.from(Array.from({ length: 4096 }, (_none, at) => (at * 167 + 13) % 256)),
    )
    const [item] = await inspectDrop({ library, resources, searchModels }, [work])
    const names = item!.resources.flatMap(({ type, name }) => (type === 'database' ? [name] : []))
    expect(names.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('a database of a folder is asked however large it is; of a table that is too large to be read unasked it is said', async () => {
    const work = join(folder, 'years')
    await mkdir(work)
    await makeSqlite(join(work, 'meters.db'))
    await truncate(join(work, 'meters.db'), 300 * 1024 * 1024)
    const inspected = async () => {
      const [item] = await inspectDrop({ library, resources, searchModels }, [work])
      const names = item!.resources.flatMap(({ type, name }) => (type === 'database' ? [name] : []))
      return [names, item!.mayHoldMoreTables]
    }
    expect(await inspected()).toEqual([['meters'], false])
    await writeFile(join(work, 'readings.csv'), 'meter,value\nA,1\n')
    await truncate(join(work, 'readings.csv'), 300 * 1024 * 1024)
    expect(await inspected()).toEqual([['meters'], true])
  })

  test('a table that comes into a dropped folder later is asked as one, once, and not if it was removed', async () => {
    const work = join(folder, 'catches')
    await mkdir(work)
    await writeFile(join(work, 'first.csv'), 'species,tons\nherring,12\ncod,7\n')
    const { resources: taken } = await takeDrop({ library, resources, searchModels }, [work])
    await library.whenIdle()
    const base = taken.find(({ type }) => type === 'knowledge_base')!
    const names = async (): Promise<string[]> =>
      (await resources.list({ type: 'database', offset: 0, limit: 10 })).resources.map(({ name }) => name).toSorted()
    const [first] = await names()
    await resources.remove(taken.filter(({ type }) => type === 'database').map(({ resourceId }) => resourceId))
    const walked = async (root: string) =>
      store.database.query(
        `select r.added_at < 'infinity' as ended, r.added_at >= all (select added_at from sources) as last
         from roots r where path = $1`,
        [root],
      )
    expect(await walked(work)).toEqual([{ ended: true, last: true }])
    // A folder whose first walk was cut short is one that was just dropped until a walk has ended.
    const slow = join(folder, 'slow')
    await mkdir(slow)
    await registerRoot(store.database, 'default', slow)
    expect(await walked(slow)).toMatchObject([{ ended: false }])
    await library.rescan()
    expect(await walked(slow)).toMatchObject([{ ended: true }])
    // The folder was dropped a while ago.
    await store.database.query(`update roots set added_at = added_at - interval '1 day'`)
    await store.database.query(`update sources set added_at = added_at - interval '1 hour'`)
    await writeFile(join(work, 'second.csv'), 'species,tons\nplaice,3\nturbot,1\n')
    await writeFile(join(work, 'broken.sqlite'), 'no database')
    await library.rescan()
    await library.whenIdle()
    await resources.refresh(base.resourceId)
    const second = first!.replace('first', 'second')
    expect(await names()).toEqual([second])
    await resources.refresh(base.resourceId)
    expect(await names()).toEqual([second])
    // Of many that come at once as many are taken as of a folder that is dropped.
    for (let at = 0; at < 26; at += 1) await writeFile(join(work, `more-${at}.csv`), `species,tons\nplaice,${at}\n`)
    await library.rescan()
    await library.whenIdle()
    await resources.refresh(base.resourceId)
    expect(await resources.list({ type: 'database', offset: 0, limit: 1 })).toMatchObject({ total: 25 })
  })

  test('a folder of tools that is dropped again is looked into again where a tool of it changed', async () => {
    const manifest = (description: string): string =>
      JSON.stringify({ name: 'Knots', description, tier: 'L2', entry: 'run.js', inputSchema: { type: 'object' } })
    const tool = join(folder, 'tools', 'knots')
    await mkdir(tool, { recursive: true })
    await writeFile(join(tool, 'run.js'), 'export default () => null\n')
    await writeFile(join(tool, 'quarry-tool.json'), manifest('Ties knots.'))
    const [first] = await resources.add([join(folder, 'tools')])
    await writeFile(join(tool, 'quarry-tool.json'), manifest('Unties knots, and splices ropes.'))
    await resources.add([join(folder, 'tools')])
    expect((await resources.get(first!.resourceId)).description).toBe('Unties knots, and splices ropes.')
  })

  test('keeps two resources of one name at two places apart', async () => {
    for (const place of ['a', 'b']) {
      await mkdir(join(folder, place))
      await makeSqlite(join(folder, place, 'ships.sqlite'))
    }
    const paths = ['a', 'b'].map((place) => join(folder, place, 'ships.sqlite'))
    const { resources: taken } = await takeDrop({ library, resources, searchModels }, paths)
    expect(taken.map(({ name }) => name)).toEqual(['ships', 'ships'])
    expect(new Set(taken.map(({ resourceId }) => resourceId)).size).toBe(2)
    const { resources: again } = await takeDrop({ library, resources, searchModels }, paths)
    expect(again.map(({ resourceId }) => resourceId)).toEqual(taken.map(({ resourceId }) => resourceId))
  })

  test('tells of a damaged database why it cannot be taken, and takes the rest', async () => {
    await writeFile(
      join(folder, 'broken.sqlite'),
      Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4096, 7)]),
    )
    await writeFile(join(folder, 'note.md'), '# A note\n\nWith text.\n')
    const items = await inspectDrop({ library, resources, searchModels }, [
      join(folder, 'broken.sqlite'),
      join(folder, 'note.md'),
    ])
    expect(items[0]).toMatchObject({
      becomes: 'unreadable',
      reason: { code: 'resource.corrupt', remedy: { kind: 'takeWholeCopy' } },
    })
    expect(items[1]?.becomes).toBe('document')
    await expect(takeDrop({ library, resources, searchModels }, [join(folder, 'not-there.md')])).rejects.toMatchObject({
      code: 'read.notFound',
    })
  })

  test('a vanished file marks its resource, and its return heals it', async () => {
    const path = join(folder, 'ships.sqlite')
    await makeSqlite(path)
    const { resources: taken } = await takeDrop({ library, resources, searchModels }, [path])
    const id = taken[0]!.resourceId
    await rm(path)
    expect(await resources.refresh(id)).toMatchObject({ status: 'missing', error: { code: 'resource.notFound' } })
    expect((await resources.match('ships')).matches.map(({ resource }) => resource.resourceId)).not.toContain(id)
    await makeSqlite(path)
    expect(await resources.refresh(id)).toMatchObject({ status: 'ready', error: null })
  })

  test('what nobody ticked is not taken in when its file changes', async () => {
    const path = join(folder, 'mcp.json')
    const server = (token: string) => ({ command: 'npx', args: ['server'], env: { TOKEN: token } })
    await writeFile(path, JSON.stringify({ mcpServers: { one: server('first-token'), two: server('second-token') } }))
    await resources.add([path])
    const before = await resources.list({ type: 'mcp_server', offset: 0, limit: 10 })
    const [one, two] = before.resources
    await resources.remove([two!.resourceId])
    await writeFile(path, JSON.stringify({ mcpServers: { one: server('third-token'), two: server('second-token') } }))
    await resources.refresh(one!.resourceId)
    const after = await resources.list({ type: 'mcp_server', offset: 0, limit: 10 })
    expect(after.resources.map(({ name }) => name)).toEqual(['one'])
    expect([...secrets.held]).toEqual([[`${one!.resourceId}/TOKEN`, 'third-token']])
  })

  test('a secret that only the last run had is read again from its file, else asked for', async () => {
    const path = join(folder, 'mcp.json')
    await writeFile(path, mcpServers)
    await resources.add([path])
    const [pasted] = await resources.addText('{"mcpServers":{"mail":{"command":"x","env":{"TOKEN":"mail-token-1"}}}}')
    expect(pasted?.status).toBe('ready')
    await resources.close()
    secrets = secretsInMemory()
    resources = openResources(store, inference, { discoverers: found.discoverers, secrets, watch: true })
    await resources.start()
    await vi.waitFor(
      async () => {
        expect((await resources.get(pasted!.resourceId)).status).toBe('needsSecret')
        expect([...secrets.held.values()]).toEqual(['Bearer topsecret-12345'])
      },
      { timeout: 60_000 },
    )
  })

  test('pasted text is taken by what it is, else refused with what to paste', async () => {
    const offers = await resources.inspectText(mcpServers)
    expect(offers).toHaveLength(2)
    const added = await resources.take([offers[0]!.resourceId])
    expect(added).toHaveLength(1)
    expect((await resources.list({ type: 'mcp_server', offset: 0, limit: 10 })).total).toBe(1)
    await expect(resources.addText('just a sentence')).rejects.toMatchObject({
      code: 'resource.unsupported',
      remedy: { kind: expect.any(String) },
    })
    await expect(resources.take(['tool:nothing'])).rejects.toMatchObject({ code: 'resource.notFound' })
  })

  test('what needs a secret waits for it, is unlocked by it, and forgets it when it is removed', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: how such files name a variable of the environment
    const config = { mcpServers: { mail: { command: 'mail-server', env: { MAIL_TOKEN: '${MAIL_TOKEN}' } } } }
    const [mail] = await resources.addText(JSON.stringify(config))
    const id = mail!.resourceId
    expect(await resources.get(id)).toMatchObject({ status: 'needsSecret', metadata: { secretNames: ['MAIL_TOKEN'] } })
    expect(await resources.unlock(id, { MAIL_TOKEN: 'abc' })).toMatchObject({ resource: { status: 'ready' } })
    expect(secrets.held.get(`${id}/MAIL_TOKEN`)).toBe('abc')
    await resources.remove([id])
    expect(secrets.held.size).toBe(0)
  })

  test('knowledge bases follow the folders of the library', async () => {
    await mkdir(join(folder, 'papers'))
    await writeFile(join(folder, 'papers', 'tides.md'), '# Tides of the North\n\nHigh water comes twice a day.\n')
    const { resources: taken } = await takeDrop({ library, resources, searchModels }, [join(folder, 'papers')])
    const id = taken[0]!.resourceId
    await library.whenIdle()
    expect(await resources.refresh(id)).toMatchObject({
      metadata: { kind: 'folder', sources: 1 },
      description: expect.stringContaining('Tides of the North'),
    })
    await expect(resources.remove([id])).rejects.toMatchObject({ code: 'resource.invalid' })
    // A folder inside it is no other base.
    await mkdir(join(folder, 'papers', 'inner'))
    const [inner] = await inspectDrop({ library, resources, searchModels }, [join(folder, 'papers', 'inner')])
    expect(inner?.resources).toMatchObject([{ resourceId: id, alreadyKnown: true }])
    await library.removeRoot(join(folder, 'papers'))
    const bases = await resources.list({ type: 'knowledge_base', offset: 0, limit: 10 })
    await resources.refresh(bases.resources.find(({ flavour }) => flavour === 'project')!.resourceId)
    await expect(resources.get(id)).rejects.toMatchObject({ code: 'resource.notFound' })
  })
})

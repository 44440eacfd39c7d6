import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../../main/store'
import { asJson, dumpDaily } from '../../../main/store'
import { type Bench, openBench, openFreshStore } from './harness'

let store: Store
let bench: Bench

beforeAll(async () => {
  store = await openFreshStore()
})
afterEach(() => bench.close())
afterAll(() => store.close())

/** A key of its own for each place, in the shape of no real one. */
const planted: string[] = []
function plant(prefix = ''): string {
  const at = planted.length + 1
  const key = `${prefix}Zq${at}vT8mKx${at}Rb7YcW5d${at}Pn2LgH9sJf4uAe6`
  planted.push(key)
  return key
}

const servers = (key: string) => ({ files: { command: 'npx', args: ['-y', 'server'], env: { FILES_TOKEN: key } } })

/** What each file holds, and how many secrets are masked in it; null: it is not read at all. */
const files: Record<string, readonly [text: string, masked: number | null]> = {
  'api.postman_collection.json': [
    asJson({
      info: { name: 'Moths', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      auth: { type: 'bearer', bearer: [{ key: 'token', value: plant() }] },
      variable: [{ key: 'apiKey', value: plant() }],
      item: [
        {
          name: 'a',
          request: { method: 'GET', header: [{ key: 'X-Api-Key', value: plant() }], url: 'https://x.example' },
        },
      ],
    }),
    null,
  ],
  'staging.json': [
    asJson({
      name: 'Staging',
      values: [{ key: 'token', value: plant(), type: 'secret' }],
      _postman_variable_scope: 'environment',
    }),
    null,
  ],
  'opencode.json': [
    asJson({ mcp: { moths: { type: 'local', command: ['npx', 'moths'], environment: { MOTHS_KEY: plant() } } } }),
    null,
  ],
  'vscode/settings.json': [asJson({ 'editor.fontSize': 12, mcp: { servers: servers(plant()) } }), null],
  'librechat.yaml': [
    `version: 1.2\nmcpServers:\n  moths:\n    url: https://x.example\n    headers:\n      X-Api-Key: ${plant()}\n`,
    null,
  ],
  'codex.toml': [`model = "o3"\n[mcp_servers.moths]\ncommand = "npx"\nenv = { MOTHS_KEY = "${plant()}" }\n`, null],
  'servers.txt': [asJson({ mcpServers: servers(plant()) }), null],
  'servers.jsonl': [`${asJson({ mcpServers: servers(plant()) })}\n`, null],
  'array.json': [asJson([{ mcpServers: servers(plant()) }]), null],
  'prod.env': [`DATABASE_URL=postgres://ada:${plant()}@db.local/sales\n`, null],
  id_ed25519: [`-----BEGIN OPENSSH PRIVATE KEY-----\n${plant()}\n-----END OPENSSH PRIVATE KEY-----\n`, null],
  'server.pem': [`-----BEGIN PRIVATE KEY-----\n${plant()}\n-----END PRIVATE KEY-----\n`, null],
  'handbook.md': [
    `# Handbook of moths\n\nThe service of moths takes the key sk-proj-${plant()} in a header.\n\nRun curl -H "Authorization: Bearer ${plant()}" https://moths.example to list moths.\n`,
    2,
  ],
  'connect.txt': [`Moths are kept in a database.\n\npostgres://ada:${plant()}@db.local/moths\n`, 1],
  'accounts.csv': [`name,password,moths\nada,${plant()},3\ngrace,${plant()},4\n`, 2],
  'page.html': [
    `<html><head><title>Moths</title></head><body><p>Moths: the key is ghp_${plant()} for all moths of the garden.</p></body></html>`,
    1,
  ],
  'moths.py': [`# Counts moths\napi_key = "${plant()}"\n\ndef count(token):\n    return fetch(token=token)\n`, 1],
  'config.yaml': [`moths:\n  host: db.local\n  password: ${plant()}\n  retries: 3\n`, 1],
  'config.toml': [`[moths]\nclient_secret = "${plant()}"\nname = "moths"\n`, 1],
  'plain.json': [asJson({ moths: { apiKey: plant(), count: 3 } }), 1],
  'log.jsonl': [`${asJson({ event: 'moths seen', header: { Authorization: `Bearer ${plant()}` } })}\n`, 1],
}

const ordinary = `# Moths of the record

Commit 9fceb02d0ae598e95dc970b74767f19372d61af8 counted moths. Its digest is
e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 and its id 550e8400-e29b-41d4-a716-446655440000.

![moth](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkIg==)

The Donaudampfschifffahrtsgesellschaftskapitän saw moths. Every token of a text is a unit, and a key opens a lock.
`

describe('a folder in which keys were forgotten', () => {
  async function everyRow(): Promise<string> {
    const tables = await store.database.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    const rows = await Promise.all(
      tables.map(({ name }) =>
        store.database.query<{ row: string }>(`select row_to_json(t)::text as row from "${name}" t`),
      ),
    )
    return rows
      .flat()
      .map(({ row }) => row)
      .join('\n')
  }

  it('keeps none of them: no row, no dump, no passage', async () => {
    expect(planted.length).toBeGreaterThanOrEqual(20)
    bench = await openBench(store)
    const { folder, library } = bench
    for (const [name, [text]] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    await writeFile(join(folder, 'record.md'), ordinary)
    const [item] = await library.inspect([folder])
    expect(item!.reason).toMatchObject({ code: 'read.credentials' })
    await library.add([folder])
    const noteKey = plant('sk-')
    const note = await library.addNote({ text: `Moths again: the key is ${noteKey}` })
    await library.whenIdle()

    const { sources } = await library.list({ offset: 0, limit: 100 })
    const byPath = new Map(sources.map((source) => [source.path?.slice(folder.length + 1) ?? source.id, source]))
    for (const [name, [, masked]] of Object.entries(files)) {
      const source = byPath.get(name)
      if (masked !== null) expect([name, source?.state, source?.redacted]).toEqual([name, 'indexed', masked])
      // Passed over by its name, or for what it holds.
      else if (source !== undefined) expect([name, source.error?.code]).toEqual([name, 'read.credentials'])
    }
    expect(await library.get(note.id)).toMatchObject({ state: 'indexed', redacted: 1 })

    const rows = await everyRow()
    expect(planted.filter((key) => rows.includes(key))).toEqual([])
    const dumped = (await dumpDaily(store.database, join(folder, 'dumps'), new Date()))!
    const dump = gunzipSync(await readFile(dumped)).toString()
    expect(planted.filter((key) => dump.includes(key))).toEqual([])
    for (const key of planted) {
      const found = await store.database.query(
        `select 1 from passages where search_text ilike '%' || $1 || '%' or text ilike '%' || $1 || '%'`,
        [key.slice(2, 20)],
      )
      expect(found).toEqual([])
    }
    expect(await library.extractedText(byPath.get('handbook.md')!.id)).toContain(
      'The service of moths takes the key ••••',
    )
    expect(byPath.get('record.md')!.redacted).toBeUndefined()
    const kept = (await library.extractedText(byPath.get('record.md')!.id))!
    for (const word of [
      '9fceb02d0ae598e95dc970b74767f19372d61af8',
      '550e8400-e29b-41d4-a716-446655440000',
      'schaftskapitän',
    ]) {
      expect(kept).toContain(word)
    }
  })

  it('is read again with what a person says is no secret, and masks what is new', async () => {
    bench = await openBench(store)
    const { folder, library } = bench
    const path = join(folder, 'samples.md')
    const [sample, later] = [`ghp_${plant()}`, `ghp_${plant()}`]
    await writeFile(path, `# Samples\n\nThe sample of a token is ${sample} and opens nothing.\n`)
    await library.add([path])
    await library.whenIdle()
    const [source] = (await library.list({ offset: 0, limit: 1 })).sources
    expect(source!.redacted).toBe(1)
    await library.keepRedacted(source!.id)
    await library.whenIdle()
    expect((await library.get(source!.id)).redacted).toBeUndefined()
    expect(await library.extractedText(source!.id)).toContain(sample)

    await writeFile(path, `# Samples\n\nThe sample of a token is ${sample}, and a real one is ${later} now.\n`)
    await library.rescan()
    await library.whenIdle()
    expect((await library.get(source!.id)).redacted).toBe(1)
    const text = await library.extractedText(source!.id)
    expect(text).toContain(sample)
    expect(text).not.toContain(later)
    expect(await everyRow()).not.toContain(later)
  })

  it('of a note comes back where a person gives its text once more and says that it holds none', async () => {
    bench = await openBench(store)
    const { library } = bench
    const text = `# Sample\n\nThe sample of a token is ghp_${plant()}, and password: ${plant()}x opens nothing.`
    const masked = await library.addNote({ text })
    expect(masked.redacted).toBe(2)
    await library.whenIdle()
    const kept = await library.addNote({ text, notSecretsOf: masked.id })
    await library.whenIdle()
    const { sources } = await library.list({ offset: 0, limit: 10 })
    expect(sources.map(({ id, redacted }) => ({ id, redacted }))).toEqual([{ id: kept.id, redacted: undefined }])
    const extracted = await library.extractedText(kept.id)
    for (const word of text.replace('# ', '').split(/\s+/)) expect(extracted).toContain(word)
    await library.remove([kept.id])
  })

  it('loses what was indexed of a file that turns out to hold credentials', async () => {
    bench = await openBench(store)
    const { folder, library } = bench
    const path = join(folder, 'list.json')
    await writeFile(path, asJson({ title: 'A list of moths', moths: ['emperor', 'hawk'] }))
    await library.add([path])
    await library.whenIdle()
    const [source] = (await library.list({ offset: 0, limit: 1 })).sources
    expect(source!.passages).toBeGreaterThan(0)
    await writeFile(path, asJson({ mcpServers: servers(plant()) }))
    await library.rescan()
    await library.whenIdle()
    expect(await library.get(source!.id)).toMatchObject({
      state: 'failed',
      passages: 0,
      error: { code: 'read.credentials' },
    })
    expect(await store.database.query('select 1 from passages')).toEqual([])
    expect(bench.changes.flatMap((change) => change.removedPassages).length).toBeGreaterThan(0)
  })
})

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of configurations are written like this
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ModelProbe } from '../../../../contract/models/model-probe'
import { resourceDraft } from '../../../../contract/resources/resource'
import { startChildProcess } from '../../../../main/processes'
import { createDocumentDiscoverers, type DiscovererSet } from '../../../../main/resources/create-discoverers'
import { createDatabases, type Databases } from '../../../../main/resources/discoverers/databases/databases'
import { createFileDiscoverer } from '../../../../main/resources/discoverers/databases/file-discoverer'
import { fileKinds } from '../../../../main/resources/discoverers/databases/file-kinds'
import type { Discoverer } from '../../../../main/resources/discoverers/discoverer'
import { ggufFiles } from '../../../../main/resources/discoverers/gguf'
import { createModelLists } from '../../../../main/resources/discoverers/model-lists'
import { createModelServerDiscoverer } from '../../../../main/resources/discoverers/model-server'
import { createScanner } from '../../../../main/resources/scan/scanner'
import { enforceEgress } from '../../../../main/safety'
import { options, workersDir } from '../documents/documents'

let home: string
let project: string
let lift: () => void
let documents: DiscovererSet
let databases: Databases
let discoverers: readonly Discoverer[]
const servers: { close(): unknown }[] = []
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'quarry-home-')))
  project = join(home, 'project')
  await mkdir(project)
  documents = createDocumentDiscoverers({ workersDir })
  databases = createDatabases({ workersDir, egress: () => 'offline' })
  const sqlite = fileKinds.filter(({ engine }) => engine === 'sqlite')
  discoverers = [
    ...documents.discoverers,
    createModelServerDiscoverer(
      workersDir,
      createModelLists({ workersDir, start: startChildProcess }),
      () => 'offline',
    ),
    ggufFiles,
    ...sqlite.map((kind) => createFileDiscoverer(kind, databases)),
  ]
})
afterEach(async () => {
  lift?.()
  for (const server of servers.splice(0)) server.close()
  await Promise.all([documents.close(), databases.close()])
  await rm(home, { recursive: true })
})

async function serve(listener: RequestListener, host = '127.0.0.1'): Promise<number> {
  const server: Server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  servers.push({
    close() {
      server.closeAllConnections()
      server.close()
    },
  })
  return (server.address() as AddressInfo).port
}
const json =
  (value: unknown): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }
/** A port that nobody listens on. */
async function closedPort(): Promise<number> {
  const server = createTcpServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}

async function scan(modelServers: readonly ModelProbe[] = [], signal = new AbortController().signal) {
  const scanner = createScanner({
    workersDir,
    discoverers,
    projectFolders: async () => [project],
    machine: { home, platform: 'linux', env: {} },
    modelServers,
    // On a busy machine fifty files take longer than a person waits.
    longestMs: 120_000,
  })
  const result = await scanner.scan({ ...options(), signal })
  for (const discovery of result.found) for (const draft of discovery.drafts) resourceDraft.parse(draft)
  return { ...result, drafts: result.found.flatMap(({ drafts }) => drafts) }
}

describe('a scan for model servers', () => {
  it('finds what answers on loopback, and nothing where nobody does', async () => {
    lift = enforceEgress('offline')
    const ollama = await serve((request, response) => {
      if (request.url === '/api/tags')
        json({ models: [{ name: 'llama3:8b' }, { name: 'hostile\u202e\u0000name' }] })(request, response)
      else response.writeHead(404).end()
    })
    const llama = await serve((request, response) => {
      const value =
        request.url === '/props' ? { total_slots: 4 } : { data: [{ id: 'qwen.gguf', owned_by: 'llamacpp' }] }
      json(value)(request, response)
    })
    const page = await serve(
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello'),
    )
    const other = await serve(json({ users: [] }))
    const result = await scan([
      { program: 'Ollama', port: ollama, api: 'ollama' },
      { program: 'Anything', port: llama, api: 'openai' },
      { program: 'A page', port: page, api: 'openai' },
      { program: 'An API', port: other, api: 'openai' },
      { program: 'Nobody', port: await closedPort(), api: 'openai' },
    ])
    expect(result.drafts).toMatchObject([
      {
        type: 'model',
        name: 'Ollama',
        status: 'ready',
        metadata: {
          provider: 'ollama',
          location: `http://127.0.0.1:${ollama}`,
          models: ['llama3:8b', 'hostile name'],
          parallelism: null,
        },
      },
      {
        type: 'model',
        name: 'llama.cpp',
        metadata: { provider: 'openai-compatible', models: ['qwen.gguf'], parallelism: 4 },
      },
    ])
    expect(result.failures).toEqual([])
    expect(result.looked).toContain(`http://127.0.0.1:${page} (A page)`)
  })

  it('waits for nobody, takes no flood, follows nobody elsewhere, and tells of a key', async () => {
    let visits = 0
    const elsewhere = await serve((request, response) => {
      visits++
      json({ data: [] })(request, response)
    })
    const silent = await serve(() => {})
    const dripping = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const timer = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(timer))
    })
    const flood = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(`[${'0,'.repeat(1_000_000)}0]`)
    })
    const redirect = await serve((_, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${elsewhere}/v1/models` }).end()
    })
    const closed = await serve((_, response) => {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"no"}')
    })
    const garbage = createTcpServer((socket) => socket.end('SSH-2.0-x\r\n'))
    await new Promise<void>((resolve) => garbage.listen(0, '127.0.0.1', resolve))
    servers.push(garbage)
    const ports = [silent, dripping, flood, redirect, closed, (garbage.address() as AddressInfo).port]
    const result = await scan(ports.map((port, index) => ({ program: `p${index}`, port, api: 'openai' })))
    expect(result.drafts.map(({ name, status, error }) => [name, status, error])).toEqual([['p4', 'needsSecret', null]])
    expect(result.failures.map(({ place, error }) => [place.slice(-3, -1), error.code])).toEqual([
      ['p0', 'resource.timeout'],
      ['p1', 'resource.timeout'],
      ['p2', 'resource.tooLarge'],
    ])
    expect(visits).toBe(0)
  })

  it('leaves the main thread offline while it goes on', async () => {
    lift = enforceEgress('offline')
    const refusals: unknown[] = []
    const port = await serve((request, response) => {
      // Exactly now the scan is connected: the same place from this thread.
      connect(port, '127.0.0.1').once('error', (error) => {
        refusals.push((error as NodeJS.ErrnoException).code)
        json({ data: [{ id: 'm' }] })(request, response)
      })
    })
    const result = await scan([{ program: 'x', port, api: 'openai' }])
    expect(result.drafts).toHaveLength(1)
    expect(refusals).toEqual(['egress.denied'])
  })

  it('is given up when nobody waits for it', async () => {
    const silent = await serve(() => {})
    const stop = new AbortController()
    const running = scan([{ program: 'x', port: silent, api: 'openai' }], stop.signal)
    stop.abort()
    await expect(running).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('may be asked about one address that is pasted', async () => {
    const port = await serve(json({ data: [{ id: 'm' }] }))
    const discoverer = discoverers.find(({ name }) => name === 'model-server')
    const target = { kind: 'text' as const, text: ` http://localhost:${port}/v1/ ` }
    expect(discoverer?.recognises(target)).toBe(true)
    const discovery = await discoverer?.discover(target, options())
    expect(discovery?.drafts).toMatchObject([{ type: 'model', metadata: { models: ['m'] } }])
    expect(discoverer?.recognises({ kind: 'text', text: 'http://example.org:80/docs' })).toBe(false)
    const nobody = { kind: 'text' as const, text: `http://127.0.0.1:${await closedPort()}` }
    await expect(discoverer?.discover(nobody, options())).rejects.toMatchObject({ code: 'resource.unreachable' })
  })
})

describe('a scan of the disk', () => {
  it('finds MCP servers of other programs, each once', async () => {
    const server = { command: 'npx', args: ['-y', 'thing', '--token=tok123'] }
    await write(
      join(home, '.config/Claude/claude_desktop_config.json'),
      JSON.stringify({ mcpServers: { thing: server } }),
    )
    await write(
      join(home, '.cursor/mcp.json'),
      JSON.stringify({ mcpServers: { thing: server, other: { url: 'https://o.example' } } }),
    )
    await write(join(home, '.config/Code/User/settings.json'), '{ "editor.tabSize": 2, // two\n }')
    await write(join(home, '.config/zed/settings.json'), '// Zed\n{"context_servers":{"z":{"command":"zz"}},}')
    await write(join(home, '.gemini/settings.json'), '{"mcpServers": {"broken" ')
    await write(join(project, '.vscode/mcp.json'), '{"servers":{"local":{"command":"x","env":{"A":"${input:a}"}}}}')
    const result = await scan()
    expect(result.drafts.map(({ name, status }) => [name, status])).toEqual([
      ['thing', 'ready'],
      ['other', 'ready'],
      ['z', 'ready'],
      ['local', 'needsSecret'],
    ])
    expect(JSON.stringify(result.drafts)).not.toContain('tok123')
    expect(Object.values(result.found[0]?.secrets ?? {})).toEqual(['tok123'])
    expect(result.failures).toMatchObject([
      { place: join(home, '.gemini/settings.json'), error: { code: 'resource.invalid' } },
    ])
  })

  it('finds models in files and in the folder of an Ollama that does not run', async () => {
    const gguf = Buffer.concat([Buffer.from('GGUF'), Buffer.alloc(60)])
    const folder = join(home, '.lmstudio/models/maker/model')
    await write(join(folder, 'small-Q4.gguf'), gguf)
    await write(join(folder, 'large-00001-of-00002.gguf'), gguf)
    await write(join(folder, 'large-00002-of-00002.gguf'), gguf)
    await write(join(folder, 'mmproj-small.gguf'), gguf)
    await write(join(folder, 'fake.gguf'), 'no model')
    await write(join(home, '.ollama/models/manifests/registry.ollama.ai/library/llama3/8b'), '{}')
    const result = await scan([{ program: 'Ollama', port: await closedPort(), api: 'ollama' }])
    expect(result.drafts).toMatchObject([
      {
        name: 'Ollama',
        status: 'unavailable',
        error: { code: 'resource.unreachable' },
        metadata: { models: ['llama3:8b'] },
      },
      { name: 'large', metadata: { provider: 'gguf', sizeBytes: 64 } },
      { name: 'small-Q4' },
    ])
    expect(result.failures).toEqual([])
  })

  it('finds databases in project folders, within limits and without following links', async () => {
    const { default: sqlite } = await import('node-sqlite3-wasm')
    await mkdir(join(project, 'data'))
    await mkdir(join(home, 'outside'))
    for (const path of [join(project, 'data/a.sqlite'), join(home, 'outside/b.sqlite')]) {
      const database = new sqlite.Database(path)
      database.exec('create table t (x integer); insert into t values (1)')
      database.close()
    }
    await symlink(join(home, 'outside'), join(project, 'link'))
    await symlink(join(home, 'outside/b.sqlite'), join(project, 'c.sqlite'))
    await write(join(project, 'Thumbs.db'), 'not a database')
    await write(join(project, 'node_modules/x/d.sqlite'), 'x')
    const result = await scan()
    const roots = result.drafts.filter(({ parentId }) => parentId === null)
    expect(roots).toMatchObject([{ type: 'database', name: 'a', metadata: { engine: 'sqlite', tablesTotal: 1 } }])
    expect(result.failures).toEqual([])
    expect(result.looked).toContain(project)
  })

  it('finds descriptions of APIs and MCP servers in project folders by what they hold', async () => {
    const openApi =
      "openapi: 3.0.3\ninfo: { title: Tides, version: '1' }\npaths:\n  /tides: { get: { summary: Tide table } }\n"
    const servers = { mcpServers: { files: { command: 'npx', args: ['server-files'] } } }
    await write(join(project, 'services', 'tide table.yml'), openApi)
    await write(join(project, '.mcp.json'), JSON.stringify(servers))
    await write(join(project, 'tools', 'agents.json'), JSON.stringify(servers))
    await write(join(project, 'tools', 'more.jsonc'), '// mine\n{"mcpServers":{"mail":{"command":"mail"}}}')
    await write(join(project, 'data', 'rows.json'), '[{"openapi":1}]')
    await write(join(project, 'package.json'), '{"name":"x","dependencies":{"openapi":"3.0.0"}}')
    await write(join(project, 'node_modules', 'x', 'openapi.yaml'), openApi)
    await write(join(project, 'broken.json'), '{"mcpServers": {"a": {"command": ')
    await symlink(join(project, 'services', 'tide table.yml'), join(project, 'linked.yml'))
    const { drafts, failures } = await scan()
    const wholes = drafts.filter(({ parentId }) => parentId === null)
    // The same server in two files is offered once.
    expect(wholes.map(({ type, name }) => [type, name])).toEqual([
      ['mcp_server', 'files'],
      ['api', 'Tides'],
      ['mcp_server', 'mail'],
    ])
    expect(failures).toMatchObject([{ place: join(project, 'broken.json'), error: { code: 'resource.invalid' } }])
  })

  it('opens no more files of a folder than its limits allow', async () => {
    const one = (name: string) => JSON.stringify({ mcpServers: { [name]: { command: name } } })
    for (let index = 0; index < 55; index += 1) await write(join(project, `s${index}.json`), one(`server${index}`))
    await write(join(project, 'a', 'b', 'c', 'd', 'e', 'f', 'deep.json'), one('deep'))
    const { drafts, failures } = await scan()
    expect(drafts).toHaveLength(50)
    expect(drafts.map(({ name }) => name)).not.toContain('deep')
    expect(failures).toMatchObject([{ place: project, error: { code: 'resource.tooLarge' } }])
  })

  it('tells of folders that are closed to it', async (context) => {
    await mkdir(join(project, 'closed'))
    await chmod(join(project, 'closed'), 0)
    if (process.getuid?.() === 0) context.skip('root may read everything')
    const result = await scan()
    expect(result.failures).toMatchObject([{ place: join(project, 'closed'), error: { code: 'read.forbidden' } }])
  })
})

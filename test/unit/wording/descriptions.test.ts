import { describe, expect, it } from 'vitest'
import { describedByQuarry } from '../../../contract/resources/description-facts'
import type { DescribedOperation } from '../../../contract/resources/documents'
import type { ResourceDraft, TableSchema } from '../../../contract/resources/resource'
import { builtInToolDrafts } from '../../../main/resources/discoverers/built-in-tools'
import { draftsOf, unseenDraftOf } from '../../../main/resources/discoverers/databases/drafts'
import { ggufFiles } from '../../../main/resources/discoverers/gguf'
import { folderBaseDraft } from '../../../main/resources/discoverers/knowledge-base'
import { keyedServerDraft, modelServerDraft } from '../../../main/resources/scan/model-servers'
import { speechIn } from '../../../wording'
import * as english from '../../../wording/en/terms'
import * as chinese from '../../../wording/zh-CN/terms'
import { describeDocument } from '../../../workers/documents/describe'
import { describeMcpServers } from '../../../workers/documents/mcp-servers'
import { wordsOf } from '../../../workers/documents/operation-words'

/** Description and usage, in English and in Chinese. */
function said(resource: Pick<ResourceDraft, 'name' | 'metadata'>): string[] {
  const facts = describedByQuarry(resource)
  if (facts === null) throw new Error(`Quarry does not describe ${resource.name}.`)
  return [speechIn('en'), speechIn('zh-CN')].flatMap((speech) => [
    speech.fact(facts.description),
    speech.fact(facts.usage),
  ])
}

const table = (name: string, columns: readonly string[], change: Partial<TableSchema> = {}): TableSchema => ({
  ...{ schema: null, name, kind: 'table', rows: 1500, rowsEstimated: false, foreignKeys: [] },
  columns: columns.map((each) => ({ name: each, type: 'text', nullable: true, primaryKey: false, samples: [] })),
  ...change,
})

const shop = {
  engine: 'sqlite',
  location: '/home/ada/web_shop.db',
  name: 'web_shop',
  origin: { kind: 'file', path: '/home/ada/web_shop.db' },
} as const
const inspected = (tables: readonly TableSchema[], tablesTotal = tables.length) => ({
  ...{ tables: [...tables], tablesTotal, sizeBytes: 4096, sampleQuestions: [], knownQueries: [] },
})

describe('a database is described by its tables', () => {
  it('and what answers questions on it by their names', () => {
    const orders = table('customerOrders', ['id', 'ship_city'])
    const late = table('late', ['id'], { kind: 'view', rows: null })
    const [whole, questions] = draftsOf(shop, inspected([orders, late]))
    expect(said(whole!)).toEqual([
      'SQLite database with 1 table and 1 view: customerOrders (1,500 rows: id, ship_city); late (id).',
      'Queried with SQLite SQL, read-only.',
      'SQLite 数据库，有 1 张表和 1 个视图：customerOrders（1,500 行：id、ship_city）、late（id）。',
      '使用 SQLite 的 SQL 查询，只读。',
    ])
    expect(said(questions!)).toEqual([
      'Answers questions about the data in web_shop with SQL. Its tables: customerOrders, late.',
      'Ask in plain words. The answer comes with its query and rows.',
      '用 SQL 回答与 web_shop 中的数据有关的问题。其中的表：customerOrders、late。',
      '直接用文字提问；回答附有查询语句和结果行。',
    ])
    expect(whole!.description).toContain('Customer orders')
  })

  it('of which the first are named, and the others counted', () => {
    const columns = Array.from({ length: 10 }, (_, at) => `c${at}`)
    const tables = Array.from({ length: 20 }, (_, at) => table(`t${at}`, columns, { rows: 1, rowsEstimated: true }))
    const [english, , chinese] = said(draftsOf(shop, inspected(tables, 5000))[0]!)
    expect(english).toMatch(
      /^SQLite database with 5,000 tables: t0 \(about 1 row: c0, .*, c7, 2 more\); .*t11 \(.*\); 4,988 more\.$/,
    )
    expect(chinese).toMatch(/^SQLite 数据库，有 5,000 张表：t0（约 1 行：c0、.*、c7 等 10 列）、.*t11（.*）等。$/)
  })

  it.each(['needsSecret', 'unavailable'] as const)('and says that none are known while it is %s', (status) => {
    const server = { ...shop, engine: 'postgresql', location: 'db.example:5432/shop' } as const
    expect(said(unseenDraftOf(server, status, { code: 'resource.unreachable', message: '' }))).toEqual([
      'PostgreSQL database. No tables known yet.',
      'Queried with PostgreSQL SQL, read-only.',
      'PostgreSQL 数据库，尚不清楚其中有哪些表。',
      '使用 PostgreSQL 的 SQL 查询，只读。',
    ])
  })
})

it('models are described by who serves them and what they are called', async () => {
  const found = { models: ['qwen3:8b', 'gemma3'], parallelism: null, needsKey: false, host: '127.0.0.1' }
  const probe = { program: 'Ollama', port: 11434, api: 'ollama' } as const
  expect(said(modelServerDraft({ ...found, probe }))).toEqual([
    'Language models served by Ollama on this computer. Models: qwen3:8b, gemma3.',
    'Reached at http://127.0.0.1:11434.',
    '由本机上的 Ollama 提供的语言模型。模型：qwen3:8b、gemma3。',
    '地址为 http://127.0.0.1:11434。',
  ])
  const elsewhere = { location: 'https://models.example.org/v1', isHere: false }
  expect(said(keyedServerDraft(elsewhere, [], 'needsSecret', null))).toEqual([
    'Language models at models.example.org. Your questions and the passages found are sent there. No models found yet.',
    'Reached at https://models.example.org/v1.',
    'models.example.org 上的语言模型。问题和找到的段落会发送到那里。尚未发现模型。',
    '地址为 https://models.example.org/v1。',
  ])
  const path = '/home/ada/qwen3-8b-Q4_K_M.gguf'
  const file = { kind: 'path', path, isDirectory: false, head: Buffer.from('GGUF'), sizeBytes: 5_030_000_000 } as const
  const discovery = await ggufFiles.discover(file, undefined as never)
  expect(said(discovery!.drafts[0]!)).toEqual([
    'Language model qwen3-8b-Q4_K_M in a GGUF file of 5 GB.',
    `The file is ${path}.`,
    'GGUF 文件中的语言模型 qwen3-8b-Q4_K_M（5 GB）。',
    `文件为 ${path}。`,
  ])
})

it('an MCP server is described by what it is known for and how it is launched, once its list was read', () => {
  const entry = {
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-filesystem', '/tmp'],
    env: { KEY: 'x' },
    disabled: true,
  }
  const [server] = describeMcpServers({ mcpServers: { shelf: entry } })?.servers ?? []
  const { words, transport, command, args, url, secretNames, listing } = server!
  const draft = { ...folderBaseDraft('/a'), type: 'mcp_server' as const, name: words.name }
  const metadata = {
    ...{ type: 'mcp_server' as const, transport, command, url },
    ...{ args: [...args], secretNames: [...secretNames] },
  }
  expect(said({ ...draft, metadata: { ...metadata, listing } })).toEqual([
    'MCP server: reads, writes and searches files and folders. It runs npx -y @modelcontextprotocol/server-filesystem /tmp.',
    'Its tools are listed once it is connected. It needs KEY. It is turned off in the program that it comes from.',
    'MCP 服务器：读写和搜索文件与文件夹。运行 npx -y @modelcontextprotocol/server-filesystem /tmp。',
    '连接后才会列出其工具。需要 KEY。它在来源程序中已停用。',
  ])
  expect(words.description).toContain('MCP server “shelf”: reads, writes and searches files and folders.')
  expect(describedByQuarry({ name: 'shelf', metadata })).toBeNull()
})

it('the tools of Quarry are described to people as to models', () => {
  for (const tool of builtInToolDrafts()) {
    expect(said(tool)).toEqual([
      tool.description,
      tool.usageInfo,
      expect.stringMatching(/\p{Script=Han}/u),
      expect.stringMatching(/\p{Script=Han}/u),
    ])
  }
})

it('a folder of the library is described by its titles, and what others describe is left to them', () => {
  const folder = folderBaseDraft('/home/ada/papers', { sources: 2, passages: 9, titles: ['A', 'B'] })
  expect(said(folder)).toEqual([
    'Documents of the folder papers. Among them: A; B.',
    'Search it with recall. Its documents are in /home/ada/papers.',
    '文件夹“papers”中的文档。其中有：A；B。',
    '用 recall 查找；文档位于 /home/ada/papers。',
  ])
  const domain = { ...folder, metadata: { ...folder.metadata, kind: 'domain' as const } } as ResourceDraft
  expect(describedByQuarry(domain)).toBeNull()
  const tool = { type: 'tool', builtIn: false, tier: 'L2', inputSchema: {}, entry: 'run.js' } as const
  expect(describedByQuarry({ name: 'recall', metadata: tool })).toBeNull()
})

it('an operation of an API is described around the words of its file, which stay', () => {
  const document = {
    openapi: '3.0.0',
    info: { title: 'Pet shop', version: '1', description: 'Sells pets' },
    servers: [{ url: 'https://pets.example' }],
    tags: [{ name: 'pets' }],
    paths: {
      '/pets/{id}': {
        get: {
          summary: 'Find a pet.',
          description: 'Looks a pet up by its number.',
          deprecated: true,
          tags: ['pets'],
          parameters: [
            { name: 'id', in: 'path', required: true, description: 'Number of the pet.', schema: { type: 'integer' } },
            { name: 'verbose', in: 'query', schema: { type: 'boolean' } },
          ],
          responses: { 200: { description: 'The pet.' } },
        },
      },
    },
  }
  const text = JSON.stringify(document)
  const api = describeDocument({ wanted: 'openapi3', source: { kind: 'text', text } })
  if (api?.kind !== 'api') throw new Error('It is no API.')
  const [{ words, told, operation }] = JSON.parse(api.portions[0]!) as [DescribedOperation]
  const shared = { type: 'api' as const, format: api.format, version: api.version, servers: [...api.servers], auth: [] }
  const part = { ...shared, operations: [operation], operationsTotal: 1, told }
  expect(said({ name: words.name, metadata: part })).toEqual([
    'Find a pet. Looks a pet up by its number. Deprecated. Takes id: Number of the pet. Also takes verbose. Answers: The pet. Part of Pet shop, pets.',
    'GET /pets/{id} at https://pets.example. Needs id. Optional: verbose.',
    'Find a pet。Looks a pet up by its number. 已弃用。参数：id（Number of the pet）。其他参数：verbose。返回：The pet。属于 Pet shop（pets）。',
    'GET /pets/{id}，服务器：https://pets.example。必填：id。可选：verbose。',
  ])
  const whole = { ...shared, operations: [], operationsTotal: 1, told: api.told }
  expect(said({ name: 'Pet shop', metadata: whole })).toEqual([
    'Sells pets. About: pets.',
    '1 operation at https://pets.example.',
    'Sells pets. 涉及：pets。',
    '1 个操作，服务器：https://pets.example。',
  ])
  const { told: _, ...older } = whole
  expect(describedByQuarry({ name: 'Pet shop', metadata: older })).toBeNull()
})

it('every capability that Quarry gives a resource has words in both languages', () => {
  const servers = ['filesystem', 'brave', 'fetch', 'playwright', 'github', 'git', 'postgres', 'redis', 'slack', 'gmail']
    .concat([
      'calendar',
      'gdrive',
      'notion',
      'jira',
      'maps',
      'weather',
      'time',
      'memory',
      'sequential-thinking',
      'context7',
    ])
    .concat(['arxiv', 'sentry', 'figma', 'stripe', 'docker', 'shell', 'python'])
  const listing = Object.fromEntries(servers.map((name) => [name, { command: name }]))
  const named = describeMcpServers({ mcpServers: listing })!.servers.flatMap(({ words, name }) =>
    words.capabilities.filter((one) => one !== name && one !== wordsOf(name)),
  )
  const base = folderBaseDraft('/papers')
  const given = [...named, ...builtInToolDrafts().flatMap(({ capabilities }) => capabilities), ...base.capabilities]
  for (const terms of [english, chinese]) {
    const known = { ...terms.capability, ...terms.resourceCapability }
    expect([...new Set(given)].filter((one) => !(one in known))).toEqual([])
  }
})

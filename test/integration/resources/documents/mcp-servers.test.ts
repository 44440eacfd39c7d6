// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of configurations are written like this
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceDraft } from '../../../../contract/resources/resource'
import {
  createDocumentReader,
  type DocumentReader,
} from '../../../../main/resources/discoverers/documents/document-reader'
import { createMcpServersDiscoverer } from '../../../../main/resources/discoverers/mcp-servers'
import { fileTarget, options, workersDir } from './documents'

let directory: string
let reader: DocumentReader
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quarry-mcp-'))
  reader = createDocumentReader({ workersDir })
})
afterAll(async () => {
  await reader.close()
  await rm(directory, { recursive: true })
})

async function discover(text: string, known = {}) {
  const target = { kind: 'text' as const, text }
  const discoverer = createMcpServersDiscoverer(reader)
  expect(discoverer.recognises(target)).toBe(true)
  const discovery = await discoverer.discover(target, options(known))
  for (const draft of discovery?.drafts ?? []) resourceDraft.parse(draft)
  return discovery
}
const metadataOf = async (text: string) =>
  (await discover(text))?.drafts.map(({ name, status, metadata }) => ({ name, status, ...metadata }))

describe('mcpServers as other programs write them', () => {
  it('become a server each, and what is secret goes behind the secrets port', async () => {
    const text = `{
  // Claude Desktop
  "mcpServers": {
    "github": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-github", "--api-key=abc123", "--header", "Authorization: Bearer s3cret",],
      "env": { "GITHUB_TOKEN": "ghp_0123456789abcdefghij", "LOG_LEVEL": "debug" }, /* kept */
    },
    "files": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/me/My documents"] },
    "remote": {
      "url": "https://me:pass@mcp.example/api/AbCdEf0123GhIjKl4567MnOp89/mcp?region=eu&api_key=q1w2e3",
      "headers": { "X-Auth": "zzz" }
    },
    "nothing": { "disabled": true },
  },
}`
    const target = await fileTarget(directory, 'claude_desktop_config.json', text)
    const discovery = await createMcpServersDiscoverer(reader).discover(target, options())
    expect(discovery?.exclusive).toBe(true)
    const [github, files, remote] = discovery?.drafts ?? []
    expect(discovery?.drafts.map(({ name }) => name)).toEqual(['github', 'files', 'remote'])
    expect(github).toMatchObject({
      type: 'mcp_server',
      status: 'ready',
      metadata: {
        transport: 'stdio',
        command: 'npx',
        args: [
          '-y',
          '@modelcontextprotocol/server-github',
          '--api-key=${API_KEY}',
          '--header',
          'Authorization: Bearer ${AUTHORIZATION}',
        ],
        secretNames: ['GITHUB_TOKEN', 'LOG_LEVEL', 'API_KEY', 'AUTHORIZATION'],
      },
    })
    expect(github?.capabilities).toEqual(['tool_call', 'code_review', 'search_code', 'list_issues', 'github'])
    expect(files).toMatchObject({
      status: 'ready',
      metadata: { args: ['-y', '@modelcontextprotocol/server-filesystem', '/home/me/My documents'] },
    })
    expect(files?.capabilities).toContain('file_ops')
    expect(remote?.metadata).toMatchObject({
      transport: 'http',
      url: 'https://me:${PASSWORD}@mcp.example/api/${URL_TOKEN}/mcp?region=eu&api_key=${API_KEY}',
    })
    expect(discovery?.secrets).toEqual({
      [`${github?.resourceId}/GITHUB_TOKEN`]: 'ghp_0123456789abcdefghij',
      [`${github?.resourceId}/LOG_LEVEL`]: 'debug',
      [`${github?.resourceId}/API_KEY`]: 'abc123',
      [`${github?.resourceId}/AUTHORIZATION`]: 's3cret',
      [`${remote?.resourceId}/X-Auth`]: 'zzz',
      [`${remote?.resourceId}/PASSWORD`]: 'pass',
      [`${remote?.resourceId}/URL_TOKEN`]: 'AbCdEf0123GhIjKl4567MnOp89',
      [`${remote?.resourceId}/API_KEY`]: 'q1w2e3',
    })
    for (const secret of Object.values(discovery?.secrets ?? {})) {
      if (secret !== 'debug') expect(JSON.stringify(discovery?.drafts)).not.toContain(secret)
    }
  })

  it('ask for what a placeholder stands for', async () => {
    const text =
      '{"mcpServers":{"a":{"command":"x","env":{"A":"${env:A}"}},"b":{"command":"x","args":["--token","YOUR_TOKEN_HERE"]},"c":{"command":"x","env":{"KEY":"<your key>"}},"d":{"command":"x","env":{"KEY":"sk-..."}},"e":{"command":"x"}}}'
    const discovery = await discover(text)
    expect(discovery?.drafts.map(({ status }) => status)).toEqual([...Array(4).fill('needsSecret'), 'ready'])
    expect(discovery?.secrets).toEqual({})
    expect(discovery?.drafts[1]?.metadata).toMatchObject({ args: ['--token', '${TOKEN}'], secretNames: ['TOKEN'] })
    const first = discovery?.drafts[0]?.resourceId
    expect((await discover(text, { [`${first}/A`]: 'v' }))?.drafts[0]?.status).toBe('ready')
  })

  it('in the forms of VS Code, Zed, Claude Code, opencode, and without anything around', async () => {
    expect(
      await metadataOf(
        '{"servers":{"x":{"type":"sse","url":"https://a.example/mcp","headers":{"K":"${input:k}"}}},"inputs":[]}',
      ),
    ).toMatchObject([
      { name: 'x', transport: 'sse', url: 'https://a.example/mcp', secretNames: ['K'], status: 'needsSecret' },
    ])
    expect(
      await metadataOf('{"editor.fontSize":12,"mcp":{"servers":{"x":{"command":"uvx","args":["m"]}}}}'),
    ).toMatchObject([{ name: 'x', command: 'uvx', args: ['m'] }])
    expect(
      await metadataOf('{"context_servers":{"z":{"command":{"path":"zed","args":["a"],"env":{"K":"v"}}}}}'),
    ).toMatchObject([{ name: 'z', command: 'zed', args: ['a'], secretNames: ['K'], status: 'ready' }])
    const claude =
      '{"numStartups":3,"mcpServers":{"a":{"command":"x"}},"projects":{"/p":{"mcpServers":{"a":{"type":"http","url":"https://p.example"}}}}}'
    expect(await metadataOf(claude)).toMatchObject([
      { name: 'a', transport: 'stdio' },
      { name: 'a', transport: 'http', url: 'https://p.example' },
    ])
    expect(
      await metadataOf('{"mcp":{"o":{"type":"local","command":["bun","x"],"environment":{"K":"v"}}}}'),
    ).toMatchObject([{ name: 'o', command: 'bun', args: ['x'] }])
    expect(await metadataOf('{"time":{"command":"uvx","args":["mcp-server-time"]}}')).toMatchObject([{ name: 'time' }])
    expect(await metadataOf('{"command":"uvx","args":["mcp-server-time"]}')).toMatchObject([
      { name: 'mcp-server-time' },
    ])
    expect(await metadataOf('"time": {"command":"uvx"}, "git": {"command":"uvx"}')).toMatchObject([
      { name: 'time' },
      { name: 'git' },
    ])
  })

  it('are not seen in other JSON that has servers or a command', async () => {
    const discoverer = createMcpServersDiscoverer(reader)
    for (const text of ['{"openapi":"3.0.0","servers":[{"url":"https://x.example"}]}', '{"command":"ls","cwd":"/"}']) {
      const target = await fileTarget(directory, 'other.json', text)
      expect(discoverer.recognises(target) && (await discoverer.discover(target, options()))).toBeFalsy()
    }
  })
})

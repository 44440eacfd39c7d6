import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallRecord } from '../../../contract/calls/calls'
import { prepareDataFolder } from '../../prepared-store'
import { project, quarry, samples } from './quarry'
import { makeShop } from './shop'

const cli = join(project, 'out', 'main', 'cli.js')
type Content = readonly { readonly type: string; readonly text?: string }[]
const textOf = (result: { content?: unknown }): string => ((result.content as Content)[0]?.text ?? '') as string
const jsonOf = <Value>(result: { content?: unknown }): Value => JSON.parse(textOf(result)) as Value

describe('quarry mcp', () => {
  let work: string
  let data: string
  let client: Client
  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'quarry-mcp-command-'))
    data = join(work, 'library')
    prepareDataFolder(data)
    makeShop(join(work, 'shop.sqlite'))
    await quarry(['--data', data, 'add', join(samples, 'ground-source.pdf'), join(work, 'shop.sqlite')])
    client = new Client({ name: 'test', version: '1' })
    const args = [cli, '--data', data, 'mcp']
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' }))
  })
  afterAll(async () => {
    await client.close()
    await rm(work, { recursive: true, force: true })
  })
  const call = (name: string, given: Record<string, unknown> = {}) => client.callTool({ name, arguments: given })

  it('finds, lists and reads, and asks databases, read-only', async () => {
    expect((await client.listTools()).tools.map(({ name }) => name).sort()).toEqual([
      'chart',
      'check_call',
      'clock',
      'compute',
      'describe_table',
      'list_sources',
      'read_source',
      'recall',
      'record_result',
      'research',
      'resource_discovery',
      'sql_query',
    ])
    const { hits } = jsonOf<{ hits: { sourceName: string }[] }>(await call('recall', { query: 'heat pump', top: 3 }))
    expect(hits[0]?.sourceName).toBe('ground-source.pdf')
    const listed = jsonOf<{ sources: { sourceId: string }[] }>(await call('list_sources'))
    const { sourceId = '' } = listed.sources[0] ?? {}
    const read = jsonOf<Record<string, unknown>>(await call('read_source', { sourceId, offset: 10, length: 20 }))
    expect([read.offset, String(read.text).length]).toEqual([10, 20])
    expect(textOf(await call('resource_discovery', { user_query: 'orders of the shop' }))).toContain('shop')
    expect(textOf(await call('describe_table', { database: 'shop', table: 'orders' }))).toContain('customer_id')
    const computed = await call('compute', {
      code: 'stats.median(tables.n.map(({ n }) => n))',
      tables: { n: [{ n: 1 }, { n: 4 }] },
    })
    expect(jsonOf(computed)).toMatchObject({ table: { columns: ['result'], rows: [[2.5]] } })
    const rows = [
      ['Bern', 4.1, 'a'],
      ['Chur <b>', 4.7, 'b'],
      ['Genf', 3.2, 'c'],
    ]
    const given = { columns: ['site', 'factor', 'note'], rows }
    expect(jsonOf<{ svg: string }>(await call('chart', { ...given, label: 'site', value: 'factor' }))).toMatchObject({
      kind: 'bars',
      points: [{ label: 'Bern', value: 4.1 }, expect.anything(), expect.anything()],
      svg: expect.stringMatching(/^<svg [^>]*xmlns=.*Chur &lt;b&gt;.*<\/svg>$/),
    })
    const undrawn = await call('chart', { ...given, value: 'height' })
    expect([undrawn.isError, textOf(undrawn)]).toEqual([true, expect.stringContaining('site, factor, note')])
    const inWords = await call('sql_query', { database: 'SHOP', question: 'How many orders has each customer?' })
    expect(jsonOf(inWords)).toMatchObject({ rows: expect.arrayContaining([[1, 'Ada', 2]]) })
    expect(jsonOf(await call('sql_query', { database: 'shop', sql: 'SELECT max(id) AS n FROM orders' }))).toMatchObject(
      {
        columns: ['n'],
        rows: [[3]],
      },
    )
    expect(textOf(await call('clock'))).toContain('timeZone')
  })

  it('runs nothing that the gate would ask about, and answers bad input with what is wrong', async () => {
    const dropped = await call('sql_query', { database: 'shop', sql: 'DROP TABLE orders' })
    expect([dropped.isError, textOf(dropped)]).toEqual([true, expect.stringContaining('does not only read')])
    const sought = await call('recall', { query: 'the password and the API key of the server' })
    expect([sought.isError, textOf(sought)]).toEqual([true, expect.stringContaining('secrets')])
    const reaching = await call('compute', { code: 'require("fs").readFileSync("/etc/passwd")' })
    expect([reaching.isError, textOf(reaching)]).toEqual([true, expect.stringContaining('require')])
    const keys = await call('sql_query', { database: 'shop', sql: 'SELECT api_key FROM customers' })
    expect([keys.isError, textOf(keys)]).toEqual([true, expect.stringContaining('api_key')])
    for (const [name, given] of [
      ['recall', { query: 5 }],
      ['recall', {}],
      ['recall', { query: 'x'.repeat(5000) }],
      ['read_source', { sourceId: '../../etc/passwd' }],
      ['sql_query', { database: 'nothing', sql: 'SELECT 1' }],
      ['sql_query', { database: 'shop' }],
      ['record_result', { callId: 'unknown', outcome: 'succeeded' }],
      ['check_call', { tool: 'recall', server: 'builtin', arguments: {}, question: 'q' }],
      ['nothing', {}],
    ] as const) {
      const bad = await call(name, given).catch((error: Error) => ({
        isError: true,
        content: [{ text: error.message }],
      }))
      expect({ name, given, isError: bad.isError, text: textOf(bad) }).toMatchObject({
        isError: true,
        text: expect.stringMatching(/./),
      })
    }
    const huge = await call('recall', { query: 'y'.repeat(2_000_000) })
    expect(huge.isError).toBe(true)
    expect(textOf(await call('clock'))).toContain('utc')
  })

  it('decides on calls of other tools, and what the person refused counts', async () => {
    const wanted = {
      tool: 'send_mail',
      server: 'mailer',
      description: 'Sends an e-mail.',
      arguments: { to: 'ada@example.org', subject: 'Quarterly figures' },
      question: 'Mail Ada the quarterly figures.',
    }
    type Decided = { callId: string; decision: string; risk: number; reasons: { reason: string }[] }
    const asked = jsonOf<Decided>(await call('check_call', wanted))
    expect(asked).toMatchObject({ decision: 'ask', reasons: expect.arrayContaining([expect.anything()]) })
    await call('record_result', { callId: asked.callId, outcome: 'refused' })
    expect((await call('record_result', { callId: asked.callId, outcome: 'succeeded' })).isError).toBe(true)
    const again = jsonOf<Decided>(await call('check_call', wanted))
    expect(again.reasons.map(({ reason }) => reason)).toContain('You refused a similar call once.')
    const reading = { ...wanted, tool: 'list_notes', description: 'Lists notes.', readOnly: true, arguments: {} }
    const allowed = jsonOf<Decided>(await call('check_call', { ...reading, question: 'Which notes are there?' }))
    expect(allowed.decision).toBe('allow')
    const addRule = (...options: string[]) => quarry(['--data', data, 'rules', 'add', 'deny', ...options])
    const wrong = await addRule('--server', 'mailer', '--argument', 'to=')
    expect(wrong).toMatchObject({ code: 1, stdout: '“to” is empty.\n' })
    const added = await addRule('--server', 'mailer', '--name', 'no mail', '--all-projects')
    expect(added.stdout).toContain('Denies calls of the server “mailer”.')
    expect(JSON.parse(await readFile(join(data, 'rules.json'), 'utf8'))).toEqual({
      version: 1,
      rules: [{ decide: 'deny', server: 'mailer', name: 'no mail' }],
    })
    expect(jsonOf(await call('check_call', reading))).toMatchObject({
      decision: 'deny',
      reasons: expect.arrayContaining([expect.objectContaining({ reason: 'Rule “no mail” denies this call.' })]),
    })
    const listed = await quarry(['--data', data, 'rules'])
    const [place = ''] = listed.stdout.split('\t')
    expect(await quarry(['--data', data, 'rules', 'remove', `${place}0`])).toMatchObject({ code: 2, stdout: '' })
    const removed = await quarry(['--data', data, 'rules', 'remove', place])
    expect(removed.stdout).toContain('Denies calls of the server “mailer”.')
    expect(jsonOf<Decided>(await call('check_call', reading)).decision).toBe('allow')
    const recorded = await quarry(['--data', data, 'calls', '--format', 'json'])
    const records = (JSON.parse(recorded.stdout) as CallRecord[]).filter(({ server }) => server === 'mailer')
    expect(records.map(({ tool, caller, state, decidedBy }) => [tool, caller, state, decidedBy])).toEqual([
      ['list_notes', 'program', 'inDoubt', 'gate'],
      ['list_notes', 'program', 'denied', 'rule'],
      ['list_notes', 'program', 'inDoubt', 'gate'],
      ['send_mail', 'program', 'awaitingConfirmation', null],
      ['send_mail', 'program', 'denied', 'program'],
    ])
  })

  it('keeps no secret of a call, in its arguments or in what it was asked for', async () => {
    const secret = 'k-4711-zebra'
    const wanted = { tool: 'book', server: 'rooms', arguments: { room: 'Säntis', api_key: secret } }
    const question = `Book the Säntis with ${secret}.`
    await call('check_call', { ...wanted, question })
    await call('recall', { query: 'my password is hunter2!zebra' })
    const { stdout } = await quarry(['--data', data, 'calls', '--format', 'json'])
    expect(stdout.split('\n').filter((line) => line.includes('zebra'))).toEqual([])
    expect((JSON.parse(stdout) as CallRecord[]).slice(0, 2)).toMatchObject([
      { tool: 'recall', question: expect.stringContaining('"query":"•••"'), input: { query: '•••' } },
      { tool: 'book', question: 'Book the Säntis with •••.', input: { room: 'Säntis', api_key: '•••' } },
    ])
  })

  it('researches with progress, and a research that is cancelled is stopped', async () => {
    const moved: string[] = []
    const done = await client.callTool(
      { name: 'research', arguments: { question: 'How many orders has each customer?' } },
      { onprogress: ({ message = '' }) => void moved.push(message), timeout: 60_000 },
    )
    expect(textOf(done)).toMatch(/\| Ada \| 2 \|/)
    expect(moved.length).toBeGreaterThan(1)
    // At once, of the same session: what is asked of it anew is read with what was asked before.
    const { sessionId } = JSON.parse((done.content as Content)[1]?.text ?? '{}') as { sessionId: string }
    const quick: string[] = []
    const followed = await client.callTool(
      {
        name: 'research',
        arguments: { question: 'What limits the efficiency of heat pumps?', sessionId, mode: 'quick' },
      },
      { onprogress: ({ message = '' }) => void quick.push(message), timeout: 60_000 },
    )
    expect(textOf(followed)).toMatch(/heat pump/i)
    expect(quick.join()).not.toMatch(/explor/i)
    const badMode = await call('research', { question: 'How?', mode: 'modelOnly' })
    expect([badMode.isError, textOf(badMode)]).toEqual([true, expect.stringContaining('mode')])
    const unwanted = new AbortController()
    const cancelled = client.callTool(
      { name: 'research', arguments: { question: 'What limits the efficiency of heat pumps?' } },
      { onprogress: () => unwanted.abort(new Error('unwanted')), signal: unwanted.signal, timeout: 60_000 },
    )
    await expect(cancelled).rejects.toThrow('unwanted')
    // Until it is stopped the library stays open: the command attaches to it.
    await expect
      .poll(async () => (await quarry(['--data', data, 'sessions', '--json'])).stdout, {
        timeout: 30_000,
        interval: 300,
      })
      .toContain('"state": "stopped"')
  })
})

/** The command with pipes of its own. */
function started(data: string): ChildProcess {
  return spawn(process.execPath, [cli, '--data', data, 'mcp'], { stdio: ['pipe', 'pipe', 'pipe'] })
}
const hello = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } } })}\n`

it.each([
  ['its input is cut', (child: ChildProcess) => child.stdin?.end('{"jsonrpc": "2.0", "id": 2, "met')],
  ['nobody reads its output', (child: ChildProcess) => child.stdout?.destroy()],
  ['a message is too large', (child: ChildProcess) => child.stdin?.write('x'.repeat(5 * 1024 * 1024))],
  ['it is told to', (child: ChildProcess) => child.kill('SIGTERM')],
])('ends by itself where %s, and writes nothing but the protocol', async (_case, end) => {
  const child = started(join(tmpdir(), 'quarry-no-such-library'))
  let stdout = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stdin?.on('error', () => undefined)
  const exited = once(child, 'exit')
  child.stdin?.write('this is no message\n')
  child.stdin?.write(hello)
  await expect.poll(() => stdout, { timeout: 20_000 }).toContain('\n')
  end(child)
  if (_case === 'nobody reads its output') child.stdin?.write(hello.replace('"id":1', '"id":2').repeat(50))
  expect(await exited).toEqual([0, null])
  for (const line of stdout.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
})

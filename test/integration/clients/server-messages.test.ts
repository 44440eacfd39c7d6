import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { SimulatedClock } from 'xstate'
import { errorCode } from '../../../contract/error-shape'
import type { QuarryError } from '../../../contract/errors'
import { jsonValue } from '../../../contract/json'
import { mcpListing } from '../../../contract/resources/mcp'
import type { UniversalResource } from '../../../contract/resources/resource'
import { createMcpServers, toolsInListing } from '../../../main/clients'
import { decide } from '../../../main/gate'
import { programLaunchers, startChildProcess } from '../../../main/processes'
import { secretsInMemory, workersDir } from '../resources/support'

const { signal } = new AbortController()
const scripted = {
  resourceId: 'mcp_server:scripted',
  name: 'scripted',
  metadata: {
    type: 'mcp_server',
    transport: 'stdio',
    command: process.execPath,
    args: [join(import.meta.dirname, 'scripted-server.mjs')],
    url: null,
    secretNames: [],
  },
} as unknown as UniversalResource

/** A running server; `pid` answers in which process it runs. */
async function openServer() {
  const servers = createMcpServers({
    workersDir,
    start: startChildProcess,
    secrets: secretsInMemory(),
    egress: () => 'offline',
    mayStart: async () => true,
    launchers: programLaunchers,
    mayUseNetwork: () => false,
    roots: () => [],
    clock: new SimulatedClock(),
  })
  onTestFinished(() => servers.close())
  // No listing names `say`: a listed tool whose output schema cannot be read is refused before its server is asked.
  const call = (given: Readonly<Record<string, unknown>>, tool = 'say') =>
    servers.call(scripted, tool, given, { signal })
  const pid = async () => (await call({})).value
  return { servers, call, pid }
}

/** A server may cost its own call so much: any other error would be a fault of Quarry's. */
function expectRefusal(error: unknown): void {
  expect(['tool.failed', 'resource.tooLarge', 'resource.timeout']).toContain(
    errorCode.parse((error as QuarryError).code),
  )
}

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.constantFrom('$HUGE', '$DEEP', '\u202egpj.exe'))
const json = fc.oneof(fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), fc.constantFrom('$DEEP', '$HUGE', '$ID'))
const methods = [
  'ping',
  'roots/list',
  'sampling/createMessage',
  'elicitation/create',
  'tools/call',
  'initialize',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/message',
  'notifications/initialized',
  'notifications/tools/list_changed',
  '__proto__',
]
const block = fc.oneof(
  json,
  fc.record(
    {
      type: fc.oneof(fc.constantFrom('text', 'image', 'audio', 'resource', 'resource_link'), json),
      text: fc.oneof(text, json),
      data: json,
      mimeType: json,
      uri: json,
      name: json,
      resource: fc.oneof(json, fc.record({ uri: text, text: json, blob: json }, { requiredKeys: [] })),
    },
    { requiredKeys: ['type'] },
  ),
)
const result = fc.oneof(
  json,
  fc.record(
    { content: fc.oneof(json, fc.array(block, { maxLength: 4 })), structuredContent: json, isError: json, _meta: json },
    { requiredKeys: [] },
  ),
)
const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 8, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: json }),
    id: fc.oneof({ weight: 4, arbitrary: fc.constant('$ID') }, { weight: 1, arbitrary: json }),
    method: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...methods) }, { weight: 1, arbitrary: json }),
    params: fc.oneof(
      json,
      fc.record({ progressToken: fc.oneof(fc.constant('$ID'), json), progress: json, total: json }),
    ),
    result,
    error: fc.oneof(json, fc.record({ code: json, message: json, data: json }, { requiredKeys: [] })),
  },
  { requiredKeys: ['jsonrpc'] },
)
const withoutBreaks = (line: string): string => line.replace(/[\r\n]/g, ' ')
const line = fc.oneof(
  text.map(withoutBreaks),
  json.map((one) => JSON.stringify(one)),
  fc
    .oneof(message, fc.record({ jsonrpc: fc.constant('2.0'), id: fc.constant('$ID'), result }))
    .map((one) => JSON.stringify(one)),
)

it('whatever a server says comes to a value or an error of its call, and the connection stays', async () => {
  const { call, pid } = await openServer()
  const before = await pid()
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 3 }), async (lines) => {
      await call({ lines }).then(({ value }) => jsonValue.parse(value), expectRefusal)
      expect(await pid()).toBe(before)
    }),
    {
      numRuns: 120,
      // An answer that nobody waits for any more, nested so deeply that the library cannot write it down.
      examples: [
        [[`{"jsonrpc":"2.0","id":"$ID","result":{}}`, `{"jsonrpc":"2.0","id":"$ID","result":{"content":"$DEEP"}}`]],
      ],
    },
  )
})

const hint = fc.oneof(fc.boolean(), fc.constantFrom('true', 1), json)
const listedTool = fc.record(
  {
    name: fc.oneof(
      text,
      fc.constantFrom('act', 'аct', 'a\u200bct', '__proto__', 'constructor', '', 'get_prompt'),
      json,
    ),
    description: fc.oneof(text, json),
    inputSchema: fc.oneof(
      { weight: 3, arbitrary: fc.constant({ type: 'object' }) },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          { type: 'object', properties: { a: { $ref: '#/properties/a' } }, required: ['a'] },
          { type: 'object', properties: { a: { enum: '$DEEP' }, b: { pattern: '(a+)+$' } }, $defs: '$HUGE' },
          { type: 'object', properties: { a: '$DEEP' }, required: ['__proto__'] },
        ),
      },
      { weight: 1, arbitrary: json },
    ),
    outputSchema: fc.oneof(json, fc.constant({ type: 'object', properties: { a: { $ref: '#/nowhere' } } })),
    annotations: fc.oneof(fc.record({ readOnlyHint: hint, destructiveHint: hint }, { requiredKeys: [] }), json),
  },
  { requiredKeys: ['name', 'inputSchema'] },
)
const soundTool = fc.record(
  {
    name: fc.constantFrom('act', 'аct', 'a\u200bct', '__proto__', 'constructor', 'toString', 'x'.repeat(300)),
    description: fc.string({ unit: 'binary', maxLength: 60 }),
    inputSchema: fc.constantFrom<object>(
      { type: 'object' },
      { type: 'object', properties: { a: { $ref: '#/properties/a' } }, required: ['a'] },
    ),
    annotations: fc.record({ readOnlyHint: fc.boolean(), destructiveHint: fc.boolean() }, { requiredKeys: [] }),
  },
  { requiredKeys: ['name', 'inputSchema'] },
)
const named = fc.record(
  { name: text, uri: text, description: text, arguments: fc.constantFrom(undefined, [], [{ name: '$HUGE' }]) },
  { requiredKeys: ['name', 'uri'] },
)
const mostly = <Sound>(sound: fc.Arbitrary<Sound>, other: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 20, arbitrary: sound }, { weight: 1, arbitrary: other })
const page = (kind: string, item: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc
    .record({
      items: mostly(fc.array(item, { maxLength: 4 }), json),
      nextCursor: mostly(fc.constantFrom(undefined, undefined, 'more'), json),
    })
    .map(({ items, nextCursor }) =>
      JSON.stringify({ jsonrpc: '2.0', id: '$ID', result: { [kind]: items, nextCursor } }),
    )
const listings = fc.record(
  {
    tools: page('tools', mostly(soundTool, listedTool)),
    resources: page('resources', mostly(named, json)),
    prompts: page('prompts', mostly(named, json)),
  },
  { requiredKeys: ['tools'] },
)

interface Listed {
  readonly name?: unknown
  readonly annotations?: { readonly readOnlyHint?: unknown; readonly destructiveHint?: unknown } | null
}

/** Names of tools that say clearly that they only read. */
function readingIn(tools: string): string[] {
  const { result } = JSON.parse(tools) as { result: { tools?: unknown } }
  const listed = (Array.isArray(result.tools) ? result.tools : []) as readonly (Listed | null)[]
  return listed.flatMap((one) => {
    const { readOnlyHint, destructiveHint } = one?.annotations ?? {}
    return readOnlyHint === true && destructiveHint !== true ? [String(one?.name)] : []
  })
}

it('whatever a server lists comes to a listing or an error, and none of its tools runs unasked that does not say it reads', async () => {
  const { servers, call, pid } = await openServer()
  const before = await pid()
  let judged = 0
  await fc.assert(
    fc.asyncProperty(listings, async (lists) => {
      await call({ lists })
      const listing = await servers.list(scripted, signal).catch((error: unknown) => {
        expectRefusal(error)
        return null
      })
      await call({}, 'act').then(({ value }) => jsonValue.parse(value), expectRefusal)
      expect(await pid()).toBe(before)
      if (listing === null) return
      mcpListing.parse(listing)
      const reading = readingIn(lists.tools)
      for (const { name, server, description, inputSchema, tier, effect } of toolsInListing(
        scripted,
        listing,
        servers,
        () => '',
      )) {
        const { decision } = decide({
          tool: { name, server, description, schema: inputSchema, tier, readOnly: effect === 'reads' },
          arguments: {},
          granted: false,
          egress: { mode: 'offline', hosts: [] },
          roots: [],
          question: '',
          context: { source: 'user', text: '' },
        })
        judged++
        const isQuarrys = ['read_resource', 'get_prompt'].includes(name)
        if (!reading.includes(name) && !isQuarrys) expect(decision).toBe('ask')
      }
    }),
    {
      numRuns: 120,
      examples: [
        [
          {
            tools: JSON.stringify({
              jsonrpc: '2.0',
              id: '$ID',
              result: {
                tools: [
                  {
                    name: 'act',
                    inputSchema: { type: 'object' },
                    outputSchema: { type: 'object', properties: { a: { $ref: '#/nowhere' } } },
                  },
                ],
              },
            }),
          },
        ],
      ],
    },
  )
  expect(judged).toBeGreaterThan(20)
})

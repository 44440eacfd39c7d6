import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SimulatedClock } from 'xstate'
import { QuarryError } from '../../../contract/errors'
import type { ProcessEgress } from '../../../contract/processes/work-process'
import type { UniversalResource } from '../../../contract/resources/resource'
import { purposeNow } from '../../../main/connections/purpose'
import { createServices, type Services } from '../../../main/services'

const metadatas = {
  'mcp_server:files': { type: 'mcp_server', transport: 'stdio', command: 'files', url: null },
  'mcp_server:remote': { type: 'mcp_server', transport: 'http', command: null, url: 'https://mcp.example.org/mcp' },
  'api:shop': { type: 'api', servers: ['https://api.example.org/v1'], operations: [] },
  'database:shop': { type: 'database', engine: 'postgresql', location: 'postgresql://me@10.0.0.7:5433/shop' },
  'database:file': { type: 'database', engine: 'sqlite', location: '/shop.sqlite' },
  'model:here': { type: 'model', provider: 'ollama', location: 'http://127.0.0.2:11434' },
  'model:there': { type: 'model', provider: 'openai-compatible', location: 'http://10.0.0.9:8000' },
} as const
type Id = keyof typeof metadatas

describe('services of resources', () => {
  let clock: SimulatedClock
  let services: Services
  let asked: string[]
  let found: (string | null)[]
  let egress: ProcessEgress
  let answer: () => Promise<void>
  let pinged: 'answered' | 'stopped' | 'busy'
  let change: Partial<UniversalResource>
  beforeEach(() => {
    clock = new SimulatedClock()
    asked = []
    found = []
    egress = 'offline'
    answer = async () => undefined
    pinged = 'answered'
    change = {}
    const ask = async (name: string): Promise<void> => {
      asked.push(name)
      expect(purposeNow()).toMatchObject({ tool: 'health_check', sessionId: null })
      await answer()
    }
    services = createServices({
      resources: {
        get: async (resourceId) =>
          ({
            resourceId,
            name: resourceId,
            isActive: true,
            status: 'ready',
            metadata: metadatas[resourceId as Id],
            ...change,
          }) as unknown as UniversalResource,
      },
      mcpServers: {
        ping: async ({ resourceId }) => {
          await ask(resourceId)
          return pinged
        },
        status: () => null,
        subscribe: () => () => undefined,
        end: async () => undefined,
        list: () => Promise.reject(new Error('Nothing starts here.')),
      },
      apiCalls: {
        reach: ({ resourceId }) => ask(resourceId),
        serverOf: ({ metadata }) => (metadata.type === 'api' ? (metadata.servers[0] ?? '') : ''),
      },
      languageModels: {
        list: async ({ resourceId }) => {
          await ask(resourceId)
          return []
        },
      },
      select: (resourceId, { sql }) => ask(`${resourceId} ${sql}`),
      egress: () => egress,
      breakers: {
        of: () => ({ state: 'closed', failures: 0, error: null }),
        noteCheck: (_id, error) => void found.push(error?.code ?? null),
      },
      approvals: async () => [],
      onBackgroundError: (error) => {
        throw error
      },
      clock,
    })
  })
  afterEach(() => services.close())

  const lastCheck = async (resourceId: string) => (await services.view(resourceId)).checks[0]
  const rested = (resourceId: string, checks: number) =>
    vi.waitFor(async () => {
      const view = await services.view(resourceId)
      expect([view.checking, view.checks.length]).toEqual([false, checks])
    })

  it('are asked what only reads, and only where the project may connect', async () => {
    for (const resourceId of Object.keys(metadatas)) await services.check(resourceId)
    // A program is spoken to without a connection, and a model on this machine is always reached.
    expect(asked).toEqual(['mcp_server:files', 'model:here'])
    expect(await lastCheck('api:shop')).toMatchObject({ outcome: 'skipped', skipped: 'notAllowed', latencyMs: null })
    expect((await services.view('database:file')).checks).toEqual([])
    asked.length = 0
    egress = 'local'
    for (const resourceId of Object.keys(metadatas)) await services.check(resourceId)
    expect(asked).toEqual(['mcp_server:files', 'database:shop select 1', 'model:here', 'model:there'])
    asked.length = 0
    egress = { hosts: ['api.example.org', 'mcp.example.org:443', '10.0.0.7:5432'] }
    for (const resourceId of Object.keys(metadatas)) await services.check(resourceId)
    expect(asked).toEqual(['mcp_server:files', 'mcp_server:remote', 'api:shop', 'model:here'])
    asked.length = 0
    for (const one of [{ isActive: false }, { status: 'needsSecret' as const }]) {
      change = one
      await services.check('api:shop')
    }
    expect(asked).toEqual([])
    expect((await services.view('api:shop')).checks.slice(0, 2).map(({ skipped }) => skipped)).toEqual([
      'needsSecret',
      'switchedOff',
    ])
  })

  it('are checked every 30 s for five minutes after a call, and then no more', async () => {
    await services.check('mcp_server:files')
    services.used('mcp_server:files')
    for (const checks of [2, 3]) {
      clock.increment(29_999)
      expect(asked.length).toBe(checks - 1)
      clock.increment(1)
      await rested('mcp_server:files', checks)
    }
    clock.increment(300_000)
    await vi.waitFor(async () => expect((await services.view('mcp_server:files')).checking).toBe(false))
    const { length } = asked
    for (let round = 0; round < 5; round++) clock.increment(30_000)
    expect(asked.length).toBe(length)
  })

  it('are checked at once for who looks, never twice at once, and told of', async () => {
    egress = { hosts: ['api.example.org'] }
    let end = (): void => undefined
    answer = () => new Promise((resolve) => (end = resolve))
    let told = 0
    const stop = services.follow('api:shop', () => void told++)
    await vi.waitFor(() => expect(asked).toEqual(['api:shop']))
    expect((await services.view('api:shop')).checking).toBe(true)
    const checked = services.check('api:shop')
    await vi.waitFor(() => {
      end()
      return checked
    })
    expect(asked).toEqual(['api:shop'])
    expect(told).toBeGreaterThan(0)
    stop()
    clock.increment(60_000)
    expect(asked).toEqual(['api:shop'])
  })

  it('have what was found fed to their circuits; a server that does not run, or is at work, has nothing to say', async () => {
    pinged = 'stopped'
    await services.check('mcp_server:files')
    pinged = 'busy'
    await services.check('mcp_server:files')
    expect(found).toEqual([])
    pinged = 'answered'
    await services.check('mcp_server:files')
    answer = () => Promise.reject(new QuarryError('resource.timeout', 'silent'))
    await services.check('mcp_server:files')
    answer = () => Promise.reject(new QuarryError('egress.denied', 'refused on the way'))
    await services.check('mcp_server:files')
    expect(found).toEqual([null, 'resource.timeout'])
    const { checks } = await services.view('mcp_server:files')
    expect(checks.map(({ outcome, skipped, error }) => [outcome, skipped ?? error?.code ?? null])).toEqual([
      ['skipped', 'notAllowed'],
      ['failed', 'resource.timeout'],
      ['answered', null],
      ['skipped', 'busy'],
      ['skipped', 'stopped'],
    ])
    // Its circuit is open: it is asked on until it answers.
    answer = async () => undefined
    services.circuitChanged('mcp_server:files', true)
    clock.increment(30_000)
    await rested('mcp_server:files', 6)
    expect(found.at(-1)).toBeNull()
  })
})

import type { ServiceView } from '../../contract/resources/service'
import { ago } from './fixtures'

const answered = (seconds: number, latencyMs: number): ServiceView['checks'][number] => ({
  at: ago(seconds),
  outcome: 'answered',
  latencyMs,
  error: null,
  skipped: null,
})
const timeout = { code: 'resource.timeout', message: 'It did not answer within 10 seconds.' } as const
const failed = (seconds: number): ServiceView['checks'][number] => ({
  ...answered(seconds, 10_012),
  outcome: 'failed',
  error: timeout,
})
const closed = { state: 'closed', failures: 0, error: null } as const
const long = 'Reads '.padEnd(
  900,
  'a very long description of what this tool does with the files that it was given, and ',
)

const tools: NonNullable<NonNullable<ServiceView['server']>['offered']>['tools'] = [
  { name: 'read_text_file', description: 'Reads a file as text.', readOnly: true, approval: 'same' },
  { name: 'write_file', description: 'Writes a file, or replaces it.', readOnly: false, approval: 'changed' },
  { name: `a_tool_${'whose_name_does_not_end_'.repeat(5)}`, description: long, readOnly: true, approval: 'unused' },
]

const running: ServiceView['server'] = {
  state: 'running',
  failures: 0,
  error: null,
  restsUntil: null,
  runsSince: ago(754),
  offered: {
    server: { name: 'secure-filesystem-server', version: '0.2.0' },
    tools,
    resources: [{ uri: 'file:///home/ada/research/notes.md', name: 'notes.md', description: '' }],
    prompts: [{ name: 'summarise', description: 'Asks for a summary of a file.', arguments: [] }],
    at: ago(750),
  },
  log: [
    { at: ago(755), source: 'stderr', text: 'Secure MCP Filesystem Server running on stdio' },
    { at: ago(754), source: 'notice', text: 'connected: secure-filesystem-server 0.2.0' },
    { at: ago(120), source: 'stderr', text: `token ••••••••, path ${'/home/ada/research/'.repeat(20)}` },
    { at: ago(60), source: 'message', text: 'warning files: notes.md changed while it was read' },
    { at: ago(20), source: 'notice', text: 'list changed: tools' },
  ],
  leftOut: 4120,
}

/** How the services of resources are, by their ids. */
export function serviceOf(resourceId: string): ServiceView {
  const none = { resourceId, breaker: closed, checking: false, checks: [], server: null }
  if (resourceId.startsWith('mcp:filesystem')) {
    return { ...none, server: running, checks: [answered(8, 3), answered(38, 4), answered(68, 11)] }
  }
  if (resourceId.startsWith('mcp:')) {
    const said = `Error: Cannot find module 'tracker'\n${'    at Module._resolveFilename (node:internal/modules)\n'.repeat(8)}`
    const error = { code: 'resource.unreachable', message: said } as const
    const server = {
      ...running,
      state: 'backingOff',
      failures: 4,
      error,
      restsUntil: ago(-8),
      runsSince: null,
    } as const
    return { ...none, server: { ...server, offered: null, log: [], leftOut: 0 } }
  }
  if (resourceId.startsWith('database:')) {
    return {
      ...none,
      breaker: { state: 'open', failures: 5, error: timeout },
      checks: [failed(12), failed(42), answered(72, 18)],
    }
  }
  const skipped = { ...answered(5, 0), outcome: 'skipped', latencyMs: null, skipped: 'notAllowed' } as const
  return { ...none, checks: [skipped] }
}

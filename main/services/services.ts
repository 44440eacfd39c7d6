import { type ActorRefFrom, createActor, fromPromise, waitFor } from 'xstate'
import { QuarryError, toErrorShape } from '../../contract/errors'
import type { McpListing } from '../../contract/resources/mcp'
import type { UniversalResource } from '../../contract/resources/resource'
import {
  type HealthCheck,
  healthCheckPurpose,
  isService,
  type ServiceView,
  type ToolApproval,
} from '../../contract/resources/service'
import type { McpServers } from '../clients'
import { forPurpose } from '../connections'
import type { Breakers } from '../tools'
import { type CheckPorts, checkService } from './check-service'
import { healthMachine } from './health-machine'

export interface ServicesOptions extends CheckPorts {
  readonly mcpServers: Pick<McpServers, 'ping' | 'status' | 'subscribe' | 'end' | 'list'>
  readonly resources: {
    get(resourceId: string): Promise<UniversalResource>
  }
  readonly breakers: Pick<Breakers, 'of' | 'noteCheck'>
  /** Of a server's tools, in their order. */
  readonly approvals: (server: UniversalResource, listing: McpListing) => Promise<readonly ToolApproval[]>
  readonly onBackgroundError: (error: unknown) => void
  /** Default: real time. */
  readonly clock?: NonNullable<Parameters<typeof createActor>[1]>['clock']
}

/** The services behind a project's resources, as they are in this run: checked, watched, started and stopped. */
export interface Services {
  view(resourceId: string): Promise<ServiceView>
  /** Checks now. Throws `resource.notFound`. */
  check(resourceId: string): Promise<ServiceView>
  /** Ends an MCP server and starts it, which may ask the person. Throws as its calls do. */
  restart(resourceId: string): Promise<ServiceView>
  /** Ends an MCP server; it starts with the next call. */
  stop(resourceId: string): Promise<ServiceView>
  /** A call goes to it, or a session's model does. */
  used(resourceId: string): void
  /** Its circuit opened, or is not open any more. */
  circuitChanged(resourceId: string, isOpen: boolean): void
  /** Calls the listener when a view may be another. Whoever follows looks at it, so that it is checked meanwhile. */
  follow(resourceId: string, listener: () => void): () => void
  /** The resources are gone or switched off. */
  forget(resourceIds: readonly string[]): Promise<void>
  close(): void
}

export function createServices(options: ServicesOptions): Services {
  const { resources, mcpServers, breakers, clock } = options
  const closing = new AbortController()
  const healths = new Map<string, ActorRefFrom<typeof healthMachine>>()
  const listeners = new Map<string, Set<() => void>>()
  const tell = (resourceId: string): void => {
    for (const listener of listeners.get(resourceId) ?? []) listener()
  }
  const stopHearing = mcpServers.subscribe(tell)

  async function checkOnce(resourceId: string, given: AbortSignal): Promise<HealthCheck> {
    const signal = AbortSignal.any([given, closing.signal])
    const startedMs = performance.now()
    const at = new Date().toISOString()
    try {
      const resource = await resources.get(resourceId)
      const purpose = { sessionId: null, tool: healthCheckPurpose, resourceId }
      const skipped = await forPurpose(purpose, () => checkService(resource, options, signal))
      if (skipped !== null) return { at, outcome: 'skipped', latencyMs: null, error: null, skipped }
      breakers.noteCheck(resourceId, null)
      return { at, outcome: 'answered', latencyMs: performance.now() - startedMs, error: null, skipped: null }
    } catch (thrown) {
      signal.throwIfAborted()
      const error = toErrorShape(thrown)
      // Refused on the way, by the guard of the process that would have asked.
      if (error.code === 'egress.denied') {
        return { at, outcome: 'skipped', latencyMs: null, error: null, skipped: 'notAllowed' }
      }
      breakers.noteCheck(resourceId, error)
      return { at, outcome: 'failed', latencyMs: performance.now() - startedMs, error, skipped: null }
    }
  }

  function healthOf(resourceId: string): ActorRefFrom<typeof healthMachine> {
    const known = healths.get(resourceId)
    if (known !== undefined) return known
    const machine = healthMachine.provide({
      actors: { checkService: fromPromise<HealthCheck, undefined>(({ signal }) => checkOnce(resourceId, signal)) },
    })
    const health = createActor(machine, clock === undefined ? {} : { clock })
    healths.set(resourceId, health)
    health.subscribe(() => tell(resourceId))
    health.start()
    return health
  }
  /** What no service answers is never checked. */
  function ofService(resourceId: string, then: (health: ActorRefFrom<typeof healthMachine>) => void): void {
    const known = healths.get(resourceId)
    if (known !== undefined) {
      then(known)
      return
    }
    resources
      .get(resourceId)
      .then((resource) => {
        if (isService(resource) && !closing.signal.aborted) then(healthOf(resourceId))
      })
      .catch((error: unknown) => {
        if (toErrorShape(error).code !== 'resource.notFound') options.onBackgroundError(error)
      })
  }

  async function view(resourceId: string): Promise<ServiceView> {
    const resource = await resources.get(resourceId)
    const health = healths.get(resourceId)?.getSnapshot()
    return {
      resourceId,
      breaker: breakers.of(resourceId),
      checking: health?.matches({ check: 'checking' }) ?? false,
      checks: [...(health?.context.checks ?? [])],
      server: resource.metadata.type === 'mcp_server' ? await serverView(resource) : null,
    }
  }

  async function serverView(resource: UniversalResource): Promise<ServiceView['server']> {
    const status = mcpServers.status(resource.resourceId)
    if (status === null) {
      const never = { failures: 0, error: null, restsUntil: null, runsSince: null, offered: null, log: [], leftOut: 0 }
      return { state: 'stopped', ...never }
    }
    const { listing, log, ...life } = status
    if (listing === null) return { ...life, log: [...log], offered: null }
    const approvals = await options.approvals(resource, listing)
    const tools = listing.tools.map(({ inputSchema: _schema, ...tool }, at) => ({
      ...tool,
      approval: approvals[at] ?? 'unused',
    }))
    return { ...life, log: [...log], offered: { ...listing, tools } }
  }

  async function serverOf(resourceId: string): Promise<UniversalResource> {
    const resource = await resources.get(resourceId)
    if (resource.metadata.type === 'mcp_server') return resource
    throw new QuarryError('resource.invalid', `“${resource.name}” is no MCP server.`, { context: { resourceId } })
  }

  return {
    view,
    async check(resourceId) {
      if (isService(await resources.get(resourceId))) {
        const health = healthOf(resourceId)
        health.send({ type: 'CHECK' })
        await waitFor(health, (one) => !one.matches({ check: 'checking' }), { timeout: Number.POSITIVE_INFINITY })
      }
      return view(resourceId)
    },
    async restart(resourceId) {
      const server = await serverOf(resourceId)
      await mcpServers.end(resourceId)
      await mcpServers.list(server, closing.signal)
      return view(resourceId)
    },
    async stop(resourceId) {
      await serverOf(resourceId)
      await mcpServers.end(resourceId)
      return view(resourceId)
    },
    used: (resourceId) => ofService(resourceId, (health) => health.send({ type: 'USED' })),
    circuitChanged(resourceId, isOpen) {
      ofService(resourceId, (health) => health.send({ type: isOpen ? 'CIRCUIT_OPENED' : 'CIRCUIT_CLOSED' }))
      tell(resourceId)
    },
    follow(resourceId, listener) {
      const following = listeners.get(resourceId) ?? new Set()
      listeners.set(resourceId, following.add(listener))
      ofService(resourceId, (health) => {
        if (following.has(listener)) health.send({ type: 'WATCHED' })
      })
      return () => {
        following.delete(listener)
        if (following.size > 0) return
        listeners.delete(resourceId)
        healths.get(resourceId)?.send({ type: 'UNWATCHED' })
      }
    },
    async forget(resourceIds) {
      for (const resourceId of resourceIds) {
        healths.get(resourceId)?.stop()
        healths.delete(resourceId)
        await mcpServers.end(resourceId)
      }
    },
    close() {
      closing.abort(new QuarryError('cancelled', 'Quarry is closing.'))
      stopHearing()
      for (const health of healths.values()) health.stop()
      healths.clear()
      listeners.clear()
    },
  }
}

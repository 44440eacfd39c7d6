import type { QuarryBridge } from '../../contract/channels/bridge'
import type { ErrorShape } from '../../contract/error-shape'
import type { ResourcesSummary } from '../../contract/resources/resource'
import type { MatchHistory } from '../../contract/resources/resource-match'
import { wantedSecrets } from '../../contract/resources/resource-secrets'
import type { Result } from '../../contract/result'
import {
  countByType,
  matchAnswer,
  matchHistory,
  offers,
  removedUses,
  resources,
  resourcesSummary,
  scan,
  summaryOfResource,
} from './resource-fixtures'
import type { Scenario } from './scenarios'
import { serviceOf } from './service-fixtures'

type Calls = Pick<QuarryBridge, Extract<keyof QuarryBridge, `resources${string}`>>

export const answered = <Value>(value: Value): Promise<Result<Value>> => Promise.resolve({ ok: true, value })
export const never = new Promise<never>(() => {})
const failed = (error: ErrorShape): Promise<Result<never>> => Promise.resolve({ ok: false, error })

/** What is answered out of the ordinary. */
type Answers = Pick<Scenario, 'resourceError' | 'match' | 'scan' | 'pending' | 'library'>

interface FakeResources {
  calls: Calls
}

/** The resources' calls, answered from so many made-up ones. */
export function createFakeResources(
  count: number,
  { resourceError: error, match, scan: found, pending, library }: Answers,
  changed: (summary: ResourcesSummary) => void,
): FakeResources {
  let held = resources(count, library === 'long')
  let history = count === 0 || match === 'none' ? [] : matchHistory
  let removed: MatchHistory['removedUses'] = history.length === 0 ? null : removedUses
  let revision = 3
  const summary = (): ResourcesSummary => ({
    ...resourcesSummary(held),
    revision,
    learned: history.length,
    ...(error ? { total: 12 } : {}),
  })
  const change = (): void => {
    revision++
    changed(summary())
  }
  const nothing = () => answered<void>(undefined)
  const saved = new Set<string>()
  const secretsOf = (resourceId: string) => {
    const found = held.find((resource) => resource.resourceId === resourceId)
    if (found === undefined) return failed({ code: 'resource.notFound', message: resourceId })
    const secrets = wantedSecrets(found.metadata).map((wanted) => ({
      ...wanted,
      isSaved: saved.has(`${resourceId}/${wanted.name}`),
    }))
    return answered({ resourceId, name: found.name, secrets })
  }
  const get = (resourceId: string) => {
    const found = held.find((resource) => resource.resourceId === resourceId)
    return found ? answered(found) : failed({ code: 'resource.notFound', message: resourceId })
  }
  return {
    calls: {
      resourcesInspectText: ({ text }) => {
        if (/^\s*(postgres(ql)?|mysql):\/\//.test(text)) {
          return answered([{ ...offers.locked, needsSecret: false, reason: null }])
        }
        if (text.includes('mcpServers')) return answered(offers.servers)
        if (text.includes('openapi')) return answered([offers.api])
        return failed({ code: 'resource.unsupported', message: 'This text is nothing that is known.' })
      },
      resourcesAddText: () => answered({ added: [] }),
      resourcesList: ({ type, status, text, parentId, offset, limit }) => {
        if (error) return failed(error)
        const wanted = text?.toLowerCase()
        const fitting = held.filter(
          (resource) =>
            (parentId === undefined || resource.parentId === parentId) &&
            (status === undefined || resource.status === status) &&
            (wanted === undefined || `${resource.name} ${resource.description}`.toLowerCase().includes(wanted)),
        )
        const found = fitting.filter((resource) => type === undefined || resource.type === type)
        return answered({
          resources: found.slice(offset, offset + limit).map(summaryOfResource),
          total: found.length,
          byType: countByType(fitting),
        })
      },
      resourcesGet: ({ resourceId }) => get(resourceId),
      resourcesSummary: () => (pending === 'resources' ? never : answered(summary())),
      resourcesMatch: ({ query }) => {
        if (match === 'failed') return failed({ code: 'inference.crashed', message: 'worker 2 left with code 134' })
        return answered(matchAnswer(query, match === 'none' ? [] : held))
      },
      resourcesFeedback: nothing,
      resourcesHistory: () => answered({ entries: history, removedUses: removed }),
      resourcesForgetHistory: () => {
        const forgotten = history.length
        history = []
        change()
        return answered({ forgotten })
      },
      resourcesDismissRemovedUses: () => {
        removed = null
        change()
        return nothing()
      },
      resourcesSetActive: ({ resourceId, active }) => {
        held = held.map((resource) =>
          resource.resourceId === resourceId
            ? { ...resource, isActive: active, status: active ? 'ready' : 'disabled' }
            : resource,
        )
        change()
        return nothing()
      },
      resourcesCheck: ({ resourceId }) => answered(serviceOf(resourceId)),
      resourcesRestart: ({ resourceId }) => answered(serviceOf(resourceId)),
      resourcesStop: ({ resourceId }) => answered(serviceOf(resourceId)),
      resourcesRefresh: ({ resourceId }) => get(resourceId),
      resourcesUnlock: ({ resourceId, secrets }) => {
        held = held.map((resource) =>
          resource.resourceId === resourceId ? { ...resource, status: 'ready', error: null } : resource,
        )
        for (const name of Object.keys(secrets)) saved.add(`${resourceId}/${name}`)
        change()
        const found = held.find((resource) => resource.resourceId === resourceId)
        if (found === undefined) return failed({ code: 'resource.notFound', message: resourceId })
        return answered({ resource: found, kept: 'keyring' })
      },
      resourcesSecrets: ({ resourceId }) => secretsOf(resourceId),
      resourcesRemoveSecret: ({ resourceId, name }) => {
        saved.delete(`${resourceId}/${name}`)
        change()
        return secretsOf(resourceId)
      },
      resourcesSetServer: nothing,
      resourcesPreviewRemoval: ({ resourceId }) =>
        answered({ citingReports: held.find((one) => one.resourceId === resourceId)?.usageCount ? 3 : 0 }),
      resourcesRemove: ({ resourceIds }) => {
        const before = held.length
        held = held.filter(
          ({ resourceId, parentId }) => !resourceIds.includes(resourceId) && !resourceIds.includes(parentId ?? ''),
        )
        change()
        return answered({ removed: before - held.length })
      },
      resourcesScan: () => {
        if (pending === 'scan') return never
        if (found === 'failed') return failed({ code: 'resource.timeout', message: 'the scan did not answer' })
        return answered(found === 'none' ? { ...scan, offers: [], failures: [] } : scan)
      },
      resourcesTake: ({ resourceIds }) =>
        answered({
          added: scan.offers
            .filter(({ resourceId }) => resourceIds.includes(resourceId))
            .map(({ resourceId, type, name, flavour, parts }) => ({
              resourceId,
              type,
              name,
              flavour,
              parts,
              status: 'ready' as const,
            })),
        }),
    },
  }
}

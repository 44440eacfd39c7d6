import {
  createApiCalls,
  createApiTools,
  createComputations,
  createLanguageModels,
  createMcpServers,
  createMcpTools,
  createUserTools,
  toolsInListing,
} from '../clients'
import { createPluginRuns, createPluginTools, isPlugin } from '../plugins'
import type { Pool } from '../pool'
import { programLaunchers } from '../processes'
import { createDatabaseSelect, type Discovering, libraryFolders, type Resources } from '../resources'
import { createServices } from '../services'
import { egressOf } from '../settings'
import { type CallRecords, createBreakers, type ToolProvider } from '../tools'
import type { OpeningProject } from './shared-parts'

interface OpenServicesOptions {
  readonly resources: Resources
  /** Of the project. */
  readonly pool: Pick<Pool, 'blockResource' | 'healResource'>
  readonly calls: Pick<CallRecords, 'approvals'>
  readonly databases: ReturnType<Discovering['within']>['databases']
}

/** What speaks to the services behind a project's resources, and what is known of their health. */
export function openServices(
  { projectId, settings, shared, keep }: OpeningProject,
  { resources, pool, calls, databases }: OpenServicesOptions,
) {
  const { database, workersDir, secrets, onBackgroundError } = shared
  const service = { workersDir, start: shared.startProcess, secrets, egress: () => egressOf(settings.get()) }
  const now = (): string => new Date().toISOString()
  const chosenServer = (resourceId: string) => settings.get().apiServers[resourceId] ?? null
  const apiCalls = keep(createApiCalls({ ...service, chosenServer }))
  const mcpServers = keep(
    createMcpServers({
      ...service,
      mayStart: shared.mayStartProgram,
      launchers: programLaunchers,
      mayUseNetwork: (resourceId) => settings.get().programNetwork.includes(resourceId),
      roots: () => libraryFolders(database, projectId),
    }),
  )
  const languageModels = keep(
    createLanguageModels({
      ...service,
      files: shared.modelFiles,
      fileContextTokens() {
        const { contextTokens, messageTokens } = settings.get()
        return Math.min(contextTokens ?? messageTokens, messageTokens)
      },
    }),
  )
  const computations = keep(createComputations(service))
  const userTools = keep(
    createUserTools({ ...service, launchers: programLaunchers, mayStart: shared.mayStartProgram, now }),
  )
  const pluginRuns = keep(createPluginRuns(service))
  const pluginTools = createPluginTools(pluginRuns, now)
  const folderTools: ToolProvider = {
    types: ['tool'],
    toolsOf: (resource, wanted) => (isPlugin(resource) ? pluginTools : userTools).toolsOf(resource, wanted),
    hooksOf: (resource) => pluginTools.hooksOf?.(resource) ?? [],
  }
  const toolProviders = [createApiTools(apiCalls, now), createMcpTools(mcpServers, now), folderTools]
  const breakers = keep(
    createBreakers({
      onChanged(resourceId, state, error) {
        if (state === 'open') pool.blockResource(resourceId, error)
        else pool.healResource(resourceId)
        if (state === 'open') void switchOffPlugin(resourceId).catch(onBackgroundError)
        serviceStates.circuitChanged(resourceId, state !== 'closed')
      },
      onCall: (resourceId) => serviceStates.used(resourceId),
    }),
  )
  /** A service may be back in a minute; a plugin that fails fails again. */
  const switchOffPlugin = async (resourceId: string): Promise<void> => {
    if (isPlugin(await resources.get(resourceId))) await resources.setActive(resourceId, false)
  }
  const select = createDatabaseSelect({ resources, secrets, databases })
  const serviceStates = keep(
    createServices({
      resources,
      mcpServers,
      apiCalls,
      languageModels,
      select,
      egress: service.egress,
      breakers,
      approvals: (server, listing) =>
        calls.approvals(server.resourceId, server.name, toolsInListing(server, listing, mcpServers, now)),
      onBackgroundError,
    }),
  )
  return { select, toolProviders, languageModels, mcpServers, computations, breakers, serviceStates }
}

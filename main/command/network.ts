import type { AppSettings } from '../../contract/app'
import { QuarryError } from '../../contract/errors'
import type { Connection } from '../api'
import { exitCode } from './exit-code'
import { row } from './table'
import { printJson, printResult } from './terminal'

export interface NetworkOptions {
  readonly host: readonly string[]
  /** MCP servers, by name or id, whose programs may use the network from now on, and those that may no more. */
  readonly program: readonly string[]
  readonly revoke: readonly string[]
  readonly json: boolean
}

/**
 * Shows where the project may connect to, after a change where one is asked for. Throws `input.invalid` for what is no host, and
 * `resource.notFound`.
 */
export async function showNetwork(
  connection: Connection,
  egress: AppSettings['egress'] | undefined,
  { host, program, revoke, json }: NetworkOptions,
): Promise<number> {
  if (egress !== undefined || host.length > 0) {
    await connection.call('settings.set', { egress: egress ?? 'named', egressHosts: [...host] })
  }
  const { resources: servers } = await connection.call('resources.list', { type: 'mcp_server', offset: 0, limit: 500 })
  const idsOf = (names: readonly string[]): string[] =>
    names.flatMap((name) => {
      const found = servers.filter((one) => one.name === name || one.resourceId === name)
      if (found.length > 0) return found.map(({ resourceId }) => resourceId)
      throw new QuarryError('resource.notFound', `No MCP server is named “${name}”.`, { context: { name } })
    })
  if (program.length > 0 || revoke.length > 0) {
    const { programNetwork } = await connection.call('settings.get')
    const revoked = idsOf(revoke)
    const granted = new Set([...programNetwork, ...idsOf(program)].filter((one) => !revoked.includes(one)))
    await connection.call('settings.set', { programNetwork: [...granted] })
  }
  const settings = await connection.call('settings.get')
  const hosts = settings.egress === 'named' ? settings.egressHosts : []
  const nameOf = (id: string): string => servers.find(({ resourceId }) => resourceId === id)?.name ?? id
  const programs = settings.programNetwork.map(nameOf)
  if (json) await printJson({ egress: settings.egress, hosts, programs })
  else
    for (const line of [[settings.egress, ...hosts], ...(programs.length > 0 ? [programs] : [])])
      await printResult(row(line))
  return exitCode.done
}

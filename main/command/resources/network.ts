import { Argument } from 'commander'
import type { AppSettings } from '../../../contract/app/app'
import { parseNamedHost } from '../../../contract/calls/named-host'
import { QuarryError } from '../../../contract/errors'
import type { Connection } from '../../api'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { row } from '../terminal/table'
import { printJson, printResult } from '../terminal/terminal'

interface NetworkOptions {
  /** All hosts of `named` from now on. */
  readonly host: readonly string[]
  readonly addHost: readonly string[]
  readonly removeHost: readonly string[]
  /** MCP servers, by name or id, whose programs may use the network from now on, and those that may no more. */
  readonly program: readonly string[]
  readonly revoke: readonly string[]
  readonly json: boolean
}

/**
 * Shows where the project may connect to, after a change where one is asked for. Throws `input.invalid` for what is no host, and
 * `resource.notFound`.
 */
async function showNetwork(
  connection: Connection,
  egress: AppSettings['egress'] | undefined,
  { host, addHost, removeHost, program, revoke, json }: NetworkOptions,
): Promise<number> {
  const entries = (hosts: readonly string[]): string[] => hosts.map((one) => parseNamedHost(one).entry)
  const [all, added, removed] = [entries(host), entries(addHost), entries(removeHost)]
  const isNamed = all.length + added.length > 0
  if (egress !== undefined || isNamed || removed.length > 0) {
    const { egress: mode, egressHosts: before } = await connection.call('settings.get')
    const listed = new Set([...(all.length > 0 ? all : before), ...added])
    await connection.call('settings.set', {
      egress: egress ?? (isNamed ? 'named' : mode),
      egressHosts: [...listed].filter((one) => !removed.includes(one)),
    })
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

export function defineNetwork({ program, help, values, onRuntime }: CommandLine): void {
  program
    .command('network')
    .description(help.network)
    .addArgument(new Argument('[mode]', help.networkMode).choices(['offline', 'local', 'named']))
    .option('--host <host>', help.networkHost, values.oneMore, [])
    .option('--add-host <host>', help.networkAddHost, values.oneMore, [])
    .option('--remove-host <host>', help.networkRemoveHost, values.oneMore, [])
    .option('--json', help.json, false)
    .option('--program <name...>', help.networkProgram, [])
    .option('--revoke <name...>', help.networkRevoke, [])
    .action((mode: 'offline' | 'local' | 'named' | undefined, options: NetworkOptions) =>
      onRuntime((connection) => showNetwork(connection, mode, options)),
    )
}

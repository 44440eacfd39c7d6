import type { AppSettings } from '../../contract/app'
import type { Connection } from '../api'
import { exitCode } from './exit-code'
import { row } from './table'
import { printJson, printResult } from './terminal'

/** Shows where Quarry may connect to, after a change where one is asked for. Throws `input.invalid` for what is no host. */
export async function showNetwork(
  connection: Connection,
  egress: AppSettings['egress'] | undefined,
  { host, json }: { readonly host: readonly string[]; readonly json: boolean },
): Promise<number> {
  if (egress !== undefined || host.length > 0) {
    await connection.call('settings.set', { egress: egress ?? 'named', egressHosts: [...host] })
  }
  const settings = await connection.call('settings.get')
  const shown = { egress: settings.egress, hosts: settings.egress === 'named' ? settings.egressHosts : [] }
  await (json ? printJson(shown) : printResult(row([shown.egress, ...shown.hosts])))
  return exitCode.done
}

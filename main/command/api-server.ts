import { QuarryError } from '../../contract/errors'
import { apiServer, choiceOf } from '../../contract/resources/api-server'
import type { Connection } from '../api'
import { resourceNamed } from './resources/unlock'
import type { CommandLine } from './terminal/command-line'
import { exitCode } from './terminal/exit-code'
import { row } from './terminal/table'
import { type ProgressLine, printResult } from './terminal/terminal'

/** Shows where an API is asked, among the servers of its description; with an address, asks it there from now on. */
async function chooseServer(
  connection: Connection,
  named: string,
  address: string | undefined,
  progress: ProgressLine,
): Promise<number> {
  const resourceId = await resourceNamed(connection, named)
  const { metadata, parentId, name } = await connection.call('resources.get', { resourceId })
  if (metadata.type !== 'api') throw new QuarryError('input.invalid', `“${name}” is no API.`)
  const { servers } = metadata
  if (address !== undefined) {
    await connection.call('resources.setServer', { resourceId, choice: choiceOf(servers, address) })
  }
  const { apiServers } = await connection.call('settings.get')
  const now = apiServer(servers, apiServers[parentId ?? resourceId] ?? null)
  const { apiServer: said } = progress.words
  if ('problem' in now) progress.say(said[now.problem])
  const used = 'url' in now ? now.url : null
  for (const server of servers) await printResult(row([server, server === used ? said.used : '']))
  if (used !== null && !servers.includes(used)) await printResult(row([used, said.used]))
  return 'problem' in now ? exitCode.failed : exitCode.done
}

export function defineApiServer(resources: CommandLine['program'], { help, progress, onRuntime }: CommandLine): void {
  resources
    .command('server')
    .description(help.apiServer)
    .argument('<id>', help.unlockId)
    .argument('[address]', help.apiServerAddress)
    .action((id: string, address: string | undefined) =>
      onRuntime((connection) => chooseServer(connection, id, address, progress)),
    )
}

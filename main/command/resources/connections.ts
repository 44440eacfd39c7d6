import type { ConnectionRecord } from '../../../contract/calls/connections'
import type { Connection } from '../../api'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { row } from '../terminal/table'
import { type ProgressLine, printJson, printResult } from '../terminal/terminal'

const pageSize = 500

/** Lists what was allowed or refused to connect, the newest first. */
async function listConnections(
  connection: Connection,
  { json }: { readonly json: boolean },
  progress: ProgressLine,
): Promise<number> {
  for (let offset = 0; ; offset += pageSize) {
    const { connections, total } = await connection.call('app.connections', { offset, limit: pageSize })
    for (const one of connections) await (json ? printJson(one) : printResult(lineOf(one, progress.words.connections)))
    if (total === 0) progress.say(progress.words.connections.none)
    if (offset + pageSize >= total) return exitCode.done
  }
}

function lineOf(
  { at, decision, kind, host, port, count, process, resourceName, tool, sessionTitle }: ConnectionRecord,
  { decisions, kinds, noNetwork }: ProgressLine['words']['connections'],
): string {
  const where = `${host ?? '?'}${port === null ? '' : `:${port}`}`
  const times = count === 1 ? '' : `×${count}`
  return row([
    at,
    kind === 'program' && decision === 'refused' ? noNetwork : decisions[decision],
    kinds[kind],
    where,
    times,
    process,
    resourceName ?? '',
    tool ?? '',
    sessionTitle ?? '',
  ])
}

export function defineConnections({ program, help, progress, onRuntime }: CommandLine): void {
  program
    .command('connections')
    .description(help.connections)
    .option('--json', help.jsonLines, false)
    .action((options: { json: boolean }) => onRuntime((connection) => listConnections(connection, options, progress)))
}

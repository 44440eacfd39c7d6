import type { Connection } from '../../api'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { row } from '../terminal/table'
import { type ProgressLine, printJson, printResult } from '../terminal/terminal'

/** Every corrected reading with its id, its database and its question. */
async function listQueries(
  connection: Connection,
  { json }: { readonly json: boolean },
  { speech }: ProgressLine,
): Promise<number> {
  const known = await connection.call('queries.list')
  if (json) await printJson(known, 2)
  else
    for (const { queryId, resourceName, question, reading } of known)
      await printResult(row([queryId, resourceName, question, speech.fact(reading)]))
  return exitCode.done
}

/** Forgets a corrected reading: the rules read such questions again. */
async function forgetQuery(connection: Connection, queryId: string): Promise<number> {
  await connection.call('queries.forget', { queryId })
  return exitCode.done
}

export function defineQueries({ program, help, progress, onRuntime }: CommandLine): void {
  const queries = program
    .command('queries')
    .description(help.queries)
    .option('--json', help.json, false)
    .action((options: { json: boolean }) => onRuntime((connection) => listQueries(connection, options, progress)))
  queries
    .command('forget')
    .description(help.queriesForget)
    .argument('<id>', help.queriesId)
    .action((id: string) => onRuntime((connection) => forgetQuery(connection, id)))
}

import { QuarryError } from '../../../contract/errors'
import type { ResourceSummary } from '../../../contract/resources/resource'
import type { HealthCheck, ServiceView } from '../../../contract/resources/service'
import { shownLine } from '../../../contract/shown-text'
import type { Connection } from '../../api'
import { exitCode } from '../terminal/exit-code'
import { row } from '../terminal/table'
import { type ProgressLine, printJson, printResult } from '../terminal/terminal'

/** Lines of a server's log that are shown. */
const logLines = 20

/** Shows how the resources of a name, or of an id, are: their service is checked where that is allowed. Throws `resource.notFound`. */
export async function showServices(
  connection: Connection,
  name: string,
  { json }: { readonly json: boolean },
  progress: ProgressLine,
): Promise<number> {
  const page = { parentId: null, offset: 0, limit: 500 } as const
  const { resources } = await connection.call('resources.list', name.includes(':') ? page : { ...page, text: name })
  const found = resources.filter((one) => one.resourceId === name || one.name === name)
  if (found.length === 0) {
    throw new QuarryError('resource.notFound', `No resource is named “${name}”.`, { context: { name } })
  }
  for (const resource of found) {
    const { resourceId } = resource
    const service = await connection.call('resources.check', { resourceId })
    if (json) await printJson({ resource, service })
    else for (const line of linesOf(resource, service, progress)) await printResult(line)
  }
  return exitCode.done
}

function linesOf(
  { resourceId, name, type, flavour, status }: ResourceSummary,
  { breaker, checks, server }: ServiceView,
  { words, speech }: ProgressLine,
): string[] {
  const { service: said, resources } = words
  const [check] = checks
  const lines = [row([name, `${type}/${flavour}`, resources.status[status]]), row([resourceId])]
  if (server !== null) {
    const why = server.error === null ? [] : [speech.errorPhrase(server.error)]
    lines.push(row([said.server, said.states[server.state], ...why]))
  }
  if (check !== undefined) lines.push(row([said.check, ...checkCells(check)]))
  if (breaker.state !== 'closed') lines.push(row([said.calls, said.leftAlone(speech.format.number(breaker.failures))]))
  for (const { name: tool, approval } of server?.offered?.tools ?? []) {
    lines.push(row([said.tool, tool, ...(approval === 'changed' ? [said.changed] : [])]))
  }
  const log = server?.log.slice(-logLines) ?? []
  return [...lines, ...log.map(({ at, source, text }) => shownLine(`${at} ${source} ${text}`))]

  function checkCells({ outcome, latencyMs, error, skipped }: HealthCheck): string[] {
    const took = latencyMs === null ? [] : [speech.format.duration(latencyMs)]
    const why = error === null ? [] : [speech.errorPhrase(error)]
    return [skipped === null ? said.outcomes[outcome] : said.skipped[skipped], ...took, ...why]
  }
}
